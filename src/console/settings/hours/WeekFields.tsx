import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, memo, useId } from 'react';
import { useController } from 'react-hook-form';
import type { OpenInterval } from '#contract/hours.ts';
import { IconAction } from '#console/ui/IconAction.tsx';
import { CloseIcon, PlusIcon } from '#console/ui/icons.tsx';
import { TimeField } from '#console/ui/TimeField.tsx';
import { PickersLocale } from '#console/ui/PickersLocale.tsx';
import {
  type HoursForm,
  type IntervalTime,
  copyMondayToWeekdays,
  findInvalidTimes,
  suggestInterval,
} from './hours-form.ts';
import { useHoursText } from './hours-text.ts';

/** It is memoized, since typing in other inputs of the form must not render its many inputs. */
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

const MAX_INTERVALS = 6;

interface DayFieldsProps {
  form: HoursForm;
  name: string;
  weekday: number;
  children: ReactNode;
}

function DayFields({ form, name, weekday, children }: DayFieldsProps) {
  const { t } = useLingui();
  const { field, fieldState } = useController({ control: form.control, name: `week.${weekday}` });
  const day = field.value;
  const invalidTimes = fieldState.invalid ? findInvalidTimes(day) : [];
  const hasOverlap = fieldState.invalid && invalidTimes.every((time) => !time);
  const change = (changed: OpenInterval[]) => {
    field.onChange(changed);
    form.clearErrors(`week.${weekday}`);
  };
  const nameId = useId();
  return (
    <Box
      component="fieldset"
      aria-labelledby={nameId}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: '96px minmax(0, 1fr) auto' },
        alignItems: 'start',
        columnGap: 2,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Typography id={nameId} sx={{ minHeight: 40, alignContent: 'center', fontWeight: 500 }}>
        {name}
      </Typography>
      <Stack
        direction="row"
        sx={{
          flexWrap: 'wrap',
          columnGap: 2.5,
          rowGap: 0.5,
          gridColumn: { xs: '1 / -1', sm: 'auto' },
          gridRow: { xs: 2, sm: 'auto' },
        }}
      >
        {day.length === 0 && (
          <Typography color="textSecondary" sx={{ minHeight: 40, alignContent: 'center' }}>
            <Trans>Cerrado</Trans>
          </Typography>
        )}
        {day.map((interval, index) => (
          <IntervalFields
            // oxlint-disable-next-line react/no-array-index-key -- intervals have no other key
            key={index}
            dayName={name}
            number={index + 1}
            interval={interval}
            invalidTime={invalidTimes[index]}
            onChange={(changed) => change(day.with(index, changed))}
            onRemove={() => change(day.toSpliced(index, 1))}
          />
        ))}
        {hasOverlap && (
          <FormHelperText error role="alert" sx={{ flexBasis: '100%' }}>
            <Trans>Hay horarios que se pisan.</Trans>
          </FormHelperText>
        )}
      </Stack>
      {day.length < MAX_INTERVALS && (
        <Button
          size="small"
          color="inherit"
          startIcon={<PlusIcon />}
          aria-label={t`Agregar un horario: ${name}`}
          onClick={() => change([...day, suggestInterval(day)])}
        >
          <Trans>Agregar</Trans>
        </Button>
      )}
      {children && (
        <Box sx={{ gridColumn: { xs: '1 / -1', sm: '2 / -1' }, justifySelf: 'start' }}>{children}</Box>
      )}
    </Box>
  );
}

interface IntervalFieldsProps {
  dayName: string;
  number: number;
  interval: OpenInterval;
  invalidTime: IntervalTime | undefined;
  onChange: (interval: OpenInterval) => void;
  onRemove: () => void;
}

function IntervalFields({ dayName, number, interval, invalidTime, onChange, onRemove }: IntervalFieldsProps) {
  const { t } = useLingui();
  const errorId = useId();
  const labels = {
    from: t`${dayName}, horario ${number}, desde`,
    to: t`${dayName}, horario ${number}, hasta`,
  };
  const renderTime = (time: IntervalTime) => (
    <TimeField
      label={labels[time]}
      hideLabel
      value={interval[time]}
      error={invalidTime === time}
      describedBy={invalidTime && errorId}
      onChange={(value) => onChange({ ...interval, [time]: value })}
    />
  );
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 122px) auto minmax(0, 122px) auto',
        alignItems: 'center',
        gap: 0.5,
      }}
    >
      {renderTime('from')}
      <span aria-hidden="true">–</span>
      {renderTime('to')}
      <IconAction label={t`Quitar ${dayName}, horario ${number}`} onClick={onRemove}>
        <CloseIcon />
      </IconAction>
      {invalidTime && (
        <FormHelperText error id={errorId} sx={{ gridColumn: '1 / -1' }}>
          {invalidTime === 'from'
            ? t`Indicá desde qué hora.`
            : t`Tiene que terminar después de empezar; 00:00 es el fin del día.`}
        </FormHelperText>
      )}
    </Box>
  );
}
