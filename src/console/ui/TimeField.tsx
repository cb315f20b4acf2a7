import { TimeField as PickersTimeField } from '@mui/x-date-pickers/TimeField';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { PICKER_ZONE, formatPickerTime, toPickerDate } from './picker-dates.ts';

interface Props {
  label: string;
  hideLabel?: boolean;
  value: string;
  onChange: (time: string) => void;
  error?: boolean;
  describedBy?: string | undefined;
}

const toDate = (time: string) => (time ? toPickerDate(`2000-01-01T${time}`) : null);
const toTime = (date: Dayjs | null) => formatPickerTime(date).slice(11);

export function TimeField({ label, hideLabel = false, value, onChange, error = false, describedBy }: Props) {
  const [date, setDate] = useState(() => toDate(value));
  const [dateOf, setDateOf] = useState(value);
  if (dateOf !== value) {
    setDateOf(value);
    if (toTime(date) !== value) setDate(toDate(value));
  }
  return (
    <PickersTimeField
      {...(!hideLabel && { label })}
      size="small"
      timezone={PICKER_ZONE}
      value={date}
      onChange={(changed) => {
        setDate(changed);
        onChange(toTime(changed));
      }}
      onBlur={() => toTime(date) !== value && setDate(toDate(value))}
      slotProps={{
        textField: {
          error,
          slotProps: {
            input: { ...(hideLabel && { 'aria-label': label }), 'aria-describedby': describedBy },
          },
        },
      }}
    />
  );
}
