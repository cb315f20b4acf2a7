import { BarChart } from '@mui/x-charts/BarChart';
import { useId } from 'react';
import { useFigureText } from './figure-text.ts';
import { PATTERNS, SERIES_COLORS, useChartTexts } from './chart-parts.tsx';
import { CHART_HEIGHT } from './FiguresSection.tsx';

interface Props {
  days: readonly string[];
  series: readonly { id: string; label: string; values: readonly number[] }[];
}

/** Each series has a pattern, so that colour is not all that tells it apart. */
export function StackedBars({ days, series }: Props) {
  const id = useId();
  const text = useFigureText();
  const texts = useChartTexts();
  return (
    <BarChart
      height={CHART_HEIGHT}
      skipAnimation
      localeText={texts}
      grid={{ horizontal: true }}
      margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      xAxis={[
        {
          scaleType: 'band',
          data: days,
          valueFormatter: (day: string, { location }) =>
            location === 'tick' ? text.day(day) : text.weekdayAndDay(day),
          tickLabelMinGap: 12,
          disableTicks: true,
        },
      ]}
      yAxis={[{ width: 40, tickMinStep: 1, disableLine: true, disableTicks: true }]}
      series={series.map((one, at) => ({
        id: one.id,
        label: one.label,
        data: [...one.values],
        stack: 'all',
        color: `url(#${id}-${at})`,
      }))}
      slotProps={{ legend: { direction: 'horizontal' } }}
    >
      <defs>
        {series.map((one, at) => {
          const Pattern = PATTERNS[at % PATTERNS.length];
          return Pattern && <Pattern key={one.id} id={`${id}-${at}`} color={SERIES_COLORS[at] ?? ''} />;
        })}
      </defs>
    </BarChart>
  );
}
