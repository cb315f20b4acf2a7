import { useLingui } from '@lingui/react/macro';
import { lookUp } from '#contract/look-up.ts';

export type ValueList = 'Interes' | 'OrigenLead' | 'TipoAnuncio' | 'Estado';

/** Words for the values that the open lists of an inquiry are known to have; any other is its own word. */
export function useValueText() {
  const { t } = useLingui();
  const words: Record<ValueList, Record<string, string>> = {
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
  /** Undefined for what is no text, or none. */
  return (list: ValueList | undefined, value: unknown): string | undefined => {
    if (typeof value !== 'string' || value === '') return undefined;
    return (list && lookUp<string>(words[list], value)) ?? value;
  };
}
