import { Trans } from '@lingui/react/macro';
import type { Person } from '#contract/desk/people.ts';
import { useSession } from '#console/session/session.ts';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import css from './people.module.css';
import { iso, usePeopleText } from './people-text.ts';

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
      <span className={css.state} data-state={state}>
        {text.state[state]}
      </span>
      {state === 'invited' && invitationEndsAt !== null && (
        <span className={css.small} data-over={over}>
          {over ? <Trans>venció el {until}</Trans> : <Trans>hasta el {until}</Trans>}
        </span>
      )}
    </>
  );
}
