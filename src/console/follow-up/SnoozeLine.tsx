import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import type { Hours } from '#contract/hours.ts';
import { useFollowUpChange, useUnconfirmed } from './change.ts';
import css from './FollowUpSection.module.css';
import { useFollowUpText } from './follow-up-text.ts';
import { NotSaved } from './NotSaved.tsx';
import { snoozeOf } from './snooze.ts';
import { SnoozePanel } from './SnoozePanel.tsx';
import { shortTime } from './times.ts';

interface Props {
  adminMail: string;
  sid: string;
  followUp: FollowUp;
  hours: Hours | undefined;
  zone: string;
  now: number;
  mayChange: boolean;
  /** Whether it is being put off. */
  choosing: boolean;
  onChoose: (choosing: boolean) => void;
}

/** Until when the inquiry is put off; it comes back by itself. */
export function SnoozeLine({
  adminMail,
  sid,
  followUp,
  hours,
  zone,
  now,
  mayChange,
  choosing,
  onChoose,
}: Props) {
  const { t, i18n } = useLingui();
  const { send, asked, failure, retry } = useFollowUpChange(adminMail, sid, 'snooze');
  const { isSaving } = useUnconfirmed(adminMail, sid);
  const text = useFollowUpText(zone, now);
  const opener = useRef<HTMLButtonElement>(null);
  // What is pressed beside it goes.
  const focus = () => opener.current?.focus({ preventScroll: true });
  const snooze = snoozeOf(followUp, now);
  const when = snooze.state === 'none' ? '' : shortTime(snooze.at, now, zone, i18n.locale);
  return (
    <div className={css.block}>
      <div className={css.row}>
        {snooze.state === 'none' && (
          <p className={css.said} aria-busy={isSaving('snooze')}>
            <Trans>Sin posponer</Trans>
          </p>
        )}
        {snooze.state === 'until' && (
          <p className={css.said} aria-busy={isSaving('snooze')}>
            <Trans>Pospuesta hasta {when}</Trans>
          </p>
        )}
        {snooze.state === 'back' && (
          <p className={css.said} aria-busy={isSaving('snooze')}>
            <strong className={css.back}>
              <Trans>Volvió</Trans>
            </strong>{' '}
            <Trans>estaba pospuesta hasta {when}</Trans>
          </p>
        )}
        {mayChange && (
          <>
            <button
              ref={opener}
              type="button"
              className="button"
              aria-expanded={choosing}
              title={t`Posponer (s)`}
              onClick={() => onChoose(!choosing)}
            >
              {snooze.state === 'until' ? <Trans>Cambiar</Trans> : <Trans>Posponer…</Trans>}
            </button>
            {snooze.state !== 'none' && (
              <button
                type="button"
                className="button"
                onClick={() => {
                  focus();
                  void send({ kind: 'snooze', until: null });
                }}
              >
                {snooze.state === 'until' ? <Trans>Traerla de vuelta</Trans> : <Trans>Ya la vi</Trans>}
              </button>
            )}
          </>
        )}
      </div>
      {choosing && (
        <SnoozePanel
          hours={hours}
          zone={zone}
          now={now}
          onChoose={(until) => {
            onChoose(false);
            void send({ kind: 'snooze', until });
          }}
          onClose={() => onChoose(false)}
        />
      )}
      {failure && (
        <NotSaved
          error={failure}
          of={asked && text.done(asked, null)}
          onRetry={() => {
            focus();
            void retry();
          }}
        />
      )}
    </div>
  );
}
