import { useLingui } from '@lingui/react/macro';
import type { BuiltInView } from '#contract/inbox-filter-names.ts';

export function useViewText() {
  const { t } = useLingui();
  const name: Record<BuiltInView, string> = {
    esperando: t`Esperando`,
    tarde: t`Tarde`,
    mias: t`Mías`,
    hoy: t`Hoy`,
    pospuestas: t`Pospuestas`,
  };
  const description: Record<BuiltInView, string> = {
    esperando: t`Nadie les respondió todavía: primero la que espera hace más`,
    tarde: t`Nadie les respondió a tiempo: primero la que espera hace más`,
    mias: t`Las que tomaste o te pasaron y siguen abiertas, de cualquier fecha`,
    hoy: t`Las que llegaron hoy`,
    pospuestas: t`Las que volvieron y siguen sin tocar, y las que vuelven más adelante, de cualquier fecha: primero la próxima`,
  };
  const empty: Record<BuiltInView, string> = {
    esperando: t`Nadie espera respuesta.`,
    tarde: t`Ninguna está fuera de plazo.`,
    mias: t`No tenés ninguna que siga abierta.`,
    hoy: t`Hoy no llegó ninguna.`,
    pospuestas: t`No hay ninguna pospuesta.`,
  };
  return { name, description, empty };
}
