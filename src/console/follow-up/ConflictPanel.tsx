import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useConflict } from './change.ts';
import type { Conflict } from './change-queue.ts';
import css from './FollowUpSection.module.css';
import { useFollowUpText } from './follow-up-text.ts';

interface Props {
  adminMail: string;
  sid: string;
  zone: string;
  now: number;
  /** What is to stay was chosen, and the panel goes. */
  onChosen: () => void;
}

/** Somebody else changed the inquiry meanwhile: both versions side by side, and the choice. */
export function ConflictPanel({ adminMail, sid, zone, now, onChosen }: Props) {
  const { conflict, putMine, leaveTheirs } = useConflict(adminMail, sid);
  if (!conflict) return null;
  return (
    <Versions
      of={conflict}
      zone={zone}
      now={now}
      onMine={() => {
        onChosen();
        void putMine();
      }}
      onTheirs={() => {
        onChosen();
        leaveTheirs();
      }}
    />
  );
}

function Versions({
  of: { mine, theirs, by },
  zone,
  now,
  onMine,
  onTheirs,
}: {
  of: Conflict;
  zone: string;
  now: number;
  onMine: () => void;
  onTheirs: () => void;
}) {
  const { t } = useLingui();
  const text = useFollowUpText(zone, now);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const who = text.nameOf(by ?? null);
  const told = (one: typeof mine) => ({
    status: text.standing(one),
    claim: one.claimedBy ? text.nameOf(one.claimedBy) : t`Nadie`,
    snooze: one.snoozedUntil === null ? t`No` : text.time(one.snoozedUntil),
  });
  const heads = { status: t`Estado`, claim: t`La tiene`, snooze: t`Pospuesta hasta` };
  const [my, their] = [told(mine), told(theirs.followUp)];
  const differing = (['status', 'claim', 'snooze'] as const).filter((field) => my[field] !== their[field]);
  return (
    <div className={css.conflict} role="alert" ref={panel} tabIndex={-1}>
      <p>
        <strong>
          <Trans>{who} la cambió mientras tanto.</Trans>
        </strong>{' '}
        <Trans>Lo tuyo todavía no se guardó: elegí qué queda.</Trans>
      </p>
      {differing.length === 0 ? (
        <p>
          <Trans>Quedó igual que lo tuyo.</Trans>
        </p>
      ) : (
        <table className={css.versions}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Dato</Trans>
              </th>
              <th scope="col">
                <Trans>Lo de {who}</Trans>
              </th>
              <th scope="col">
                <Trans>Lo tuyo</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {differing.map((field) => (
              <tr key={field}>
                <th scope="row">{heads[field]}</th>
                <td>{their[field]}</td>
                <td>{my[field]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={css.row}>
        <button type="button" className="button" onClick={onTheirs}>
          <Trans>Dejar lo de {who}</Trans>
        </button>
        {differing.length > 0 && (
          <button type="button" className="button" onClick={onMine}>
            <Trans>Poner lo mío</Trans>
          </button>
        )}
      </div>
    </div>
  );
}
