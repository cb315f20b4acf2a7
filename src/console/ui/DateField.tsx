import Box from '@mui/material/Box';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import dayjs, { type Dayjs } from 'dayjs';
import { type ReactNode, useState } from 'react';
import { PickersLocale, usePickersLocale } from './PickersLocale.tsx';

interface Props {
  label: string;
  /** `2026-11-22`, or empty. */
  value: string;
  /** Called when a day is picked, and on Enter or blur after a complete and valid day was typed. */
  onChange: (day: string) => void;
  min?: string;
  max?: string;
  error?: boolean;
  helperText?: ReactNode;
  /** Called after Enter with the day of the field, or with an empty text. */
  onEnter?: (day: string) => void;
}

interface Draft {
  date: Dayjs | null;
  canApply: boolean;
}

const toDay = (date: Dayjs | null) => date?.format('YYYY-MM-DD') ?? '';

export function DateField({ label, value, onChange, min, max, error = false, helperText, onEnter }: Props) {
  const { texts } = usePickersLocale();
  const [draft, setDraft] = useState<Draft>();
  const [draftOf, setDraftOf] = useState(value);
  if (draftOf !== value) {
    setDraftOf(value);
    setDraft(undefined);
  }
  const apply = (date: Dayjs | null) => {
    const day = toDay(date);
    if (day !== value) onChange(day);
  };
  const applyDraft = () => draft?.canApply && apply(draft.date);
  const handleEnter = () => {
    applyDraft();
    onEnter?.(draft ? (draft.canApply ? toDay(draft.date) : '') : value);
  };
  return (
    <PickersLocale>
      <Box
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) applyDraft();
        }}
        onKeyDownCapture={(event) => {
          if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return;
          // Else MUI submits the form around it.
          if (onEnter) event.stopPropagation();
          handleEnter();
        }}
      >
        <DatePicker
          label={label}
          value={draft ? draft.date : value ? dayjs(value) : null}
          {...(min && { minDate: dayjs(min) })}
          {...(max && { maxDate: dayjs(max) })}
          onChange={(date, { source, validationError }) =>
            setDraft({ date, canApply: source === 'field' && validationError === null })
          }
          onAccept={(date, { source, validationError }) => {
            if (source !== 'field' && validationError === null) apply(date);
          }}
          localeText={{
            // Several fields of a page would have buttons of the same name.
            openDatePickerDialogue: (date) => `${label}: ${texts.openDatePickerDialogue?.(date) ?? ''}`,
          }}
          slotProps={{
            textField: {
              size: 'small',
              fullWidth: true,
              helperText,
              ...(error && { error }),
              sx: { '& .MuiPickersInputBase-root': { minHeight: 'var(--touch)' } },
            },
            actionBar: ({ pickerVariant }) => ({
              actions: pickerVariant === 'mobile' ? ['clear', 'cancel', 'accept'] : ['clear'],
            }),
          }}
        />
      </Box>
    </PickersLocale>
  );
}
