import { Trans, useLingui } from '@lingui/react/macro';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import { ConflictAlert } from '#console/forms/ConflictAlert.tsx';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import type { Conflict } from './change-queue.ts';
import { useFollowUpContext } from './follow-up-context.tsx';

interface Props {
  conflict: Conflict;
  onOverwrite: () => void;
  onAcceptTheirs: () => void;
}

export function ConflictPanel({ conflict: { mine, theirs, by }, onOverwrite, onAcceptTheirs }: Props) {
  const { t } = useLingui();
  const { text } = useFollowUpContext();
  const who = text.displayName(by ?? null);
  const claimText = ({ claimedBy }: FollowUp) => (claimedBy ? text.displayName(claimedBy) : t`Nadie`);
  const snoozeText = ({ snoozedUntil }: FollowUp) =>
    snoozedUntil === null ? t`No` : text.time(snoozedUntil);
  const fields = [
    { name: t`Estado`, format: text.statusWithReason },
    { name: t`La tiene`, format: claimText },
    { name: t`Pospuesta hasta`, format: snoozeText },
  ];
  const differing = fields
    .map(({ name, format }) => ({ name, mine: format(mine), theirs: format(theirs.followUp) }))
    .filter((difference) => difference.mine !== difference.theirs);
  return (
    <MuiRoot>
      <ConflictAlert
        texts={{
          title: (
            <>
              <Trans>{who} la cambió mientras tanto.</Trans>{' '}
              <Trans>Lo tuyo todavía no se guardó: elegí qué queda.</Trans>
            </>
          ),
          theirs: t`Lo de ${who}`,
          saveMine: t`Poner lo mío`,
          keepTheirs: t`Dejar lo de ${who}`,
        }}
        differing={differing}
        onSaveMine={onOverwrite}
        onKeepTheirs={onAcceptTheirs}
      >
        <HelpLink topic="conflict" />
      </ConflictAlert>
    </MuiRoot>
  );
}
