import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';
import { type FigureColumn, answerColumns, textColumn, toRecords } from './figure-columns.tsx';
import { useFigureText } from './figure-text.ts';
import { inTimeShare, minuteTicks } from './figures.ts';
import { CHART_HEIGHT, ChartSection } from './FiguresSection.tsx';

const AnswerLines = lazyWithRetry(() => import('./AnswerLines.tsx').then((module) => module.AnswerLines), {
  fallback: () => <Skeleton variant="rounded" height={CHART_HEIGHT} />,
});

const SHARE_TICKS = [0, 0.25, 0.5, 0.75, 1];

type DayRow = OverviewPeriod['days'][number];

const columns: readonly FigureColumn<DayRow>[] = [
  textColumn(
    {
      name: 'day',
      head: msg`Día`,
      lead: true,
      width: '20%',
      sortBy: ({ day }) => day,
      csv: ({ day }) => day,
    },
    ({ day }, text) => text.weekdayAndDay(day),
  ),
  ...answerColumns<DayRow>(),
];

export function AnswersSection({ period: { days, totals } }: { period: OverviewPeriod }) {
  const { t, i18n } = useLingui();
  const text = useFigureText();
  const [figure, setFigure] = useState<'minutes' | 'share'>('minutes');
  const minutes = [
    { id: 'median', label: t`Mediana`, values: days.map(({ medianMinutes }) => medianMinutes) },
    { id: 'p90', label: t`9 de cada 10`, values: days.map(({ p90Minutes }) => p90Minutes) },
  ];
  const shares = [{ id: 'share', label: t`A tiempo`, values: days.map(inTimeShare) }];
  return (
    <ChartSection
      title={t`Primera respuesta por día`}
      definition={
        <Trans>
          De las consultas que llegaron cada día: minutos de atención de la agencia desde que llegaron hasta
          la primera respuesta. La mitad se respondió en menos que la mediana; 9 de cada 10, en menos que la
          otra línea. A tiempo: respondidas antes de su plazo, entre las respondidas.
        </Trans>
      }
      actions={
        <ToggleChoice
          label={t`Cifra`}
          value={figure}
          options={{ minutes: t`Tiempo`, share: t`A tiempo` }}
          onChange={setFigure}
        />
      }
      columns={columns}
      rows={days}
      getRowKey={({ day }) => day}
      getRecords={() => toRecords(i18n, columns, days)}
    >
      {totals.answered > 0 ? (
        <AnswerLines
          days={days.map(({ day }) => day)}
          series={figure === 'minutes' ? minutes : shares}
          format={figure === 'minutes' ? text.minutes : text.percent}
          formatTick={figure === 'minutes' ? text.shortMinutes : text.percent}
          ticks={figure === 'minutes' ? minuteTicks(minutes.flatMap(({ values }) => values)) : SHARE_TICKS}
        />
      ) : (
        <Trans>Todavía no se respondió ninguna de las consultas de estos días.</Trans>
      )}
    </ChartSection>
  );
}
