import { useLingui } from '@lingui/react/macro';
import type { AnswerSource, Facet } from './column-answers.ts';

export function useColumnText() {
  const { t } = useLingui();
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
  return { facet, source };
}
