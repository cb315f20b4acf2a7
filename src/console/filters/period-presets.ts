import { useLingui } from '@lingui/react/macro';
import {
  LAST_DAYS,
  PERIOD_PRESETS,
  type Period,
  type PeriodPreset,
  resolveDay,
} from '#contract/relative-days.ts';

export function usePeriodPresetText(): Record<PeriodPreset['from'], string> {
  const { t } = useLingui();
  return {
    hoy: t`Hoy`,
    ayer: t`Ayer`,
    [LAST_DAYS[7]]: t`7 días`,
    [LAST_DAYS[30]]: t`30 días`,
    [LAST_DAYS[90]]: t`90 días`,
  };
}

export function resolvePeriod({ from, to }: Period, today: string) {
  const resolve = (day: string | undefined) => resolveDay(day ?? '', () => today);
  return { from: resolve(from), to: resolve(to) };
}

export function findPeriodPreset(period: Period, today: string): PeriodPreset | undefined {
  const { from, to } = resolvePeriod(period, today);
  return PERIOD_PRESETS.find((preset) => {
    const days = resolvePeriod(preset, today);
    return days.from === from && (days.to || today) === (to || today);
  });
}
