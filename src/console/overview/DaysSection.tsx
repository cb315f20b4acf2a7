import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { theme } from '#console/theme.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { LazyTimeBars } from '#console/ui/LazyTimeBars.tsx';
import { type FigureColumn, answerColumns, textColumn, toRecords } from './figure-columns.tsx';
import { ANSWER_FILTERS } from './FigureLink.tsx';
import { useFigureText } from './figure-text.ts';
import { inTimeShare } from './figures.ts';
import { FiguresSection, ScrollBox } from './FiguresSection.tsx';

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
  ...answerColumns<DayRow>(({ day }, figure) => ({
    filters: { desde: day, hasta: day, ...ANSWER_FILTERS[figure] },
  })),
];

type Shown = 'inquiries' | 'inTime' | 'minutes' | 'table';

export function DaysSection({ period: { days, totals } }: { period: OverviewPeriod }) {
  const { t, i18n } = useLingui();
  const text = useFigureText();
  const isNarrow = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });
  const [shown, setShown] = useState<Shown>('inquiries');
  const labels = { inquiries: t`Consultas`, inTime: t`A tiempo`, minutes: t`Mediana`, table: t`Tabla` };
  const bars = {
    inquiries: {
      values: days.map(({ inquiries }) => inquiries),
      format: (value: number | null) => text.number(value ?? 0),
    },
    inTime: { values: days.map(inTimeShare), format: text.percent },
    minutes: { values: days.map(({ medianMinutes }) => medianMinutes), format: text.minutes },
  };
  return (
    <FiguresSection
      title={t`Por día`}
      definition={
        <Trans>
          Las consultas que llegaron cada día, en la zona horaria del servicio, y sus primeras respuestas, en
          minutos de atención de la agencia.
        </Trans>
      }
      actions={
        <TextField
          select
          label={t`Cifra`}
          value={shown}
          sx={{ width: 150 }}
          onChange={({ target }) => setShown(target.value as Shown)}
        >
          {Object.entries(labels).map(([name, label]) => (
            <MenuItem key={name} value={name}>
              {label}
            </MenuItem>
          ))}
        </TextField>
      }
      getRecords={() => toRecords(i18n, columns, days)}
    >
      {shown === 'table' ? (
        <ScrollBox>
          <DataTable label={t`Por día`} columns={columns} rows={days} getRowKey={({ day }) => day} />
        </ScrollBox>
      ) : totals.inquiries > 0 ? (
        <LazyTimeBars
          height={isNarrow ? 220 : 480}
          times={days.map(({ day }) => day)}
          formatTick={text.day}
          formatTime={text.weekdayAndDay}
          bars={[{ label: labels[shown], values: bars[shown].values }]}
          format={bars[shown].format}
        />
      ) : (
        <Trans>No llegó ninguna consulta en estos días.</Trans>
      )}
    </FiguresSection>
  );
}
