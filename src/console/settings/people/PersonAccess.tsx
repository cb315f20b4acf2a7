import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Person } from '#contract/desk/people.ts';
import { paths } from '#console/paths.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { useSession } from '#console/session/session.ts';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/ui/ConfirmDialog.tsx';
import parts from '#console/ui/parts.module.css';
import { Moment } from '#console/ui/Moment.tsx';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { MailPlace } from './MailPlace.tsx';
import { PersonState } from './PersonState.tsx';
import css from './people.module.css';
import { holdPerson, inviteAgain, resetPerson, setAccess } from './people-queries.ts';
import { iso } from './people-text.ts';

type Asked = 'reset' | 'invite' | 'leave';

/** How and since when the person comes in, and what can be done about it. */
export function PersonAccess({ person }: { person: Person }) {
  useConfirmDialogPreload();
  const { t } = useLingui();
  const own = useSession().person.id === person.id;
  const arrival = useLocation().state as { mailed?: 'invitation' } | null;
  const [mailed, setMailed] = useState<'invitation' | 'reset' | undefined>(arrival?.mailed);
  const [asked, setAsked] = useState<Asked>();
  const access = useAccess(person);
  const close = () => setAsked(undefined);
  const onMailed = (what: 'invitation' | 'reset') => {
    setMailed(what);
    close();
  };
  return (
    <section className={parts.section} aria-label={t`Acceso`}>
      {mailed && (
        <>
          <Alert severity="success" variant="outlined" onClose={() => setMailed(undefined)}>
            {mailed === 'invitation' ? (
              <Trans>La invitación es para {person.mail}. El enlace sirve una vez, durante 72 horas.</Trans>
            ) : (
              <Trans>
                La contraseña anterior ya no sirve. El enlace para elegir otra es para {person.mail}.
              </Trans>
            )}
          </Alert>
          <MailPlace />
        </>
      )}
      <Facts person={person} />
      {access.failure && <FormAlert error={access.failure} />}
      <div className={parts.actions}>
        {person.state === 'invited' && (
          <Button variant="outlined" onClick={() => setAsked('invite')}>
            <Trans>Invitar de nuevo</Trans>
          </Button>
        )}
        {person.state === 'active' && !own && (
          <Button variant="outlined" onClick={() => setAsked('reset')}>
            <Trans>Restablecer contraseña</Trans>
          </Button>
        )}
        {own && (
          <Button component={Link} to={paths.me()} variant="outlined">
            <Trans>Mi cuenta</Trans>
          </Button>
        )}
        {person.state === 'disabled' ? (
          <Button variant="outlined" loading={access.pending} onClick={() => access.set(true)}>
            <Trans>Devolver el acceso</Trans>
          </Button>
        ) : (
          <Button
            variant="outlined"
            color="error"
            loading={access.pending}
            onClick={() => (own ? setAsked('leave') : access.set(false))}
          >
            <Trans>Quitar el acceso</Trans>
          </Button>
        )}
      </div>
      {asked === 'reset' && <ResetDialog person={person} onDone={() => onMailed('reset')} onClose={close} />}
      {asked === 'invite' && (
        <InviteAgainDialog person={person} onDone={() => onMailed('invitation')} onClose={close} />
      )}
      {asked === 'leave' && <LeaveDialog person={person} onClose={close} />}
      <UndoNotice done={access.done} onUndo={access.undo} onClose={access.forget} />
    </section>
  );
}

function Facts({ person }: { person: Person }) {
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  return (
    <dl className={css.facts}>
      <dt>
        <Trans>Correo</Trans>
      </dt>
      <dd>
        <a href={`mailto:${encodeURIComponent(person.mail).replace('%40', '@')}`}>{person.mail}</a>
      </dd>
      <dt>
        <Trans context="person">Estado</Trans>
      </dt>
      <dd>
        <PersonState person={person} />
      </dd>
      <dt>
        <Trans>Último uso</Trans>
      </dt>
      <dd>{person.seenAt === null ? <Trans>sin dato</Trans> : <Moment at={person.seenAt} />}</dd>
      <dt>
        <Trans>Segundo paso</Trans>
      </dt>
      <dd>{person.secondFactor ? <Trans>Sí</Trans> : <Trans>No</Trans>}</dd>
      <dt>
        <Trans>En Vitrina desde</Trans>
      </dt>
      <dd>{format.moment(iso(person.createdAt))}</dd>
    </dl>
  );
}

/** Taking access away and giving it back happen at once, and each undoes the other. */
function useAccess(person: Person) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [done, setDone] = useState<{ enabled: boolean; undoable: boolean }>();
  const change = useMutation({
    mutationFn: ({ enabled }: { enabled: boolean; undoable: boolean }) => setAccess(person.id, enabled),
    onSuccess: (changed, { enabled, undoable }) => {
      holdPerson(client, changed);
      setDone({ enabled, undoable });
    },
  });
  const { name } = person;
  const sentence = done?.enabled
    ? t`${name} tiene acceso otra vez.`
    : t`${name} ya no tiene acceso; sus sesiones se cerraron.`;
  return {
    pending: change.isPending,
    failure: change.error,
    set: (enabled: boolean) => change.mutate({ enabled, undoable: true }),
    done: done && sentence,
    undo: done?.undoable ? () => change.mutate({ enabled: !done.enabled, undoable: false }) : undefined,
    forget: () => setDone(undefined),
  };
}

interface DialogProps {
  person: Person;
  onDone: () => void;
  onClose: () => void;
}

function ResetDialog({ person, onDone, onClose }: DialogProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [removeSecondFactor, setRemove] = useState(false);
  const reset = useMutation({
    mutationFn: () => resetPerson(person.id, { removeSecondFactor }),
    onSuccess: (changed) => {
      holdPerson(client, changed);
      onDone();
    },
  });
  const { name } = person;
  return (
    <ConfirmDialog
      title={t`¿Restablecer la contraseña de ${name}?`}
      action={t`Restablecer`}
      pending={reset.isPending}
      failure={reset.error && <FormAlert error={reset.error} />}
      onConfirm={() => reset.mutate()}
      onClose={onClose}
    >
      <Trans>
        Su contraseña deja de servir y sus sesiones se cierran ahora. Le llega un correo para elegir otra.
      </Trans>
      {person.secondFactor && (
        <FormControlLabel
          sx={{ mt: 1 }}
          control={
            <Checkbox checked={removeSecondFactor} onChange={(_event, checked) => setRemove(checked)} />
          }
          label={t`Quitar también su segundo paso (perdió el teléfono)`}
        />
      )}
    </ConfirmDialog>
  );
}

function InviteAgainDialog({ person, onDone, onClose }: DialogProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const invite = useMutation({
    mutationFn: () => inviteAgain(person.id),
    onSuccess: (changed) => {
      holdPerson(client, changed);
      onDone();
    },
  });
  const { name } = person;
  return (
    <ConfirmDialog
      title={t`¿Invitar de nuevo a ${name}?`}
      action={t`Invitar de nuevo`}
      pending={invite.isPending}
      failure={invite.error && <FormAlert error={invite.error} />}
      onConfirm={() => invite.mutate()}
      onClose={onClose}
    >
      <Trans>Le llega otro correo. El enlace anterior deja de servir.</Trans>
    </ConfirmDialog>
  );
}

/** One's own access cannot be given back by oneself. */
function LeaveDialog({ person, onClose }: Omit<DialogProps, 'onDone'>) {
  const { t } = useLingui();
  const leave = useMutation({
    mutationFn: () => setAccess(person.id, false),
    onSuccess: () => location.replace(paths.signIn()),
  });
  return (
    <ConfirmDialog
      dangerous
      title={t`¿Quitarte el acceso?`}
      action={t`Quitarme el acceso`}
      typed={person.mail}
      pending={leave.isPending}
      failure={leave.error && <FormAlert error={leave.error} />}
      onConfirm={() => leave.mutate()}
      onClose={onClose}
    >
      <Trans>
        Tus sesiones se cierran ahora. Solo otra persona que administre puede devolverte el acceso.
      </Trans>
    </ConfirmDialog>
  );
}
