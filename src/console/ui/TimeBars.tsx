import { useLingui } from '@lingui/react/macro';
import { BarChart } from '@mui/x-charts/BarChart';

export interface Bars {
  label: string;
  values: readonly (number | null)[];
  /** CSS color; the accent by default. */
  color?: string;
}

interface Props {
  height: number;
  /** Days or hours, and their texts below the axis and beside a bar. */
  times: readonly string[];
  formatTick: (time: string) => string;
  formatTime: (time: string) => string;
  /** Several are stacked. */
  bars: readonly Bars[];
  format: (value: number | null) => string;
}

export function TimeBars({ height, times, formatTick, formatTime, bars, format }: Props) {
  const { t } = useLingui();
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
          data: times,
          valueFormatter: (time: string, { location }) =>
            location === 'tick' ? formatTick(time) : formatTime(time),
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
      series={bars.map(({ label, values, color = 'var(--accent)' }, at) => ({
        id: `bars ${at}`,
        label,
        data: [...values],
        color,
        stack: 'all',
        valueFormatter: format,
      }))}
    />
  );
}
