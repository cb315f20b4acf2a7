import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { dayAt, isCalendarDay } from '#contract/window.ts';
import { DateField } from '#console/ui/DateField.tsx';
import { IconAction } from '#console/ui/IconAction.tsx';
import { CloseIcon } from '#console/ui/icons.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { type HoursForm, splitHolidays } from './hours-form.ts';
import { useHoursText } from './hours-text.ts';

const MAX_HOLIDAYS = 400;

interface Props {
  form: HoursForm;
  saved: readonly string[];
  zone: string;
}

export function HolidaysField({ form, saved, zone }: Props) {
  const { t } = useLingui();
  const { field } = useController({ control: form.control, name: 'holidays' });
  const [day, setDay] = useState('');
  const [error, setError] = useState('');
  const addButton = useRef<HTMLButtonElement>(null);
  const { upcoming, past } = splitHolidays(field.value, dayAt(useNow(), zone || 'UTC'));
  const add = (added: string) => {
    if (!isCalendarDay(added)) setError(t`Elegí un día.`);
    else if (field.value.includes(added)) setError(t`Ese día ya está.`);
    else if (field.value.length >= MAX_HOLIDAYS) setError(t`No entran más de ${MAX_HOLIDAYS} feriados.`);
    else {
      field.onChange([...field.value, added].toSorted());
      setDay('');
    }
  };
  const remove = (holiday: string) => {
    field.onChange(field.value.filter((other) => other !== holiday));
    addButton.current?.focus();
  };
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'start', gap: 1 }}>
        <Box sx={{ width: 240 }}>
          <DateField
            label={t`Día en que no atiende`}
            value={day}
            error={error !== ''}
            helperText={error && <span role="alert">{error}</span>}
            onChange={(chosen) => {
              setDay(chosen);
              setError('');
            }}
            onEnter={add}
          />
        </Box>
        <Button ref={addButton} variant="outlined" color="inherit" onClick={() => add(day)}>
          <Trans>Agregar el feriado</Trans>
        </Button>
      </Stack>
      {field.value.some((holiday) => !saved.includes(holiday)) && (
        <output>
          <Trans>Los feriados agregados se guardan con «Guardar».</Trans>
        </output>
      )}
      {upcoming.length > 0 ? (
        <HolidayList label={t`Feriados que vienen`} days={upcoming} onRemove={remove} />
      ) : (
        <Typography color="textSecondary">
          <Trans>Ningún feriado por venir.</Trans>
        </Typography>
      )}
      {past.length > 0 && (
        <details>
          <Typography
            component="summary"
            color="textSecondary"
            sx={{ minHeight: 'var(--touch)', alignContent: 'center', cursor: 'pointer' }}
          >
            <Trans>Feriados que pasaron ({past.length})</Trans>
          </Typography>
          <HolidayList label={t`Feriados que pasaron`} days={past.toReversed()} onRemove={remove} />
        </details>
      )}
    </>
  );
}

interface ListProps {
  label: string;
  days: readonly string[];
  onRemove: (day: string) => void;
}

function HolidayList({ label, days, onRemove }: ListProps) {
  const { t } = useLingui();
  const { date } = useHoursText();
  return (
    <Box component="ul" aria-label={label}>
      {days.map((day) => {
        const name = date(day);
        return (
          <Stack
            key={day}
            component="li"
            direction="row"
            sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 1, minHeight: 'var(--touch)' }}
          >
            {name}
            <IconAction label={t`Quitar ${name}`} onClick={() => onRemove(day)}>
              <CloseIcon />
            </IconAction>
          </Stack>
        );
      })}
    </Box>
  );
}
