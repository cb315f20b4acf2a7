import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { memo } from 'react';
import { useController, useFormState } from 'react-hook-form';
import type { OpenInterval } from '#contract/hours.ts';
import { DayFields } from './DayFields.tsx';
import { type HoursForm, copyMondayToWeekdays, findInvalidTimes } from './hours-form.ts';
import { useHoursText } from './hours-text.ts';

/** Memoized: it has many inputs, and typing in others of the form must not render them. */
export const WeekFields = memo(function WeekFields({ form }: { form: HoursForm }) {
  // react-hook-form mutates the form object.
  'use no memo';
  const { weekdays } = useHoursText();
  const { field } = useController({ control: form.control, name: 'week' });
  const week = field.value;
  const errors = useFormState({ control: form.control }).errors.week;
  const change = (weekday: number, day: OpenInterval[]) => {
    field.onChange(week.with(weekday, day));
    form.clearErrors(`week.${weekday}`);
  };
  return (
    <div>
      {week.map((day, weekday) => {
        const isInvalid = errors?.[weekday] !== undefined;
        const invalidTimes = isInvalid ? findInvalidTimes(day) : [];
        return (
          <DayFields
            // oxlint-disable-next-line react/no-array-index-key -- a weekday is its number
            key={weekday}
            name={weekdays[weekday] ?? ''}
            day={day}
            invalidTimes={invalidTimes}
            hasOverlap={isInvalid && invalidTimes.every((time) => !time)}
            onChange={(changed) => change(weekday, changed)}
          >
            {weekday === 0 && (
              <Button
                size="small"
                color="inherit"
                onClick={() => {
                  field.onChange(copyMondayToWeekdays(week));
                  form.clearErrors('week');
                }}
              >
                <Trans>Copiar el lunes a martes–viernes</Trans>
              </Button>
            )}
          </DayFields>
        );
      })}
    </div>
  );
});
