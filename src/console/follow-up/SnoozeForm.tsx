import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useId, useState } from 'react';
import type { Hours } from '#contract/hours.ts';
import { useFollowUpText } from './follow-up-text.ts';
import css from './FollowUpSection.module.css';
import { InlinePanel } from './InlinePanel.tsx';
import { type SnoozeOption, snoozeOptions } from './snooze.ts';
import { parseLocalDateTime, toLocalDateTime } from './times.ts';

interface Props {
  /** Of the agency; undefined: of several, or unknown. */
  hours: Hours | undefined;
  zone: string;
  now: number;
  onSubmit: (until: number) => void;
  onClose: () => void;
}

const DAY_MS = 86_400_000;
/** decided: a longer snooze is a mistyped year. */
const MAX_SNOOZE_MS = 366 * DAY_MS;

export function SnoozeForm({ hours, zone, now, onSubmit, onClose }: Props) {
  const { t } = useLingui();
  const text = useFollowUpText(zone, now);
  const [value, setValue] = useState(() => toLocalDateTime(now + DAY_MS, zone));
  const [error, setError] = useState<string>();
  const errorId = useId();

  const optionLabel = ({ kind, until }: SnoozeOption) => {
    const when = text.time(until);
    const clock = toLocalDateTime(until, zone).slice(11);
    const labels: Record<SnoozeOption['kind'], string> = {
      hour: t`En 1 hora (${when})`,
      tonight: t`Esta noche (${clock})`,
      tomorrow: t`Mañana al abrir (${clock})`,
      opening: t`Al abrir (${when})`,
    };
    return labels[kind];
  };
  const validateAndSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const until = parseLocalDateTime(value, zone);
    if (until === undefined) setError(t`Elegí el día y la hora.`);
    else if (until <= Date.now()) setError(t`Elegí un momento que no haya pasado.`);
    else if (until > Date.now() + MAX_SNOOZE_MS)
      setError(t`Elegí un momento dentro de los próximos 12 meses.`);
    else onSubmit(until);
  };

  return (
    <InlinePanel label={t`Posponer`} onClose={onClose}>
      <div className={css.row}>
        {snoozeOptions(now, hours).map((option) => (
          <button key={option.kind} type="button" className="button" onClick={() => onSubmit(option.until)}>
            {optionLabel(option)}
          </button>
        ))}
      </div>
      <form className={css.row} noValidate onSubmit={validateAndSubmit}>
        <label className="field">
          <Trans>Otro momento, hora de la agencia</Trans>
          <input
            type="datetime-local"
            value={value}
            min={toLocalDateTime(now, zone)}
            aria-invalid={error !== undefined}
            aria-describedby={error && errorId}
            onChange={({ target }) => {
              setValue(target.value);
              setError(undefined);
            }}
          />
          {error && (
            <span className="error" id={errorId} role="alert">
              {error}
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
    </InlinePanel>
  );
}
