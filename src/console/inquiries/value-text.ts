import { useLingui } from '@lingui/react/macro';
import { lookUp } from '#contract/look-up.ts';

export type ValueList = 'Interes' | 'OrigenLead' | 'TipoAnuncio' | 'Estado';

export function useValueText() {
  const { t } = useLingui();
  const labels: Record<ValueList, Record<string, string>> = {
    Interes: {
      Comprar: t`Comprar`,
      Financiar: t`Financiar`,
      Permutar: t`Permutar`,
      PruebaDeManejo: t`Prueba de manejo`,
    },
    OrigenLead: { Formulario: t`Formulario`, WhatsApp: 'WhatsApp', Llamada: t`Llamada`, Chat: t`Chat` },
    TipoAnuncio: { Usado: t`Usado`, '0km': t`0 km`, Plan: t`Plan de ahorro` },
    Estado: { Usado: t`Usado`, Nuevo: t`Nuevo` },
  };
  return (list: ValueList | undefined, value: unknown): string | undefined => {
    if (typeof value !== 'string' || value === '') return undefined;
    return (list && lookUp<string>(labels[list], value)) ?? value;
  };
}
