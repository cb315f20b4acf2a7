import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useFormState } from 'react-hook-form';
import { EditInvitationNote, type Invitation } from '#contract/desk/invitations.ts';
import { Caption } from '#console/ui/Caption.tsx';
import { Failure } from '#console/api/failure.ts';
import { Form } from '#console/forms/Form.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { useSession } from '#console/session/session.ts';
import { editInvitationNote, refreshInvitation } from './invitation-queries.ts';

const MAX_LENGTH = 1000;

export function InvitationNote({ invitation }: { invitation: Invitation }) {
  const { t } = useLingui();
  const { may } = useSession();
  const [isEditing, setEditing] = useState(false);
  const { note, noteBy, adminMail } = invitation;
  if (isEditing) return <InvitationNoteForm invitation={invitation} onClose={() => setEditing(false)} />;
  return (
    <>
      {note && <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{note}</Typography>}
      {note && noteBy && <Caption>{noteBy}</Caption>}
      {may.includes('editInvitationNote') && (
        <Button
          size="small"
          color="inherit"
          aria-label={note ? t`Cambiar la nota de ${adminMail}` : t`Anotar algo de ${adminMail}`}
          onClick={() => setEditing(true)}
          sx={{ ml: -0.5 }}
        >
          {note ? <Trans>Cambiar</Trans> : <Trans>Anotar</Trans>}
        </Button>
      )}
    </>
  );
}

function InvitationNoteForm({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { t } = useLingui();
  const { id, adminMail, note: storedNote, version } = invitation;
  const form = useForm<EditInvitationNote>({
    resolver: zodResolver(EditInvitationNote),
    defaultValues: { note: storedNote, version },
  });
  const save = useMutation({
    ...editInvitationNote,
    onSuccess: onClose,
    onError: (error) => (isVersionConflict(error) ? refreshInvitation(id) : undefined),
  });
  const { isDirty, defaultValues } = useFormState({ control: form.control });
  const hasConflict = version !== defaultValues?.version;
  return (
    <Form
      // A conflict is shown before this stored version is overwritten.
      onSubmit={form.handleSubmit(({ note }) => save.mutate({ id, note, version }))}
      submitLabel={t`Guardar`}
      isPending={save.isPending}
      hasUnsavedChanges={isDirty && !save.isSuccess}
      failure={
        hasConflict ? (
          <Alert severity="warning" variant="outlined">
            <Trans>Alguien la cambió mientras tanto: «{storedNote}». Si guardás, queda la tuya.</Trans>
          </Alert>
        ) : (
          save.error && !isVersionConflict(save.error) && <FormAlert error={save.error} />
        )
      }
      actions={
        <Button color="inherit" onClick={onClose}>
          <Trans>Cancelar</Trans>
        </Button>
      }
    >
      <FormTextField
        control={form.control}
        name="note"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a button
        autoFocus
        multiline
        minRows={3}
        htmlInput={{ 'aria-label': t`Nota de ${adminMail}`, maxLength: MAX_LENGTH }}
        errorText={t`Escribí hasta ${MAX_LENGTH} letras.`}
      />
    </Form>
  );
}

const isVersionConflict = (error: Error) => error instanceof Failure && error.code === 'changed-meanwhile';
