import { Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import type { Person } from '#contract/desk/people.ts';
import { usePersonStatusNames } from '#console/session/role-text.ts';
import { StatusChip, type Tone } from '#console/ui/StatusChip.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';

const PERSON_TONES: Record<Person['state'], Tone> = { active: 'good', invited: 'waiting', disabled: 'none' };

export function PersonStatus({ person: { state, invitationEndsAt } }: { person: Person }) {
  const format = useFormats();
  const statusNames = usePersonStatusNames();
  const now = useNow();
  return (
    <>
      <StatusChip tone={PERSON_TONES[state]}>{statusNames[state]}</StatusChip>
      {state === 'invited' && invitationEndsAt !== null && (
        <InvitationExpiry date={format.moment(invitationEndsAt)} isPast={invitationEndsAt <= now} />
      )}
    </>
  );
}

function InvitationExpiry({ date, isPast }: { date: string; isPast: boolean }) {
  return (
    <Typography variant="caption" color={isPast ? 'error' : 'textSecondary'} sx={{ display: 'block' }}>
      {isPast ? <Trans>venció el {date}</Trans> : <Trans>hasta el {date}</Trans>}
    </Typography>
  );
}
