import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Failure } from '#console/api/failure.ts';
import { useSession } from '#console/session/session.ts';
import { useFollowUpChange, useUnconfirmed } from './change.ts';
import css from './FollowUpSection.module.css';
import { colleaguesOf } from './follow-up-queries.ts';
import { useFollowUpText } from './follow-up-text.ts';
import { HandOverPanel } from './HandOverPanel.tsx';
import { NotSaved } from './NotSaved.tsx';
import type { By } from './standing.ts';

interface Props {
  adminMail: string;
  sid: string;
  operator: string | null | undefined;
  claimedBy: By | null;
  zone: string;
  now: number;
  mayChange: boolean;
  /** Whether it is being handed over. */
  handing: boolean;
  onHand: (handing: boolean) => void;
}

/** Who works on the inquiry: taking it, letting go of it, handing it over. */
export function ClaimLine({
  adminMail,
  sid,
  operator,
  claimedBy,
  zone,
  now,
  mayChange,
  handing,
  onHand,
}: Props) {
  const { t } = useLingui();
  const { person } = useSession();
  const client = useQueryClient();
  const { send, unsaved, failure, retry, discard } = useFollowUpChange(adminMail, sid, 'claim');
  const { isSaving } = useUnconfirmed(adminMail, sid);
  const text = useFollowUpText(zone, now);
  const taking = useRef<HTMLButtonElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const mine = claimedBy?.id === person.id;
  const name = claimedBy?.name ?? '';
  const what = unsaved && text.done(unsaved.change, unsaved.to);
  const cannotBe = failure instanceof Failure && failure.errors['change.to'] !== undefined;
  const handOver = async (to: By, note: string) => {
    const made = await send({ kind: 'hand-over', to: to.id, ...(note && { note }) }, to);
    // Whoever cannot be handed it is not to be offered again.
    if (!made) void client.invalidateQueries({ queryKey: colleaguesOf(adminMail, operator).queryKey });
    return made;
  };
  return (
    <div className={css.block}>
      <div className={css.row}>
        <p className={css.said} aria-busy={isSaving('claim', 'hand-over')}>
          {!claimedBy && <Trans>Nadie la tomó</Trans>}
          {claimedBy && mine && <Trans>La tenés vos</Trans>}
          {claimedBy && !mine && <Trans>La tiene {name}</Trans>}{' '}
        </p>
        {mayChange && (
          <>
            <button
              ref={taking}
              type="button"
              className="button"
              onClick={() => void send({ kind: 'claim', claimed: !mine })}
            >
              {mine ? <Trans>Soltarla</Trans> : <Trans>Tomarla</Trans>}
            </button>
            <button
              ref={opener}
              type="button"
              className="button"
              aria-expanded={handing}
              title={t`Pasarla a otra persona (a)`}
              onClick={() => onHand(!handing)}
            >
              <Trans>Pasarla a…</Trans>
            </button>
          </>
        )}
      </div>
      {handing && (
        <HandOverPanel
          adminMail={adminMail}
          sid={sid}
          operator={operator}
          claimedBy={claimedBy}
          onChoose={handOver}
          onClose={() => onHand(false)}
        />
      )}
      {failure && cannotBe && (
        <NotSaved
          error={failure}
          of={what}
          meaning={{
            what: t`Esa persona ya no puede ver esta consulta`,
            advice: t`Elegí a otra persona; lo que escribiste sigue ahí.`,
          }}
        >
          <button
            type="button"
            className="button"
            onClick={() => {
              // The button goes, and closing the choice leads back to what opens it.
              opener.current?.focus({ preventScroll: true });
              discard();
              onHand(true);
            }}
          >
            <Trans>Elegir a otra persona</Trans>
          </button>
        </NotSaved>
      )}
      {failure && !cannotBe && (
        <NotSaved
          error={failure}
          of={what}
          onRetry={() => {
            taking.current?.focus({ preventScroll: true });
            void retry();
          }}
        />
      )}
    </div>
  );
}
