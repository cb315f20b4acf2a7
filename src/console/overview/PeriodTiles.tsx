import { useLingui } from '@lingui/react/macro';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { inquiriesLink } from './address.ts';
import { FigureTile, FigureTiles } from './FigureTile.tsx';
import { ANSWER_FILTERS } from './FigureLink.tsx';
import { useFigureText } from './figure-text.ts';
import { answeredShare, inTimeShare } from './figures.ts';
import { usePeriod } from './period-context.ts';

export function PeriodTiles({ period: { totals, before, days } }: { period: OverviewPeriod }) {
  const { t } = useLingui();
  const { agencias, desde, hasta, isComparable } = usePeriod();
  const text = useFigureText();
  const toList = (figure: keyof typeof ANSWER_FILTERS) =>
    totals[figure] > 0 ? inquiriesLink(agencias, { desde, hasta, ...ANSWER_FILTERS[figure] }) : undefined;
  const compare = (change: string | undefined) => (isComparable ? change : undefined);
  return (
    <FigureTiles label={t`Cifras del período`}>
      <FigureTile
        label={t`Consultas`}
        value={text.number(totals.inquiries)}
        to={toList('inquiries')}
        change={compare(text.countChange(totals.inquiries, before.totals.inquiries))}
        days={days.map(({ inquiries }) => inquiries)}
      />
      <FigureTile
        label={t`Respondidas`}
        value={text.percent(answeredShare(totals))}
        to={toList('answered')}
        change={compare(text.shareChange(answeredShare(totals), answeredShare(before.totals)))}
        days={days.map(answeredShare)}
      />
      <FigureTile
        label={t`A tiempo`}
        value={text.percent(inTimeShare(totals))}
        to={toList('inTime')}
        change={compare(text.shareChange(inTimeShare(totals), inTimeShare(before.totals)))}
        days={days.map(inTimeShare)}
      />
      <FigureTile
        label={t`Mediana de la primera respuesta`}
        value={text.minutes(totals.medianMinutes)}
        to={toList('answered')}
        change={compare(text.minutesChange(totals.medianMinutes, before.totals.medianMinutes))}
        note={totals.p90Minutes === null ? undefined : t`9 de cada 10: ${text.minutes(totals.p90Minutes)}`}
        days={days.map(({ medianMinutes }) => medianMinutes)}
      />
    </FigureTiles>
  );
}
