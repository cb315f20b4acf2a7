import { LazyTimeBars } from '#console/ui/LazyTimeBars.tsx';
import type { Bars } from '#console/ui/TimeBars.tsx';
import { useFormats } from '#console/ui/use-formats.ts';

interface Props {
  unit: 'hour' | 'day';
  starts: readonly number[];
  bars: readonly Bars[];
}

export function LogBars({ unit, starts, bars }: Props) {
  const format = useFormats();
  if (bars.every(({ values }) => values.every((value) => value === 0))) return null;
  const formatTime = (time: string) =>
    unit === 'hour' ? format.moment(Number(time)) : format.days(time, time);
  return (
    <LazyTimeBars
      height={160}
      times={starts.map((at) => (unit === 'hour' ? String(at) : new Date(at).toISOString()))}
      formatTick={formatTime}
      formatTime={formatTime}
      bars={bars}
      format={(value) => format.number(value ?? 0)}
    />
  );
}
