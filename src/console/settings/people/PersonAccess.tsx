import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Person } from '#contract/desk/people.ts';
import { runMutation } from '#console/api/endpoint-mutation.ts';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/forms/ConfirmDialog.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { paths } from '#console/paths.ts';
import { readSignInOptions, useSession } from '#console/session/session.ts';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { Section } from '#console/ui/Section.tsx';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { MailDeliveryNotice } from './MailDeliveryNotice.tsx';
import { resendInvitation, resetPerson, setPersonAccess } from './person-queries.ts';
import { PersonStatus } from './PersonStatus.tsx';

type SentMail = 'invitation' | 'reset';
type OpenDialog = 'reset-password' | 'resend-invitation' | 'remove-own-access';

export function PersonAccess({ person }: { person: Person }) {
  useConfirmDialogPreload();
  const { t } = useLingui();
  const isOwn = useSession().person.id === person.id;
  const state = useLocation().state as { mailSent?: 'invitation' } | null;
  const [sentMail, setSentMail] = useState<SentMail | undefined>(state?.mailSent);
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const access = useAccessMutation(person);
  const closeDialog = () => setOpenDialog(undefined);
  const onMailSent = (mail: SentMail) => {
    setSentMail(mail);
    closeDialog();
  };
  return (
    <Section title={t`Acceso`}>
      {sentMail && (
        <>
          <Alert severity="success" variant="outlined" onClose={() => setSentMail(undefined)}>
            {sentMail === 'invitation' ? (
              <Trans>La invitación es para {person.mail}. El enlace sirve una vez, durante 72 horas.</Trans>
            ) : !readSignInOptions().passwords ? (
              <Trans>Sus sesiones se cerraron. La próxima vez que entre se vincula su cuenta.</Trans>
            ) : (
              <Trans>
                La contraseña anterior ya no sirve. El enlace para elegir otra es para {person.mail}.
              </Trans>
            )}
          </Alert>
          <MailDeliveryNotice />
        </>
      )}
      <PersonFacts person={person} />
      {access.error && <FormAlert error={access.error} />}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {person.state === 'invited' && (
          <Button variant="outlined" onClick={() => setOpenDialog('resend-invitation')}>
            <Trans>Invitar de nuevo</Trans>
          </Button>
        )}
        {person.state === 'active' && !isOwn && (
          <Button variant="outlined" onClick={() => setOpenDialog('reset-password')}>
            {readSignInOptions().passwords ? (
              <Trans>Restablecer contraseña</Trans>
            ) : (
              <Trans>Restablecer acceso</Trans>
            )}
          </Button>
        )}
        {isOwn && (
          <Button component={Link} to={paths.me()} variant="outlined">
            <Trans>Mi cuenta</Trans>
          </Button>
        )}
        {person.state === 'disabled' ? (
          <Button variant="outlined" loading={access.isPending} onClick={() => access.set(true)}>
            <Trans>Devolver el acceso</Trans>
          </Button>
        ) : (
          <Button
            variant="outlined"
            color="error"
            loading={access.isPending}
            onClick={() => (isOwn ? setOpenDialog('remove-own-access') : access.set(false))}
          >
            <Trans>Quitar el acceso</Trans>
          </Button>
        )}
      </Stack>
      {openDialog === 'reset-password' && (
        <ResetPasswordDialog person={person} onDone={() => onMailSent('reset')} onClose={closeDialog} />
      )}
      {openDialog === 'resend-invitation' && (
        <ResendInvitationDialog
          person={person}
          onDone={() => onMailSent('invitation')}
          onClose={closeDialog}
        />
      )}
      {openDialog === 'remove-own-access' && <RemoveOwnAccessDialog person={person} onClose={closeDialog} />}
      <UndoNotice done={access.notice} onUndo={access.undo} onClose={access.dismissNotice} />
    </Section>
  );
}

function PersonFacts({ person }: { person: Person }) {
  const { t } = useLingui();
  const format = useFormats();
  return (
    <Box sx={{ '--names': '128px' }}>
      <FactRows>
        <FactRow name={t`Correo`} copyText={person.mail}>
          <MuiLink href={`mailto:${encodeURIComponent(person.mail).replace('%40', '@')}`}>
            {person.mail}
          </MuiLink>
        </FactRow>
        <FactRow name={t({ context: 'person', message: 'Estado' })}>
          <PersonStatus person={person} />
        </FactRow>
        <FactRow name={t`Último uso`}>
          {person.seenAt === null ? <Trans>sin dato</Trans> : <Moment at={person.seenAt} />}
        </FactRow>
        <FactRow name={t`Segundo paso`}>
          {person.secondFactor ? <Trans>Sí</Trans> : <Trans>No</Trans>}
        </FactRow>
        {person.openIdIssuer !== null && <FactRow name={t`Cuenta vinculada`}>{person.openIdIssuer}</FactRow>}
        <FactRow name={t`En Vitrina desde`}>{format.moment(person.createdAt)}</FactRow>
      </FactRows>
    </Box>
  );
}

function useAccessMutation(person: Person) {
  const { t } = useLingui();
  const { mutate, reset, variables, isSuccess, isPending, error } = useMutation({
    mutationFn: ({ isEnabled }: { isEnabled: boolean; canUndo: boolean }) =>
      runMutation(setPersonAccess, { id: person.id, enabled: isEnabled }),
  });
  const { name } = person;
  const notice = variables?.isEnabled
    ? t`${name} tiene acceso otra vez.`
    : t`${name} ya no tiene acceso; sus sesiones se cerraron.`;
  return {
    isPending,
    error,
    set: (isEnabled: boolean) => mutate({ isEnabled, canUndo: true }),
    notice: isSuccess ? notice : undefined,
    undo: variables?.canUndo ? () => mutate({ isEnabled: !variables.isEnabled, canUndo: false }) : undefined,
    dismissNotice: reset,
  };
}

interface PersonDialogProps {
  person: Person;
  onDone: () => void;
  onClose: () => void;
}

function ResetPasswordDialog({ person, onDone, onClose }: PersonDialogProps) {
  const { t } = useLingui();
  const [removeSecondFactor, setRemoveSecondFactor] = useState(false);
  const dialog = usePersonDialog(resetPerson, { id: person.id, removeSecondFactor }, onDone);
  const { name } = person;
  const { passwords } = readSignInOptions();
  return (
    <ConfirmDialog
      title={passwords ? t`¿Restablecer la contraseña de ${name}?` : t`¿Restablecer el acceso de ${name}?`}
      action={t`Restablecer`}
      {...dialog}
      onClose={onClose}
    >
      {passwords ? (
        <Trans>
          Su contraseña deja de servir y sus sesiones se cierran ahora. Le llega un correo para elegir otra.
        </Trans>
      ) : (
        <Trans>Sus sesiones se cierran ahora.</Trans>
      )}
      {person.openIdIssuer !== null && (
        <>
          {' '}
          <Trans>Su cuenta vinculada se separa: la próxima vez que entre se vincula la que use.</Trans>
        </>
      )}
      {person.secondFactor && (
        <FormControlLabel
          sx={{ mt: 1 }}
          control={
            <Checkbox
              checked={removeSecondFactor}
              onChange={(_event, checked) => setRemoveSecondFactor(checked)}
            />
          }
          label={t`Quitar también su segundo paso y sus llaves de acceso (perdió el teléfono)`}
        />
      )}
    </ConfirmDialog>
  );
}

function ResendInvitationDialog({ person, onDone, onClose }: PersonDialogProps) {
  const { t } = useLingui();
  const dialog = usePersonDialog(resendInvitation, person.id, onDone);
  const { name } = person;
  return (
    <ConfirmDialog
      title={t`¿Invitar de nuevo a ${name}?`}
      action={t`Invitar de nuevo`}
      {...dialog}
      onClose={onClose}
    >
      <Trans>Le llega otro correo. El enlace anterior deja de servir.</Trans>
    </ConfirmDialog>
  );
}

/** Nobody can restore their own access. */
function RemoveOwnAccessDialog({ person, onClose }: Omit<PersonDialogProps, 'onDone'>) {
  const { t } = useLingui();
  const dialog = usePersonDialog(setPersonAccess, { id: person.id, enabled: false }, () =>
    location.replace(paths.signIn()),
  );
  return (
    <ConfirmDialog
      dangerous
      title={t`¿Quitarte el acceso?`}
      action={t`Quitarme el acceso`}
      typed={person.mail}
      {...dialog}
      onClose={onClose}
    >
      <Trans>
        Tus sesiones se cierran ahora. Solo otra persona que administre puede devolverte el acceso.
      </Trans>
    </ConfirmDialog>
  );
}

function usePersonDialog<Variables>(
  mutation: UseMutationOptions<Person, Error, Variables>,
  variables: Variables,
  onDone: () => void,
) {
  const { mutate, isPending, error } = useMutation({ ...mutation, onSuccess: onDone });
  return {
    pending: isPending,
    failure: error && <FormAlert error={error} />,
    onConfirm: () => mutate(variables),
  };
}
