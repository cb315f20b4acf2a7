import { useLingui } from '@lingui/react/macro';
import { BarChart } from '@mui/x-charts/BarChart';
import { useFigureText } from './figure-text.ts';

interface Props {
  label: string;
  height: number;
  days: readonly string[];
  values: readonly (number | null)[];
  format: (value: number | null) => string;
}

export function DayBars({ label, height, days, values, format }: Props) {
  const { t } = useLingui();
  const text = useFigureText();
  return (
    <BarChart
      height={height}
      skipAnimation
      hideLegend
      // MUI X has no Spanish texts for charts.
      localeText={{ loading: t`Cargando`, noData: t`Sin datos` }}
      grid={{ horizontal: true }}
      margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      xAxis={[
        {
          scaleType: 'band',
          data: days,
          valueFormatter: (day: string, { location }) =>
            location === 'tick' ? text.day(day) : text.weekdayAndDay(day),
          tickLabelMinGap: 96,
          disableTicks: true,
        },
      ]}
      yAxis={[
        {
          width: 64,
          min: 0,
          tickNumber: 3,
          valueFormatter: (value: number) => format(value),
          disableLine: true,
          disableTicks: true,
        },
      ]}
      series={[{ id: 'days', label, data: [...values], color: 'var(--accent)', valueFormatter: format }]}
    />
  );
}
