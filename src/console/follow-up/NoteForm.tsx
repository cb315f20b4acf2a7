import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type RefObject, type SubmitEvent, useRef } from 'react';
import { focusInquiry } from '#console/inquiries/focus-inquiry.ts';
import { useDraft } from '#console/ui/drafts.ts';
import { draftNames } from './drafts.ts';
import { useFollowUpContext } from './follow-up-context.tsx';
import css from './FollowUpSection.module.css';
import { SaveFailure } from './SaveFailure.tsx';
import { usePendingChanges } from './use-pending-changes.ts';

const MAX_LENGTH = 4000;

export function NoteForm({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const { t } = useLingui();
  const { inquiryKey } = useFollowUpContext();
  const names = draftNames(inquiryKey);
  const [draft, setDraft] = useDraft(names.note);
  const [contactDraft, setContactDraft] = useDraft(names.contact);
  const changes = usePendingChanges(inquiryKey, 'note');
  const { isPending, failed } = changes;
  const submitButton = useRef<HTMLButtonElement>(null);
  const text = draft.trim();
  const contact = contactDraft !== '';

  const save = () => {
    if (isPending) return;
    if (!text) return field.current?.focus();
    const note = failed?.change;
    if (note?.kind === 'note' && note.text === text && note.contact === contact) return void changes.retry();
    changes.discard();
    void changes.save({ kind: 'note', text, contact });
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    save();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isSubmit && event.key !== 'Escape') return;
    event.preventDefault();
    if (isSubmit) save();
    if (!isSubmit || text) focusInquiry();
  };

  return (
    <form className={css.block} onSubmit={onSubmit}>
      <label className="field">
        <Trans>Nota</Trans>
        <textarea
          ref={field}
          rows={2}
          maxLength={MAX_LENGTH}
          value={draft}
          readOnly={isPending}
          title={t`Escribir una nota (n); Ctrl+Enter la guarda`}
          onKeyDown={onKeyDown}
          onChange={({ target }) => setDraft(target.value)}
        />
      </label>
      <div className={css.row}>
        <label className={css.check}>
          <input
            type="checkbox"
            checked={contact}
            disabled={isPending}
            onChange={({ target }) => setContactDraft(target.checked ? 'yes' : '')}
          />
          <Trans>Hablé con la persona</Trans>
        </label>
        <button ref={submitButton} type="submit" className="button" aria-busy={isPending}>
          <Trans>Guardar nota</Trans>
        </button>
      </div>
      <SaveFailure
        changes={{ ...changes, retry: save }}
        moveFocus={() => submitButton.current?.focus({ preventScroll: true })}
      />
    </form>
  );
}
