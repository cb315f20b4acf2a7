import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { useValueText } from '#console/inquiries/filter-text.ts';
import type { Column } from '#console/ui/DataTable.tsx';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';
import { useFigureText } from './figure-text.ts';
import { NO_ORIGIN, agencySeries, originSeries, sum } from './figures.ts';
import { CHART_HEIGHT, ChartSection } from './FiguresSection.tsx';
import { inquiriesLink } from './address.ts';
import { usePeriod } from './period-context.ts';

const StackedBars = lazyWithRetry(() => import('./StackedBars.tsx').then((module) => module.StackedBars), {
  fallback: () => <Skeleton variant="rounded" height={CHART_HEIGHT} />,
});

interface DayRow {
  day: string;
  total: number;
  parts: readonly { label: string; count: number }[];
}

const columns: readonly Column<DayRow>[] = [
  { name: 'day', head: msg`Día`, Cell: DayCell, lead: true, width: '24%', sortBy: ({ day }) => day },
  { name: 'total', head: msg`Consultas`, Cell: TotalCell, width: '18%', sortBy: ({ total }) => total },
  { name: 'parts', head: msg`De ellas`, Cell: PartsCell },
];

export function ArrivalsSection({ period }: { period: OverviewPeriod }) {
  const { t } = useLingui();
  const valueText = useValueText();
  const [by, setBy] = useState<'origin' | 'agency'>('origin');
  const hasAgencies = period.agencies.length > 1;
  const isByAgency = hasAgencies && by === 'agency';
  const formatPartName = (name: string | null) => {
    if (name === null) return isByAgency ? t`Otras agencias` : t`Otros`;
    if (isByAgency) return name;
    return name === NO_ORIGIN ? t`Sin origen` : (valueText('OrigenLead', name) ?? name);
  };
  const series = (isByAgency ? agencySeries(period.agencies) : originSeries(period.days)).map(
    ({ id, name, values }) => ({ id, label: formatPartName(name), values }),
  );
  const rows = period.days.map(({ day, inquiries }, at): DayRow => ({
    day,
    total: inquiries,
    parts: series.map(({ label, values }) => ({ label, count: values[at] ?? 0 })),
  }));
  const { inquiries } = period.totals;
  return (
    <ChartSection
      title={t`Consultas por día`}
      definition={t`Las que llegaron cada día, en la zona horaria del servicio, por dónde las hizo quien consulta o por agencia. Con más de seis partes se ven las mayores, y las demás juntas.`}
      actions={
        hasAgencies && (
          <ToggleChoice
            label={t`Partes`}
            value={by}
            options={{ origin: t`Por origen`, agency: t`Por agencia` }}
            onChange={setBy}
          />
        )
      }
      columns={columns}
      rows={rows}
      getRowKey={({ day }) => day}
      getRecords={() => [
        [t`Día`, t`Consultas`, ...series.map(({ label }) => label)],
        ...rows.map((row) => [row.day, row.total].concat(row.parts.map(({ count }) => count))),
      ]}
    >
      {inquiries > 0 ? (
        <StackedBars
          days={period.days.map(({ day }) => day)}
          series={series.filter(({ values }) => sum(values) > 0)}
        />
      ) : (
        <Trans>No llegó ninguna consulta en estos días.</Trans>
      )}
    </ChartSection>
  );
}

function DayCell({ row: { day } }: { row: DayRow }) {
  const text = useFigureText();
  return text.weekdayAndDay(day);
}

function TotalCell({ row: { day, total } }: { row: DayRow }) {
  const { agencias } = usePeriod();
  const text = useFigureText();
  return (
    <Link component={RouterLink} to={inquiriesLink(agencias, { desde: day, hasta: day })} underline="hover">
      {text.number(total)}
    </Link>
  );
}

function PartsCell({ row: { parts } }: { row: DayRow }) {
  const text = useFigureText();
  return parts
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => `${label} ${text.number(count)}`)
    .join(' · ');
}
