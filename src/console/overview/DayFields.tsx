import { useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { DateField } from '#console/ui/DateField.tsx';

interface Props {
  desde: string;
  hasta: string;
  today: string;
  onChange: (period: { desde: string; hasta: string }) => void;
}

/** First and last day. One that passes the other takes it along; an emptied field keeps its day. */
export function DayFields({ desde, hasta, today, onChange }: Props) {
  const { t } = useLingui();
  return (
    <Stack direction="row" sx={{ gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <DateField
          label={t`Desde`}
          value={desde}
          max={today}
          onChange={(day) => day && onChange({ desde: day, hasta: day > hasta ? day : hasta })}
        />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <DateField
          label={t`Hasta`}
          value={hasta}
          max={today}
          onChange={(day) => day && onChange({ desde: day < desde ? day : desde, hasta: day })}
        />
      </Box>
    </Stack>
  );
}
