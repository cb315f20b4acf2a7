import { useLingui } from '@lingui/react/macro';
import { lookUp } from '#contract/look-up.ts';
import type { FollowUpFacetValue } from '#contract/follow-up/follow-up-state.ts';
import type { NarrowingName } from '#contract/inbox-filter-names.ts';

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
  };
  const followUpState: Record<FollowUpFacetValue, string> = {
    'sin-leer': t`Sin leer`,
    'por-vencer': t`Por vencer`,
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
