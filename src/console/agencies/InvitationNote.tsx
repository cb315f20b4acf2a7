import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { Invitation } from '#contract/desk/invitations.ts';
import { Failure } from '#console/api/failure.ts';
import { useFailureMessage } from '#console/api/failure-message.ts';
import { useSession } from '#console/session/session.ts';
import parts from '#console/ui/parts.module.css';
import { UnsavedChangesPrompt } from '#console/forms/UnsavedChangesPrompt.tsx';
import css from './agencies.module.css';
import { editInvitationNote, holdInvitation, readInvitation } from './invitations-queries.ts';

const LONGEST = 1000;

/** What people keep in mind about an invitation, against the version that was read. */
export function InvitationNote({ of: invitation }: { of: Invitation }) {
  const { t } = useLingui();
  const { may } = useSession();
  const [editing, setEditing] = useState(false);
  const { note, noteBy, adminMail } = invitation;
  if (editing) return <NoteForm of={invitation} onClose={() => setEditing(false)} />;
  return (
    <>
      {note && <p className={css.text}>{note}</p>}
      {note && noteBy && <span className={parts.small}>{noteBy}</span>}
      {may.includes('editInvitationNote') && (
        <button
          type="button"
          className="button quiet"
          aria-label={note ? t`Cambiar la nota de ${adminMail}` : t`Anotar algo de ${adminMail}`}
          onClick={() => setEditing(true)}
        >
          {note ? <Trans>Cambiar</Trans> : <Trans>Anotar</Trans>}
        </button>
      )}
    </>
  );
}

function NoteForm({ of: start, onClose }: { of: Invitation; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [note, setNote] = useState(start.note);
  // Somebody else's, saved meanwhile.
  const [theirs, setTheirs] = useState<Invitation>();
  const save = useMutation({
    mutationFn: () => editInvitationNote(start.id, { note, version: (theirs ?? start).version }),
    onSuccess: (changed) => {
      holdInvitation(client, changed);
      onClose();
    },
    onError: async (error) => {
      if (error instanceof Failure && error.code === 'changed-meanwhile')
        setTheirs(await readInvitation(start.id));
    },
  });
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const { adminMail } = start;
  const their = theirs?.note;
  return (
    <form className={css.note} onSubmit={onSubmit}>
      <textarea
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for it
        autoFocus
        rows={3}
        maxLength={LONGEST}
        aria-label={t`Nota de ${adminMail}`}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      {their !== undefined && (
        <p role="alert" className={parts.failed}>
          <Trans>Alguien la cambió mientras tanto: «{their}». Si guardás, queda la tuya.</Trans>
        </p>
      )}
      {save.error && their === undefined && <NotSaved error={save.error} />}
      <div className={parts.actions}>
        <button type="submit" className="button strong" disabled={save.isPending} aria-busy={save.isPending}>
          <Trans>Guardar</Trans>
        </button>
        <button type="button" className="button quiet" onClick={onClose}>
          <Trans>Cancelar</Trans>
        </button>
      </div>
      <UnsavedChangesPrompt unsaved={note !== start.note} />
    </form>
  );
}

function NotSaved({ error }: { error: Error }) {
  const { what, advice } = useFailureMessage(error);
  return (
    <p role="alert" className={parts.failed}>
      {what}. {advice}
    </p>
  );
}
