import { useLingui } from '@lingui/react/macro';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { findIncompletePeriod } from './figures.ts';
import { useFigureText } from './figure-text.ts';

export function useIncompleteText(period: OverviewPeriod | undefined): string | undefined {
  const { t } = useLingui();
  const text = useFigureText();
  const incomplete = period && findIncompletePeriod(period);
  if (!incomplete || !period?.wholeSince) return undefined;
  const day = text.dayAndYear(period.wholeSince);
  return incomplete === 'both'
    ? t`Vitrina tiene todas las consultas desde el ${day}. De antes pueden faltar: estas cifras no están completas.`
    : t`Vitrina tiene todas las consultas desde el ${day}. El período anterior empieza antes: no se compara con él.`;
}
