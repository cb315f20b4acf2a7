import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useId } from 'react';
import { useController } from 'react-hook-form';
import type { OpenInterval } from '#contract/hours.ts';
import { CloseIcon, PlusIcon } from '#console/ui/icons.tsx';
import { type HoursForm, faultsOf, mondayToFriday, oneMore } from './hours-form.ts';
import css from './hours.module.css';
import { useHoursText } from './hours-text.ts';

const MOST_INTERVALS = 6;

/** When it is open, day by day. */
export function WeekInputs({ form }: { form: HoursForm }) {
  // The form object changes in place, and inputs are registered again after a reset.
  'use no memo';
  const text = useHoursText();
  const { field } = useController({ control: form.control, name: 'week' });
  const week = field.value;
  const errors = form.formState.errors.week;
  const change = (weekday: number, day: OpenInterval[]) => {
    field.onChange(week.with(weekday, day));
    form.clearErrors(`week.${weekday}`);
  };
  return (
    <fieldset className={css.group}>
      <legend>
        <Trans>Semana</Trans>
      </legend>
      {week.map((day, weekday) => {
        const wrong = errors?.[weekday] !== undefined;
        const faults = wrong ? faultsOf(day) : [];
        return (
          <DayInputs
            // oxlint-disable-next-line react/no-array-index-key -- a weekday is its number
            key={weekday}
            name={text.weekdays[weekday] ?? ''}
            day={day}
            faults={faults}
            overlaps={wrong && faults.every((fault) => !fault)}
            onChange={(changed) => change(weekday, changed)}
          >
            {weekday === 0 && (
              <Button
                size="small"
                color="inherit"
                onClick={() => {
                  field.onChange(mondayToFriday(week));
                  form.clearErrors('week');
                }}
              >
                <Trans>Copiar el lunes a martes–viernes</Trans>
              </Button>
            )}
          </DayInputs>
        );
      })}
    </fieldset>
  );
}

interface DayProps {
  name: string;
  day: readonly OpenInterval[];
  /** Which time of each interval is wrong. */
  faults: ReturnType<typeof faultsOf>;
  overlaps: boolean;
  onChange: (day: OpenInterval[]) => void;
  children: ReactNode;
}

function DayInputs({ name, day, faults, overlaps, onChange, children }: DayProps) {
  const { t } = useLingui();
  const id = useId();
  const set = (at: number, change: Partial<OpenInterval>) =>
    onChange(day.map((interval, index) => (index === at ? { ...interval, ...change } : interval)));
  const said = {
    from: t`Indicá desde qué hora.`,
    to: t`Tiene que terminar después de empezar; 00:00 es el fin del día.`,
  };
  return (
    <fieldset className={css.day} aria-labelledby={`${id}-name`}>
      <span id={`${id}-name`} className={css.dayName}>
        {name}
      </span>
      <div className={css.intervals}>
        {day.length === 0 && (
          <span className={css.closed}>
            <Trans>Cerrado</Trans>
          </span>
        )}
        {day.map(({ from, to }, at) => {
          const number = at + 1;
          const fault = faults[at];
          const told = fault ? `${id}-${at}` : undefined;
          return (
            // oxlint-disable-next-line react/no-array-index-key -- an interval has no name but its place
            <div key={at} className={css.interval}>
              <input
                type="time"
                value={from}
                aria-label={t`${name}, horario ${number}, desde`}
                aria-invalid={fault === 'from'}
                aria-describedby={told}
                onChange={({ target }) => set(at, { from: target.value })}
              />
              <span aria-hidden="true">–</span>
              <input
                type="time"
                value={to}
                aria-label={t`${name}, horario ${number}, hasta`}
                aria-invalid={fault === 'to'}
                aria-describedby={told}
                onChange={({ target }) => set(at, { to: target.value })}
              />
              <IconButton
                size="small"
                aria-label={t`Quitar ${name}, horario ${number}`}
                title={t`Quitar`}
                onClick={() => onChange(day.filter((_, index) => index !== at))}
              >
                <CloseIcon />
              </IconButton>
              {fault && (
                <span id={told} className={css.error}>
                  {said[fault]}
                </span>
              )}
            </div>
          );
        })}
        {overlaps && (
          <span className={css.error} role="alert">
            <Trans>Hay horarios que se pisan.</Trans>
          </span>
        )}
      </div>
      {day.length < MOST_INTERVALS && (
        <Button
          size="small"
          color="inherit"
          startIcon={<PlusIcon />}
          aria-label={t`Agregar un horario: ${name}`}
          onClick={() => onChange([...day, oneMore(day)])}
        >
          <Trans>Agregar</Trans>
        </Button>
      )}
      {children && <div className={css.below}>{children}</div>}
    </fieldset>
  );
}
