import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type RefObject, type SubmitEvent, useEffect, useRef } from 'react';
import type { TimelineEntry } from '#contract/desk/follow-up.ts';
import { useDraft } from '#console/ui/drafts.ts';
import { useFollowUpChange } from './change.ts';
import { focusOnWork } from './focus.ts';
import { draftNames } from './follow-up-drafts.ts';
import css from './FollowUpSection.module.css';
import { NotSaved } from './NotSaved.tsx';

interface Props {
  adminMail: string;
  sid: string;
  timeline: readonly TimelineEntry[];
  field: RefObject<HTMLTextAreaElement | null>;
}

const LONGEST = 4000;

/** A note being written: it stays in the field, and in this browser, until it is saved. */
export function NoteForm({ adminMail, sid, timeline, field }: Props) {
  const { t } = useLingui();
  const names = draftNames({ adminMail, sid });
  const [draft, setDraft, forgetDraft] = useDraft(names.note);
  const [contact, setContact, forgetContact] = useDraft(names.contact);
  const { send, asked, pending, failure, retry, discard } = useFollowUpChange(adminMail, sid, 'note');
  const submit = useRef<HTMLButtonElement>(null);
  const text = draft.trim();
  const reached = contact !== '';
  useForgottenOnceSaved(asked?.kind === 'note' ? asked.text : undefined, timeline, (saved) => {
    if (saved !== text) return;
    forgetDraft();
    forgetContact();
  });

  const save = () => {
    if (pending) return;
    if (!text) return field.current?.focus();
    if (failure && asked?.kind === 'note' && asked.text === text && asked.contact === reached)
      return void retry();
    discard();
    void send({ kind: 'note', text, contact: reached }, null, () => forgetDraft(draft) && forgetContact());
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    save();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save();
      // The next key is the page's.
      if (text) focusOnWork();
    }
    // Leaves the field, and not the inquiry.
    if (event.key === 'Escape') {
      event.preventDefault();
      focusOnWork();
    }
  };

  return (
    <form className={css.block} onSubmit={onSubmit}>
      <label className="field">
        <Trans>Nota</Trans>
        <textarea
          ref={field}
          rows={2}
          maxLength={LONGEST}
          value={draft}
          readOnly={pending}
          title={t`Escribir una nota (n); Ctrl+Enter la guarda`}
          onKeyDown={onKeyDown}
          onChange={({ target }) => setDraft(target.value)}
        />
      </label>
      <div className={css.row}>
        <label className={css.check}>
          <input
            type="checkbox"
            checked={reached}
            disabled={pending}
            onChange={({ target }) => setContact(target.checked ? 'yes' : '')}
          />
          <Trans>Hablé con la persona</Trans>
        </label>
        <button ref={submit} type="submit" className="button" aria-busy={pending}>
          <Trans>Guardar nota</Trans>
        </button>
      </div>
      {failure && (
        <NotSaved
          error={failure}
          onRetry={() => {
            // The button goes.
            submit.current?.focus({ preventScroll: true });
            save();
          }}
        />
      )}
    </form>
  );
}

/** A note that is in the timeline need not be kept any more, also when it was sent before the inquiry was opened again. */
function useForgottenOnceSaved(
  asked: string | undefined,
  timeline: readonly TimelineEntry[],
  forget: (saved: string) => void,
) {
  const before = useRef<string>(undefined);
  useEffect(() => {
    const saved = before.current;
    before.current = asked;
    if (asked !== undefined || saved === undefined) return;
    if (timeline.some(({ change }) => change.kind === 'note' && change.text === saved)) forget(saved);
  });
}
