import { Trans } from '@lingui/react/macro';
import type { Person } from '#contract/desk/people.ts';
import { useSession } from '#console/session/session.ts';
import parts from '#console/ui/parts.module.css';
import { StatusChip, type Tone } from '#console/ui/StatusChip.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { iso, usePeopleText } from './people-text.ts';

const TONES: Record<Person['state'], Tone> = { active: 'good', invited: 'waiting', disabled: 'none' };

/** Whether the person can come in, and until when an invitation holds. */
export function PersonState({ person: { state, invitationEndsAt } }: { person: Person }) {
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const text = usePeopleText();
  const now = useNow();
  const over = invitationEndsAt !== null && invitationEndsAt <= now;
  const until = invitationEndsAt === null ? '' : format.moment(iso(invitationEndsAt));
  return (
    <>
      <StatusChip tone={TONES[state]}>{text.state[state]}</StatusChip>
      {state === 'invited' && invitationEndsAt !== null && (
        <span className={parts.small}>
          {over ? (
            <span className={parts.failed}>
              <Trans>venció el {until}</Trans>
            </span>
          ) : (
            <Trans>hasta el {until}</Trans>
          )}
        </span>
      )}
    </>
  );
}
