import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { type InviteAgencies, MAX_INVITATION_COLUMNS } from '#contract/desk/bulk-invitations.ts';
import { paths } from '#console/paths.ts';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/forms/ConfirmDialog.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { inviteAgencies } from './bulk-invitation-queries.ts';
import { type CheckedRow, toAgency } from './check-rows.ts';
import { useInviteManyText } from './invite-many-text.ts';

// The gateway refuses longer cells.
const MAX_CELL_LENGTH = 1000;
const MAX_NAME_LENGTH = 200;

interface Props {
  rows: readonly CheckedRow[];
  columns: readonly string[];
  fileName: string;
  isChecking: boolean;
  onSent: () => void;
}

export function SendButton({ rows, columns, fileName, isChecking, onSent }: Props) {
  const { t } = useLingui();
  const text = useInviteManyText();
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  // Every attempt sends the same id, so that a repeated request starts no second job.
  const [id] = useState(() => crypto.randomUUID());
  useConfirmDialogPreload();
  const ready = rows.filter(({ bucket }) => bucket === 'ready').length;
  const unchecked = rows.filter(({ bucket }) => bucket === 'unchecked').length;
  const skipped = rows.length - ready;
  const send = useMutation({
    ...inviteAgencies,
    onSuccess: onSent,
  });
  const handleConfirm = () =>
    send.mutate({
      id,
      name: fileName.slice(0, MAX_NAME_LENGTH),
      columns: columns.slice(0, MAX_INVITATION_COLUMNS).map((name) => name.slice(0, MAX_NAME_LENGTH)),
      rows: rows.map((row) => toJobRow(row, text.reason(row))),
    });
  // The navigation waits for an effect, when the prompt for unsaved changes is off.
  useEffect(() => {
    if (send.isSuccess) void navigate(paths.invitationJob(id));
  }, [send.isSuccess, id, navigate]);
  return (
    <>
      <Button
        variant="contained"
        disabled={ready === 0 || unchecked > 0 || isChecking}
        onClick={() => {
          send.reset();
          setIsOpen(true);
        }}
      >
        {t`Invitar a ${plural(ready, { one: '# agencia', other: '# agencias' })}…`}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={t`¿Invitar a ${plural(ready, { one: '# agencia', other: '# agencias' })}?`}
          action={t`Invitar`}
          pending={send.isPending || send.isSuccess}
          failure={send.error && <FailureAlert error={send.error} />}
          onConfirm={handleConfirm}
          onClose={() => setIsOpen(false)}
        >
          <p>
            <Trans>El servicio le envía un correo a cada una, y no se puede deshacer.</Trans>
          </p>
          {skipped > 0 && (
            <p>
              {t`${plural(skipped, {
                one: '# fila no se envía; después se puede descargar con su motivo.',
                other: '# filas no se envían; después se pueden descargar con sus motivos.',
              })}`}
            </p>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}

function toJobRow(
  { cells: given, bucket, values }: CheckedRow,
  reason: string,
): InviteAgencies['rows'][number] {
  const cells = given.slice(0, MAX_INVITATION_COLUMNS).map((cell) => cell.slice(0, MAX_CELL_LENGTH));
  if (bucket === 'ready' || bucket === 'unchecked') return { cells, agency: toAgency(values) };
  return { cells, skipped: bucket, detail: reason.slice(0, MAX_CELL_LENGTH) };
}
