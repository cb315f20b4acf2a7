import { useLingui } from '@lingui/react/macro';
import Skeleton from '@mui/material/Skeleton';
import { LAST_DAYS, PERIOD_PRESETS, type PeriodPreset } from '#contract/relative-days.ts';
import type { DayRange } from '#console/ui/DayRangeFields.tsx';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';

// Calendars are larger than the rest of a page, so they load after it.
const DayRangeFields = lazyWithRetry(
  () => import('#console/ui/DayRangeFields.tsx').then((module) => module.DayRangeFields),
  { fallback: () => <Skeleton variant="rounded" height={40} sx={{ flex: '1 1 300px', maxWidth: 350 }} /> },
);

interface Props {
  preset: string | null;
  range: DayRange;
  today: string;
  maxDays?: number;
  /** Marks the days that the gateway refused. */
  refusedDays?: Readonly<Record<string, unknown>>;
  /** A field that is emptied keeps its day. */
  isRequired?: boolean;
  onPresetChange: (preset: PeriodPreset) => void;
  onRangeChange: (changed: Partial<DayRange>) => void;
}

export function PeriodFilter(props: Props) {
  const { preset, range, today, maxDays, refusedDays = {}, isRequired = false } = props;
  const { t } = useLingui();
  const texts: Record<PeriodPreset, string> = {
    hoy: t`Hoy`,
    [LAST_DAYS[7]]: t`7 días`,
    [LAST_DAYS[30]]: t`30 días`,
    [LAST_DAYS[90]]: t`90 días`,
  };
  const toError = (messages: unknown) => messages !== undefined && t`Revisá este día.`;
  const changeRange = (changed: Partial<DayRange>) => {
    if (!isRequired) return props.onRangeChange(changed);
    const next = { from: changed.from || range.from, to: changed.to || range.to };
    if (next.from !== range.from || next.to !== range.to) props.onRangeChange(next);
    return undefined;
  };
  return (
    <>
      <ToggleChoice<string>
        label={t`Período`}
        value={preset}
        options={texts}
        onChange={(name) => {
          const chosen = PERIOD_PRESETS.find((other) => other === name);
          if (chosen) props.onPresetChange(chosen);
        }}
      />
      <DayRangeFields
        range={range}
        max={today}
        {...(maxDays !== undefined && { maxDays })}
        errors={{ from: toError(refusedDays.from), to: toError(refusedDays.to) }}
        fieldSx={{ flex: '1 1 146px', minWidth: 0, maxWidth: { sm: 170 } }}
        onChange={changeRange}
      />
    </>
  );
}
