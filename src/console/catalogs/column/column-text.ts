import { useLingui } from '@lingui/react/macro';
import type { MatchKind } from '#contract/desk/matching.ts';
import { paths } from '#console/paths.ts';
import type { AnswerSource, Facet } from './column-answers.ts';

export const ENTRY_PATHS: Record<MatchKind, (id: string) => string> = {
  make: paths.make,
  bodystyle: paths.bodyStyle,
  city: paths.city,
  color: paths.color,
};

export function useColumnText() {
  const { t } = useLingui();
  const catalog: Record<MatchKind, string> = {
    make: t`Marcas`,
    bodystyle: t`Carrocerías`,
    city: t`Ciudades`,
    color: t`Colores`,
  };
  const entry: Record<MatchKind, string> = {
    make: t`Marca`,
    bodystyle: t`Carrocería`,
    city: t`Ciudad`,
    color: t`Color`,
  };
  const facet: Record<Facet, string> = {
    sure: t`Seguras`,
    doubtful: t`Dudosas`,
    none: t`Sin coincidencia`,
    missing: t`Sin comparar`,
  };
  const source: Record<AnswerSource, string> = {
    sure: t`segura`,
    dictionary: t`del diccionario`,
    threshold: t`aceptada por puntaje`,
    hand: t`elegida a mano`,
  };
  return { catalog, entry, facet, source };
}
