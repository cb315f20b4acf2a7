import { useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import type { Dayjs } from 'dayjs';
import { type ReactNode, useState } from 'react';
import { FIRST_DAY, LAST_DAY } from '#contract/window.ts';
import { PICKER_ZONE, formatPickerDay, toPickerDate } from './picker-dates.ts';
import { PickersLocale, usePickersLocale } from './PickersLocale.tsx';

interface Props {
  label: string;
  value: string;
  /** It is called when a day is picked, and on Enter or blur after a complete and valid day was typed. */
  onChange: (day: string) => void;
  min?: string;
  max?: string;
  error?: boolean;
  helperText?: ReactNode;
  onEnter?: (day: string) => void;
}

interface Draft {
  date: Dayjs | null;
  canApply: boolean;
  isInvalid: boolean;
  isRefused: boolean;
}

export function DateField({
  label,
  value,
  onChange,
  min = FIRST_DAY,
  max = LAST_DAY,
  error = false,
  helperText,
  onEnter,
}: Props) {
  const { t } = useLingui();
  const { texts } = usePickersLocale();
  const [draft, setDraft] = useState<Draft>();
  const [draftOf, setDraftOf] = useState(value);
  if (draftOf !== value) {
    setDraftOf(value);
    setDraft(undefined);
  }
  const apply = (date: Dayjs | null) => {
    const day = formatPickerDay(date);
    if (day !== value) onChange(day);
  };
  const applyDraft = () => {
    if (draft?.canApply) apply(draft.date);
    else if (draft?.isInvalid) setDraft({ ...draft, isRefused: true });
  };
  const [first, last] = [min, max].map((day) => day.split('-').toReversed().join('/'));
  const refusal = draft?.isRefused && (
    <span role="alert">{t`Escribí un día entero, del ${first} al ${last}.`}</span>
  );
  const handleEnter = () => {
    applyDraft();
    onEnter?.(draft ? (draft.canApply ? formatPickerDay(draft.date) : '') : value);
  };
  return (
    <PickersLocale>
      <Box
        onBlur={({ currentTarget, relatedTarget }) => {
          if (currentTarget.contains(relatedTarget)) return;
          if (relatedTarget) applyDraft();
          // A field that is cleared loses its focus for a moment, before its first part has it.
          else setTimeout(() => !currentTarget.contains(document.activeElement) && applyDraft());
        }}
        onKeyDownCapture={(event) => {
          if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return;
          // MUI would submit the form around it.
          if (onEnter) event.stopPropagation();
          handleEnter();
        }}
      >
        <DatePicker
          label={label}
          timezone={PICKER_ZONE}
          value={draft ? draft.date : value ? toPickerDate(value) : null}
          minDate={toPickerDate(min)}
          maxDate={toPickerDate(max)}
          onChange={(date, { source, validationError }) =>
            setDraft({
              date,
              canApply: source !== 'view' && validationError === null,
              isInvalid: validationError !== null,
              isRefused: false,
            })
          }
          onAccept={(date, { source, validationError }) => {
            if (source === 'view' && validationError === null) apply(date);
          }}
          localeText={{
            openDatePickerDialogue: (date) => `${label}: ${texts.openDatePickerDialogue?.(date) ?? ''}`,
          }}
          slotProps={{
            textField: {
              size: 'small',
              fullWidth: true,
              helperText: helperText || refusal,
              ...((error || refusal) && { error: true }),
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
