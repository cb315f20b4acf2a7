import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useFormState } from 'react-hook-form';
import { Link } from 'react-router';
import { EditInvitationNote, type Invitation } from '#contract/desk/invitations.ts';
import { Failure } from '#console/api/failure.ts';
import { Form } from '#console/forms/Form.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { Caption } from '#console/ui/Caption.tsx';
import { FailureText } from '#console/ui/FailureText.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { StatusChip, type Tone } from '#console/ui/StatusChip.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { useAgenciesText } from './agencies-text.ts';
import {
  checkInvitation,
  editInvitationNote,
  inviteAgency,
  refreshInvitation,
} from './agency-page-queries.ts';
import { isInvitationUnanswered, isMailRegistered, stateChangedAt } from './invitation-state.ts';

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
            {isUnanswered ? <Trans>Invitada, sin respuesta</Trans> : text.invitation[state]}
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
