import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useId, useState } from 'react';
import type { Hours } from '#contract/hours.ts';
import { Choice } from './Choice.tsx';
import css from './FollowUpSection.module.css';
import { type SnoozeChoice, snoozeChoices } from './snooze.ts';
import { instantOf, shortTime, wallOf } from './times.ts';

interface Props {
  hours: Hours | undefined;
  zone: string;
  now: number;
  onChoose: (until: number) => void;
  onClose: () => void;
}

const DAY_MS = 86_400_000;
/** decided: what is put off for longer is a slip of the year. */
const LONGEST_MS = 366 * DAY_MS;

/** Puts the inquiry off: to a moment that is offered, or to one of one's own, by the clock of the agency. */
export function SnoozePanel({ hours, zone, now, onChoose, onClose }: Props) {
  const { t, i18n } = useLingui();
  const [wall, setWall] = useState(() => wallOf(now + DAY_MS, zone));
  const [fault, setFault] = useState<string>();
  const describes = useId();

  const nameOf = ({ kind, until }: SnoozeChoice) => {
    const when = shortTime(until, now, zone, i18n.locale);
    const clock = wallOf(until, zone).slice(11);
    const names: Record<SnoozeChoice['kind'], string> = {
      hour: t`En 1 hora (${when})`,
      tonight: t`Esta noche (${clock})`,
      tomorrow: t`Mañana al abrir (${clock})`,
      opening: t`Al abrir (${when})`,
    };
    return names[kind];
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const until = instantOf(wall, zone);
    if (until === undefined) setFault(t`Elegí el día y la hora.`);
    else if (until <= Date.now()) setFault(t`Elegí un momento que no haya pasado.`);
    else if (until > Date.now() + LONGEST_MS) setFault(t`Elegí un momento dentro de los próximos 12 meses.`);
    else onChoose(until);
  };

  return (
    <Choice label={t`Posponer`} onClose={onClose}>
      <div className={css.row}>
        {snoozeChoices(now, hours).map((choice) => (
          <button key={choice.kind} type="button" className="button" onClick={() => onChoose(choice.until)}>
            {nameOf(choice)}
          </button>
        ))}
      </div>
      <form className={css.row} noValidate onSubmit={onSubmit}>
        <label className="field">
          <Trans>Otro momento, hora de la agencia</Trans>
          <input
            type="datetime-local"
            value={wall}
            min={wallOf(now, zone)}
            aria-invalid={fault !== undefined}
            aria-describedby={fault && describes}
            onChange={({ target }) => {
              setWall(target.value);
              setFault(undefined);
            }}
          />
          {fault && (
            <span className="error" id={describes} role="alert">
              {fault}
            </span>
          )}
        </label>
        <button type="submit" className="button">
          <Trans>Posponer</Trans>
        </button>
        <button type="button" className="button quiet" onClick={onClose}>
          <Trans>Cancelar</Trans>
        </button>
      </form>
    </Choice>
  );
}
