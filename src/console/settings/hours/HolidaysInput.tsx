import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useId, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { dayAt, isCalendarDay } from '#contract/window.ts';
import { CloseIcon } from '#console/ui/icons.tsx';
import parts from '#console/ui/parts.module.css';
import { useNow } from '#console/ui/use-formats.ts';
import { type HoursForm, fromToday } from './hours-form.ts';
import css from './hours.module.css';
import { useHoursText } from './hours-text.ts';

const MOST_HOLIDAYS = 400;

/** Days on which it is closed. */
export function HolidaysInput({ form, zone }: { form: HoursForm; zone: string }) {
  // The form object changes in place, and inputs are registered again after a reset.
  'use no memo';
  const { t } = useLingui();
  const { field } = useController({ control: form.control, name: 'holidays' });
  const [day, setDay] = useState('');
  const [unusable, setUnusable] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const wrong = useId();
  const now = useNow();
  const { coming, over } = fromToday(field.value, dayAt(now, zone || 'UTC'));
  const text = useHoursText();
  const add = () => {
    if (!isCalendarDay(day)) setUnusable(t`Elegí un día.`);
    else if (field.value.includes(day)) setUnusable(t`Ese día ya está.`);
    else if (field.value.length >= MOST_HOLIDAYS) setUnusable(t`No entran más de ${MOST_HOLIDAYS} feriados.`);
    else {
      field.onChange([...field.value, day].toSorted());
      setDay('');
    }
    input.current?.focus();
  };
  const remove = (removed: string) => {
    field.onChange(field.value.filter((other) => other !== removed));
    input.current?.focus();
  };
  return (
    <fieldset className={css.group}>
      <legend>
        <Trans>Feriados</Trans>
      </legend>
      <div className={css.addDay}>
        <label className="field">
          {t`Día en que no atiende`}
          <input
            ref={input}
            type="date"
            value={day}
            aria-invalid={unusable !== ''}
            aria-describedby={unusable ? wrong : undefined}
            onChange={({ target }) => {
              setDay(target.value);
              setUnusable('');
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // It takes the day, and does not send the form.
              event.preventDefault();
              add();
            }}
          />
        </label>
        <Button variant="outlined" color="inherit" onClick={add}>
          <Trans>Agregar el feriado</Trans>
        </Button>
      </div>
      {unusable && (
        <p id={wrong} role="alert" className={css.error}>
          {unusable}
        </p>
      )}
      {coming.length > 0 ? (
        <ul aria-label={t`Feriados que vienen`} className={css.holidays}>
          {coming.map((holiday) => (
            <Holiday key={holiday} name={text.date(holiday)} onRemove={() => remove(holiday)} />
          ))}
        </ul>
      ) : (
        <p className={parts.soft}>
          <Trans>Ningún feriado por venir.</Trans>
        </p>
      )}
      {over.length > 0 && (
        <details>
          <summary>
            <Trans>Feriados que pasaron ({over.length})</Trans>
          </summary>
          <ul className={css.holidays}>
            {over.toReversed().map((holiday) => (
              <Holiday key={holiday} name={text.date(holiday)} onRemove={() => remove(holiday)} />
            ))}
          </ul>
        </details>
      )}
    </fieldset>
  );
}

function Holiday({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t } = useLingui();
  return (
    <li>
      {name}
      <IconButton size="small" aria-label={t`Quitar ${name}`} title={t`Quitar`} onClick={onRemove}>
        <CloseIcon />
      </IconButton>
    </li>
  );
}
