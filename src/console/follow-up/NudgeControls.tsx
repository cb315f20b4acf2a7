import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useRef } from 'react';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import { isActionDue } from '#contract/follow-up/follow-up-state.ts';
import { NUDGE } from '#contract/desk/rights.ts';
import { MAX_NUDGE_LENGTH } from '#contract/follow-up/nudge-change.ts';
import { Failure } from '#console/api/failure.ts';
import { useSession } from '#console/session/session.ts';
import { useDraft } from '#console/ui/drafts.ts';
import { draftNames } from './change-storage.ts';
import { usePendingChanges } from './change-store.ts';
import { useFollowUpContext } from './follow-up-context.tsx';
import css from './FollowUpSection.module.css';
import { InlinePanel } from './InlinePanel.tsx';
import { SaveFailure } from './SaveFailure.tsx';
import type { PersonRef } from './timeline-reducer.ts';

interface Props {
  followUp: FollowUp;
  allowsText: boolean;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

export function NudgeControls({ followUp, allowsText, isOpen, onToggle }: Props) {
  const { t } = useLingui();
  const { person, may } = useSession();
  const { inquiryKey, now, text } = useFollowUpContext();
  const changes = usePendingChanges(inquiryKey, 'nudge');
  const button = useRef<HTMLButtonElement>(null);
  const { failed, failure } = changes;
  const { claimedBy } = followUp;
  const isOffered =
    may.includes(NUDGE) && claimedBy !== null && claimedBy.id !== person.id && isActionDue(followUp, now);
  if (!isOffered && !failed) return null;
  const isRefused = failure instanceof Failure && failure.errors['change.to'] !== undefined;
  return (
    <div className={css.control}>
      {isOffered && (
        <button
          ref={button}
          type="button"
          className="button"
          aria-expanded={isOpen}
          onClick={() => onToggle(!isOpen)}
        >
          <Trans>Recordársela…</Trans>
        </button>
      )}
      {isOffered && isOpen && (
        <NudgeForm
          to={claimedBy}
          allowsText={allowsText}
          onSubmit={(note) => {
            onToggle(false);
            void changes.save({ kind: 'nudge', to: claimedBy.id, ...(note && { text: note }) }, claimedBy);
          }}
          onClose={() => onToggle(false)}
        />
      )}
      <SaveFailure
        changes={changes}
        description={failed && text.changeResult(failed.change, failed.to)}
        meanings={{
          ...(isRefused && {
            'invalid-request': {
              what: t`Esa persona ya no trabaja con esta consulta`,
              advice: t`Pasásela a otra persona.`,
            },
          }),
          'changed-meanwhile': {
            what: t`Ya no hace falta recordarla`,
            advice: t`Mientras tanto la respondieron, la pospusieron o la tiene otra persona.`,
          },
        }}
        canRetry={!(failure instanceof Failure) || failure.status >= 500 || failure.kind === 'network'}
        discardLabel={t`Dejarlo así`}
        moveFocus={() => button.current?.focus({ preventScroll: true })}
      />
    </div>
  );
}

interface FormProps extends Pick<Props, 'allowsText'> {
  to: PersonRef;
  onSubmit: (text: string) => void;
  onClose: () => void;
}

function NudgeForm({ to: { name }, allowsText, onSubmit, onClose }: FormProps) {
  const { t } = useLingui();
  const { inquiryKey } = useFollowUpContext();
  const [draft, setDraft] = useDraft(draftNames(inquiryKey).nudge);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(allowsText ? draft.trim() : '');
  };
  return (
    <InlinePanel label={t`Recordar la consulta`} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <p className="secondary">
          <Trans>A {name} le llega un aviso y un correo, y queda en el historial.</Trans>
        </p>
        {allowsText && (
          <label className="field">
            <Trans>Qué decirle (si hace falta)</Trans>
            <textarea
              rows={2}
              maxLength={MAX_NUDGE_LENGTH}
              value={draft}
              onChange={({ target }) => setDraft(target.value)}
            />
          </label>
        )}
        <div className={css.row}>
          <button type="submit" className="button strong">
            <Trans>Mandar recordatorio</Trans>
          </button>
          <button type="button" className="button quiet" onClick={onClose}>
            <Trans>Cancelar</Trans>
          </button>
        </div>
      </form>
    </InlinePanel>
  );
}
