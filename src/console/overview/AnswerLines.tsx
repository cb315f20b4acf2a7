import { LineChart } from '@mui/x-charts/LineChart';
import { useFigureText } from './figure-text.ts';
import { SERIES_COLORS, useChartTexts } from './chart-parts.tsx';
import { CHART_HEIGHT } from './FiguresSection.tsx';

interface Props {
  days: readonly string[];
  series: readonly { id: string; label: string; values: readonly (number | null)[] }[];
  format: (value: number | null) => string;
  ticks: readonly number[];
  formatTick: (value: number) => string;
}

export function AnswerLines({ days, series, format, ticks, formatTick }: Props) {
  const text = useFigureText();
  const texts = useChartTexts();
  return (
    <LineChart
      height={CHART_HEIGHT}
      skipAnimation
      localeText={texts}
      grid={{ horizontal: true }}
      // The right margin holds half of the last day's name.
      margin={{ top: 8, right: 28, bottom: 0, left: 0 }}
      xAxis={[
        {
          scaleType: 'point',
          data: days,
          valueFormatter: (day: string, { location }) =>
            location === 'tick' ? text.day(day) : text.weekdayAndDay(day),
          tickLabelMinGap: 12,
          disableTicks: true,
        },
      ]}
      yAxis={[
        {
          width: 52,
          min: 0,
          max: ticks.at(-1) ?? 1,
          tickInterval: [...ticks],
          valueFormatter: formatTick,
          disableLine: true,
          disableTicks: true,
        },
      ]}
      series={series.map((one, at) => ({
        id: one.id,
        label: one.label,
        data: [...one.values],
        color: SERIES_COLORS[at] ?? '',
        curve: 'linear',
        shape: at === 0 ? 'circle' : 'diamond',
        showMark: true,
        labelMarkType: 'line+mark',
        valueFormatter: format,
      }))}
      slotProps={{ legend: { direction: 'horizontal' } }}
      sx={{
        '& .MuiLineChart-line:not([data-series="median"], [data-series="share"])': { strokeDasharray: '6 4' },
      }}
    />
  );
}
