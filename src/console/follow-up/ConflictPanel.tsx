import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { ComparedTable } from '#console/ui/ComparedTable.tsx';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import type { Conflict } from './change-queue.ts';
import { useFollowUpContext } from './follow-up-context.tsx';
import css from './FollowUpSection.module.css';

interface Props {
  conflict: Conflict;
  onOverwrite: () => void;
  onAcceptTheirs: () => void;
}

export function ConflictPanel({ conflict: { mine, theirs, by }, onOverwrite, onAcceptTheirs }: Props) {
  const { t } = useLingui();
  const { text } = useFollowUpContext();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const who = text.displayName(by ?? null);
  const claimText = ({ claimedBy }: FollowUp) => (claimedBy ? text.displayName(claimedBy) : t`Nadie`);
  const snoozeText = ({ snoozedUntil }: FollowUp) =>
    snoozedUntil === null ? t`No` : text.time(snoozedUntil);
  const fields = [
    { name: t`Estado`, format: text.statusWithReason },
    { name: t`La tiene`, format: claimText },
    { name: t`Pospuesta hasta`, format: snoozeText },
  ];
  const differences = fields
    .map(({ name, format }) => ({ name, sides: [format(theirs.followUp), format(mine)] as const }))
    .filter(({ sides }) => sides[0] !== sides[1]);
  return (
    <div className={css.conflict} role="alert" ref={panel} tabIndex={-1}>
      <p>
        <strong>
          <Trans>{who} la cambió mientras tanto.</Trans>
        </strong>{' '}
        <Trans>Lo tuyo todavía no se guardó: elegí qué queda.</Trans>
      </p>
      {differences.length === 0 ? (
        <p>
          <Trans>Quedó igual que lo tuyo.</Trans>
        </p>
      ) : (
        <MuiRoot>
          <ComparedTable heads={[t`Dato`, t`Lo de ${who}`, t`Lo tuyo`]} rows={differences} />
        </MuiRoot>
      )}
      <div className={css.row}>
        <button type="button" className="button" onClick={onAcceptTheirs}>
          <Trans>Dejar lo de {who}</Trans>
        </button>
        {differences.length > 0 && (
          <button type="button" className="button" onClick={onOverwrite}>
            <Trans>Poner lo mío</Trans>
          </button>
        )}
        <HelpLink topic="conflict" />
      </div>
    </div>
  );
}
