import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { memo } from 'react';
import { PickersLocale } from '#console/ui/PickersLocale.tsx';
import { DayFields } from './DayFields.tsx';
import { type HoursForm, copyMondayToWeekdays } from './hours-form.ts';
import { useHoursText } from './hours-text.ts';

/** Memoized: it has many inputs, and typing in others of the form must not render them. */
export const WeekFields = memo(function WeekFields({ form }: { form: HoursForm }) {
  const { weekdays } = useHoursText();
  const copyMonday = () => {
    form.setValue('week', copyMondayToWeekdays(form.getValues('week')));
    form.clearErrors('week');
  };
  return (
    <PickersLocale>
      {weekdays.map((name, weekday) => (
        <DayFields key={name} form={form} name={name} weekday={weekday}>
          {weekday === 0 && (
            <Button size="small" color="inherit" onClick={copyMonday}>
              <Trans>Copiar el lunes a martes–viernes</Trans>
            </Button>
          )}
        </DayFields>
      ))}
    </PickersLocale>
  );
});
