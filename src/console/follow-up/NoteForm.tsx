import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import { useForkRef } from '@mui/material/utils';
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { useController, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { MAX_NOTE_LENGTH, NoteChange } from '#contract/follow-up/note-change.ts';
import { Failure } from '#console/api/failure.ts';
import { focusInquiry } from '#console/inquiries/focus-inquiry.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { useDraft } from '#console/ui/drafts.ts';
import { draftNames } from './change-storage.ts';
import { useFollowUpContext } from './follow-up-context.tsx';
import css from './FollowUpSection.module.css';
import { SaveFailure } from './SaveFailure.tsx';
import { usePendingChanges } from './change-store.ts';
import { useMentions } from './use-mentions.ts';

const NoteValues = z.omit(NoteChange, { kind: true, mentions: true });
type NoteValues = z.infer<typeof NoteValues>;

const MentionList = lazyWithRetry(() => import('./MentionList.tsx').then((module) => module.MentionList), {
  floats: true,
  fallback: () => null,
});

interface Props {
  field: RefObject<HTMLTextAreaElement | null>;
  operator: string | null | undefined;
}

export function NoteForm({ field, operator }: Props) {
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
  const { mentions, ...picker } = useMentions({ field, operator, text, setText });
  const { isPending, failed } = changes;
  const isMentionRefused =
    changes.failure instanceof Failure &&
    Object.keys(changes.failure.errors).some((name) => name.startsWith('change.mentions'));
  const submitButton = useRef<HTMLButtonElement>(null);

  const save = (values: NoteValues) => {
    if (isPending) return;
    const note = failed?.change;
    if (note?.kind === 'note' && note.text === values.text && note.contact === values.contact) {
      void changes.retry();
    } else {
      changes.discard();
      void changes.save({ kind: 'note', ...values, ...(mentions.length > 0 && { mentions }) });
    }
  };
  const submit = form.handleSubmit(save);
  const onKeyDown = (event: KeyboardEvent) => {
    if (picker.handleKey(event)) {
      event.preventDefault();
      return;
    }
    const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isSubmit && event.key !== 'Escape') return;
    event.preventDefault();
    if (isSubmit) void submit();
    if (!isSubmit || text.trim()) focusInquiry();
  };

  return (
    <form className={css.form} data-print="hidden" noValidate onSubmit={(event) => void submit(event)}>
      <label className="field">
        <Trans>Nota</Trans>
        <textarea
          rows={2}
          maxLength={MAX_NOTE_LENGTH}
          readOnly={isPending}
          placeholder={t`@nombre le avisa a esa persona`}
          aria-keyshortcuts="n Control+Enter"
          aria-autocomplete="list"
          {...(picker.isOpen && {
            'aria-controls': picker.listId,
            'aria-activedescendant': `${picker.listId}-${picker.activeIndex}`,
          })}
          onBlur={picker.close}
          onKeyDown={onKeyDown}
          name={noteField.name}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            picker.update(target.value, target.selectionStart);
          }}
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
      {picker.isOpen && (
        <MentionList
          id={picker.listId}
          people={picker.people}
          activeIndex={picker.activeIndex}
          getAnchor={() => field.current ?? document.body}
          onChoose={picker.choose}
        />
      )}
      <SaveFailure
        changes={{ ...changes, retry: () => void submit() }}
        meanings={
          isMentionRefused
            ? {
                'invalid-request': {
                  what: t`Alguien a quien nombraste ya no puede ver esta consulta`,
                  advice: t`Sacá su nombre y guardá la nota otra vez.`,
                },
              }
            : undefined
        }
        moveFocus={() => submitButton.current?.focus({ preventScroll: true })}
      />
    </form>
  );
}
