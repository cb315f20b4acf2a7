import { useLingui } from '@lingui/react/macro';
import type { FollowUpFacetValue } from '#contract/follow-up/follow-up-state.ts';
import type { NarrowingName, BuiltInView } from '#contract/inbox-filter-names.ts';
import { lookUp } from '#contract/look-up.ts';

export function useFacetText() {
  const { t } = useLingui();
  const name: Record<NarrowingName, string> = {
    buscar: t`Contiene`,
    marca: t`Marca`,
    origen: t`Origen`,
    tipo: t`Tipo de publicación`,
    interes: t`Interés`,
    condicion: t`Condición`,
    provincia: t`Provincia`,
    permuta: t`Permuta`,
    financia: t`Financia`,
    seguro: t`Seguro`,
    seguimiento: t`Seguimiento`,
    mias: t`Mías`,
    cifra: t`Cifra`,
  };
  const followUpState: Record<FollowUpFacetValue, string> = {
    'sin-leer': t`Sin leer`,
    'por-vencer': t`Por vencer`,
    'tarde-hoy': t`Tarde desde hoy`,
    'tarde-semana': t`Tarde desde esta semana`,
    'tarde-vieja': t`Tarde hace más de 7 días`,
    nueva: t`Nueva`,
    respondida: t`Respondida`,
    contactada: t`Contactada`,
    cita: t`Cita`,
    ganada: t`Ganada`,
    perdida: t`Perdida`,
    pospuesta: t`Pospuesta`,
    volvio: t`Volvió`,
  };
  return { name, followUpState: (value: string) => lookUp(followUpState, value) ?? value };
}

export function useViewText() {
  const { t } = useLingui();
  const name: Record<BuiltInView, string> = {
    esperando: t`Para responder`,
    tarde: t`Tarde`,
    mias: t`Mías`,
    hoy: t`Hoy`,
    pospuestas: t`Pospuestas`,
    viejas: t`Atrasadas viejas`,
  };
  const description: Record<BuiltInView, string> = {
    esperando: t`Esperan respuesta: primero las que vencen dentro de una hora, después las que vencieron hoy, las que volvieron, las que llegaron desde ayer y el resto`,
    tarde: t`Nadie les respondió a tiempo, hasta 7 días atrás: primero la que espera hace más`,
    mias: t`Las que tomaste o te pasaron y siguen abiertas, de cualquier fecha`,
    hoy: t`Las que llegaron hoy`,
    pospuestas: t`Las que volvieron y siguen sin tocar, y las que vuelven más adelante, de cualquier fecha: primero la próxima`,
    viejas: t`Vencieron hace más de 7 días y nadie las tocó: para cerrarlas juntas`,
  };
  const empty: Record<BuiltInView, string> = {
    esperando: t`Nadie espera respuesta.`,
    tarde: t`Ninguna está fuera de plazo.`,
    mias: t`No tenés ninguna que siga abierta.`,
    hoy: t`Hoy no llegó ninguna.`,
    pospuestas: t`No hay ninguna pospuesta.`,
    viejas: t`Ninguna venció hace más de 7 días.`,
  };
  return { name, description, empty };
}

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

const VALUE_LISTS: Partial<Record<NarrowingName, ValueList>> = {
  interes: 'Interes',
  origen: 'OrigenLead',
  tipo: 'TipoAnuncio',
  condicion: 'Estado',
};

export function useFacetValueText(): (name: NarrowingName, value: string) => string {
  const { followUpState } = useFacetText();
  const valueText = useValueText();
  return (name, value) =>
    name === 'seguimiento' ? followUpState(value) : (valueText(VALUE_LISTS[name], value) ?? value);
}
