import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Invitation } from '#contract/desk/invitations.ts';
import { useFailureMessage } from '#console/api/failure-message.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import parts from '#console/ui/parts.module.css';
import { inviteAgency, onInvited } from './agency-queries.ts';
import { isTaken } from './invitation-state.ts';
import { checkInvitation, holdInvitation } from './invitations-queries.ts';

/** Ask again what became of it, and send it again; what has no sense is not offered. */
export function InvitationActions({ of: invitation }: { of: Invitation }) {
  const { t } = useLingui();
  const { may } = useSession();
  const client = useQueryClient();
  const { id, adminMail, name, state } = invitation;
  const check = useMutation({
    mutationFn: () => checkInvitation(id),
    onSuccess: (changed) => holdInvitation(client, changed),
  });
  const send = useMutation({
    mutationFn: () => inviteAgency({ AdminMail: adminMail, ...(name && { Nombre: name }) }),
    onSettled: () => onInvited(client),
  });
  const taken = isTaken(invitation);
  const again = may.includes('inviteAgency') && state !== 'registered' && !taken;
  const failed = check.error ?? send.error;
  return (
    <div className={parts.actions}>
      {may.includes('checkInvitation') && (state === 'sent' || state === 'sending') && (
        <button
          type="button"
          className="button"
          aria-label={t`Consultar ahora qué pasó con ${adminMail}`}
          aria-busy={check.isPending}
          disabled={check.isPending}
          onClick={() => check.mutate()}
        >
          <Trans>Consultar ahora</Trans>
        </button>
      )}
      {again && (
        <button
          type="button"
          className="button"
          aria-label={t`Enviar otra vez a ${adminMail}`}
          aria-busy={send.isPending}
          disabled={send.isPending}
          onClick={() => send.mutate()}
        >
          <Trans>Enviar otra vez</Trans>
        </button>
      )}
      {taken && may.includes('inviteAgency') && (
        <Link
          className="button"
          to={paths.inviteAgency(adminMail)}
          aria-label={t`Mensaje para el servicio por ${adminMail}`}
        >
          <Trans>Mensaje para el servicio</Trans>
        </Link>
      )}
      {send.isSuccess && (
        <output className={parts.small}>
          <Trans>Se envió otra vez.</Trans>
        </output>
      )}
      {check.isSuccess && (
        <output className={parts.small}>
          <Trans>Consultado recién.</Trans>
        </output>
      )}
      {failed && <Failed error={failed} />}
    </div>
  );
}

function Failed({ error }: { error: Error }) {
  const { what } = useFailureMessage(error);
  return (
    <span role="alert" className={parts.failed}>
      {what}.
    </span>
  );
}
