import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { REMINDER_INTERVAL_MS } from '#contract/desk/bulk-invitations.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/forms/ConfirmDialog.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { type InvitedAgency, remindAgencies } from './bulk-invitation-queries.ts';

export function RemindButton({ jobId, agencies }: { jobId: string; agencies: readonly InvitedAgency[] }) {
  const { t } = useLingui();
  const { may } = useSession();
  const now = useNow();
  const [reminderId, setReminderId] = useState<string>();
  useConfirmDialogPreload();
  const due = agencies.filter(({ sentAt }) => sentAt <= now - REMINDER_INTERVAL_MS).length;
  const remind = useMutation({
    ...remindAgencies,
    onSuccess: () => setReminderId(undefined),
  });
  if (!may.includes('remindAgencies') || agencies.length === 0) return null;
  return (
    <>
      <Button
        variant="outlined"
        disabled={due === 0}
        onClick={() => {
          remind.reset();
          setReminderId(crypto.randomUUID());
        }}
      >
        {due === 0
          ? t`Recordar a quienes no se registraron`
          : t`Recordar a ${plural(due, { one: '# que no se registró', other: '# que no se registraron' })}…`}
      </Button>
      <Typography component="output" variant="body2" color="textSecondary">
        {remind.data ? (
          <Trans>
            Se están enviando los recordatorios. <Link to={paths.job(remind.data.id)}>Ver la tarea</Link>
          </Trans>
        ) : (
          due === 0 && <Trans>A todas se les envió algo en las últimas 24 horas.</Trans>
        )}
      </Typography>
      {reminderId !== undefined && (
        <ConfirmDialog
          title={t`¿Recordar a ${plural(due, { one: '# agencia', other: '# agencias' })}?`}
          action={t`Enviar los recordatorios`}
          pending={remind.isPending}
          failure={remind.error && <FailureAlert error={remind.error} />}
          onConfirm={() => remind.mutate({ id: jobId, reminderId })}
          onClose={() => setReminderId(undefined)}
        >
          <Trans>
            El servicio les envía otra vez el correo con el que completan su registro. A ninguna se le
            recuerda más de una vez por día.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  );
}
