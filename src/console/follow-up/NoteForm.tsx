import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import { useForkRef } from '@mui/material/utils';
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { useController, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { MAX_NOTE_LENGTH, NoteChange } from '#contract/follow-up/note-change.ts';
import { focusInquiry } from '#console/inquiries/focus-inquiry.ts';
import { useDraft } from '#console/ui/drafts.ts';
import { draftNames } from './change-storage.ts';
import { useFollowUpContext } from './follow-up-context.tsx';
import css from './FollowUpSection.module.css';
import { SaveFailure } from './SaveFailure.tsx';
import { usePendingChanges } from './change-store.ts';

const NoteValues = z.omit(NoteChange, { kind: true });
type NoteValues = z.infer<typeof NoteValues>;

export function NoteForm({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const { t } = useLingui();
  const { inquiryKey } = useFollowUpContext();
  const names = draftNames(inquiryKey);
  const [text, setText] = useDraft(names.note);
  const [contact, setContact] = useDraft(names.contact);
  const form = useForm({
    resolver: zodResolver(NoteValues),
    values: { text, contact: contact !== '' },
  });
  const { field: noteField } = useController({ control: form.control, name: 'text' });
  // `form.setFocus` focuses in a later task only: the first letter after the shortcut `n` would be lost.
  const fieldRef = useForkRef(noteField.ref, field);
  const changes = usePendingChanges(inquiryKey, 'note');
  const { isPending, failed } = changes;
  const submitButton = useRef<HTMLButtonElement>(null);

  const save = (values: NoteValues) => {
    if (isPending) return;
    const note = failed?.change;
    if (note?.kind === 'note' && note.text === values.text && note.contact === values.contact) {
      void changes.retry();
    } else {
      changes.discard();
      void changes.save({ kind: 'note', ...values });
    }
  };
  const submit = form.handleSubmit(save);
  const onKeyDown = (event: KeyboardEvent) => {
    const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isSubmit && event.key !== 'Escape') return;
    event.preventDefault();
    if (isSubmit) void submit();
    if (!isSubmit || text.trim()) focusInquiry();
  };

  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <label className="field">
        <Trans>Nota</Trans>
        <textarea
          rows={2}
          maxLength={MAX_NOTE_LENGTH}
          readOnly={isPending}
          aria-keyshortcuts="n Control+Enter"
          onKeyDown={onKeyDown}
          name={noteField.name}
          value={text}
          onChange={({ target }) => setText(target.value)}
          ref={fieldRef}
        />
      </label>
      <div className={css.row}>
        <label className={css.check}>
          <input
            type="checkbox"
            checked={contact !== ''}
            onChange={({ target }) => setContact(target.checked ? 'yes' : '')}
            disabled={isPending}
          />
          <Trans>Hablé con la persona</Trans>
        </label>
        <button
          ref={submitButton}
          type="submit"
          className="button"
          aria-busy={isPending}
          data-hint={t`Guardar nota (Ctrl+Enter)`}
        >
          <Trans>Guardar nota</Trans>
        </button>
      </div>
      <SaveFailure
        changes={{ ...changes, retry: () => void submit() }}
        moveFocus={() => submitButton.current?.focus({ preventScroll: true })}
      />
    </form>
  );
}
