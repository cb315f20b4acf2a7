import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import type { Invitation } from '#contract/desk/invitations.ts';
import { Caption } from '#console/ui/Caption.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { StatusChip, type Tone } from '#console/ui/StatusChip.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { useAgenciesText } from './agencies-text.ts';
import { isMailRegistered, isInvitationUnanswered, stateChangedAt } from './invitation-state.ts';

const INVITATION_TONES: Record<Invitation['state'], Tone> = {
  sending: 'caution',
  sent: 'waiting',
  registered: 'good',
  refused: 'bad',
  ended: 'none',
};

export function InvitationStateCell({ row }: { row: Invitation }) {
  const text = useAgenciesText();
  const now = useNow();
  const { state, sends } = row;
  const changedAt = stateChangedAt(row);
  const isUnanswered = state === 'sent' && isInvitationUnanswered(sends[0]?.at, now);
  return (
    <>
      <Tooltip describeChild title={<StateDetails invitation={row} />}>
        <Box component="span" tabIndex={0} sx={{ display: 'inline-flex', maxWidth: '100%', borderRadius: 4 }}>
          <StatusChip tone={isUnanswered ? 'caution' : INVITATION_TONES[state]}>
            {isUnanswered ? <Trans>Enviada, sin respuesta</Trans> : text.invitation[state]}
          </StatusChip>
        </Box>
      </Tooltip>
      <Caption>
        {changedAt !== null && <Moment at={changedAt} />}
        {isMailRegistered(row) ? (
          <div>
            <Trans>
              Ese correo ya tiene cuenta en el servicio: hay que escribir a su atención al cliente.
            </Trans>
          </div>
        ) : (
          (state === 'sending' || state === 'refused') && <div>{text.invitationMeaning[state]}</div>
        )}
      </Caption>
    </>
  );
}

function StateDetails({ invitation: { state, checkedAt, nextCheckAt } }: { invitation: Invitation }) {
  const text = useAgenciesText();
  return (
    <>
      {text.invitationMeaning[state]}
      {checkedAt !== null && state === 'sent' && (
        <div>
          <Trans>
            Consultado: <Moment at={checkedAt} />
          </Trans>
          {nextCheckAt !== null && (
            <>
              {' · '}
              <Trans>
                próxima consulta: <Moment at={nextCheckAt} />
              </Trans>
            </>
          )}
        </div>
      )}
    </>
  );
}
