import Stack from '@mui/material/Stack';
import { MAX_OVERVIEW_DAYS } from '#contract/desk/overview.ts';
import { DayRangeFields } from '#console/ui/DayRangeFields.tsx';

interface Props {
  desde: string;
  hasta: string;
  today: string;
  onChange: (period: { desde: string; hasta: string }) => void;
}

/** First and last day. An emptied field keeps its day. */
export function PeriodFields({ desde, hasta, today, onChange }: Props) {
  return (
    <Stack direction="row" sx={{ gap: 1 }}>
      <DayRangeFields
        range={{ from: desde, to: hasta }}
        max={today}
        maxDays={MAX_OVERVIEW_DAYS}
        fieldSx={{ flex: 1, minWidth: 0 }}
        onChange={({ from, to }) => {
          const period = { desde: from || desde, hasta: to || hasta };
          if (period.desde !== desde || period.hasta !== hasta) onChange(period);
        }}
      />
    </Stack>
  );
}
