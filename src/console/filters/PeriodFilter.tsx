import { useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { PERIOD_PRESETS, type Period } from '#contract/relative-days.ts';
import type { DayRange, DayRangeErrors } from '#console/ui/DayRangeFields.tsx';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';
import { findPeriodPreset, resolvePeriod, usePeriodPresetText } from './period-presets.ts';

const DayRangeFields = lazyWithRetry(
  () => import('#console/ui/DayRangeFields.tsx').then((module) => module.DayRangeFields),
  { fallback: () => <Skeleton variant="rounded" height={40} sx={{ flex: 1 }} /> },
);

interface Props {
  period: Period;
  today: string;
  min?: string;
  maxDays?: number;
  errors?: DayRangeErrors;
  /** A field that is emptied keeps its day. */
  isRequired?: boolean;
  onChange: (changed: Period) => void;
}

export function PeriodFilter({ period, today, min, maxDays, errors, isRequired, onChange }: Props) {
  const { t } = useLingui();
  const range = resolvePeriod(period, today);
  const changeRange = (changed: Partial<DayRange>) => {
    if (!isRequired) return onChange(changed);
    const next = { from: changed.from || range.from, to: changed.to || range.to };
    if (next.from !== range.from || next.to !== range.to) onChange(next);
    return undefined;
  };
  return (
    <>
      <ToggleChoice<string>
        label={t`Período`}
        value={findPeriodPreset(period, today)?.from ?? null}
        options={usePeriodPresetText()}
        onChange={(name) => {
          const preset: Period | undefined = PERIOD_PRESETS.find(({ from }) => from === name);
          if (preset) onChange({ from: preset.from, to: preset.to });
        }}
      />
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          flex: '1 1 284px',
          gap: 1.5,
          minWidth: 0,
          maxWidth: { sm: 352 },
        }}
      >
        <DayRangeFields
          range={range}
          max={today}
          {...(min && { min })}
          {...(maxDays !== undefined && { maxDays })}
          {...(errors && { errors })}
          fieldSx={{ flex: '1 1 150px', minWidth: 0 }}
          onChange={changeRange}
        />
      </Box>
    </>
  );
}
