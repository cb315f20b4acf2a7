import { useLingui } from '@lingui/react/macro';
import type { AnswerBand } from '#contract/overview.ts';

/** Names of the bands of first answers. */
export function useBandText(): Record<AnswerBand, string> {
  const { t } = useLingui();
  return {
    'half-hour': t`Hasta 30 min`,
    'two-hours': t`Hasta 2 h`,
    day: t`Hasta 1 día`,
    later: t`Más de 1 día`,
    none: t`Sin respuesta`,
  };
}
