import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Invitation } from '#contract/desk/invitations.ts';
import { FailureText } from '#console/ui/FailureText.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { inviteAgency } from './agency-mutations.ts';
import { isMailRegistered } from './invitation-state.ts';
import { checkInvitation } from './invitation-queries.ts';

export function InvitationActions({ invitation }: { invitation: Invitation }) {
  const { t } = useLingui();
  const { may } = useSession();
  const { id, adminMail, name, state } = invitation;
  const check = useMutation(checkInvitation);
  const resend = useMutation(inviteAgency);
  const isRegistered = isMailRegistered(invitation);
  const error = check.error ?? resend.error;
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>
      {may.includes('checkInvitation') && (state === 'sent' || state === 'sending') && (
        <Button
          size="small"
          aria-label={t`Consultar ahora qué pasó con ${adminMail}`}
          loading={check.isPending}
          onClick={() => check.mutate(id)}
        >
          <Trans>Consultar ahora</Trans>
        </Button>
      )}
      {may.includes('inviteAgency') && state !== 'registered' && !isRegistered && (
        <Button
          size="small"
          aria-label={t`Enviar otra vez a ${adminMail}`}
          loading={resend.isPending}
          onClick={() => resend.mutate({ AdminMail: adminMail, ...(name && { Nombre: name }) })}
        >
          <Trans>Enviar otra vez</Trans>
        </Button>
      )}
      {may.includes('inviteAgency') && isRegistered && (
        <Button
          size="small"
          component={Link}
          to={paths.inviteAgency(adminMail)}
          aria-label={t`Mensaje para el servicio por ${adminMail}`}
        >
          <Trans>Mensaje para el servicio</Trans>
        </Button>
      )}
      {resend.isSuccess && <Outcome text={t`Se envió otra vez.`} />}
      {check.isSuccess && <Outcome text={t`Consultado recién.`} />}
      {error && <FailureText error={error} />}
    </Stack>
  );
}

function Outcome({ text }: { text: string }) {
  return (
    <Typography component="output" variant="caption" color="textSecondary">
      {text}
    </Typography>
  );
}
