import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { useDraft } from '#console/ui/drafts.ts';
import { FollowUpFailure } from './FollowUpFailure.tsx';
import css from './FollowUpSection.module.css';
import { InlinePanel } from './InlinePanel.tsx';
import type { PersonRef } from './timeline-reducer.ts';

interface Props {
  label: string;
  submitLabel: string;
  /** Shown when there are no recipients. */
  emptyText: string;
  /** People who can take it over; undefined: not loaded. */
  recipients: readonly PersonRef[] | undefined;
  error: Error | null;
  onRetry: () => void;
  /** Of the note. */
  draftName: string;
  onSubmit: (to: PersonRef, note: string) => void;
  onClose: () => void;
}

const MAX_NOTE_LENGTH = 2000;

export function HandOverForm({ recipients, draftName, onSubmit, onClose, ...props }: Props) {
  const { t } = useLingui();
  const { error } = props;
  const [note, setNote] = useDraft(draftName);
  const [recipientId, setRecipientId] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const errorId = useId();
  const select = useRef<HTMLSelectElement>(null);
  const isLoaded = Boolean(recipients);
  useEffect(() => {
    if (isLoaded) select.current?.focus();
  }, [isLoaded]);

  const handOver = (event: SubmitEvent) => {
    event.preventDefault();
    const to = recipients?.find(({ id }) => id === recipientId);
    if (!to) return setIsMissing(true);
    onClose();
    onSubmit(to, note.trim());
  };

  return (
    <InlinePanel label={props.label} onClose={onClose}>
      {error && !recipients && (
        <FollowUpFailure
          error={error}
          onRetry={props.onRetry}
          title={t`No se pudo cargar quiénes trabajan acá.`}
        />
      )}
      {!recipients && !error && <output className={css.secondary}>{t`Buscando a quién`}</output>}
      {recipients?.length === 0 && (
        <p className={css.secondary}>
          {props.emptyText}{' '}
          <button type="button" className="button quiet" onClick={onClose}>
            <Trans>Cerrar</Trans>
          </button>
        </p>
      )}
      {recipients && recipients.length > 0 && (
        <form className={css.block} noValidate onSubmit={handOver}>
          <label className="field">
            <Trans>A quién</Trans>
            <select
              ref={select}
              value={recipientId}
              aria-invalid={isMissing}
              aria-describedby={isMissing ? errorId : undefined}
              onChange={({ target }) => {
                setRecipientId(target.value);
                setIsMissing(false);
              }}
            >
              <option value="">{t`Elegí a una persona`}</option>
              {recipients.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
            {isMissing && (
              <span className="error" id={errorId} role="alert">
                <Trans>Elegí a quién se la pasás.</Trans>
              </span>
            )}
          </label>
          <label className="field">
            <Trans>Qué tiene que saber (si hace falta)</Trans>
            <textarea
              rows={2}
              maxLength={MAX_NOTE_LENGTH}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          </label>
          <div className={css.row}>
            <button type="submit" className="button strong">
              {props.submitLabel}
            </button>
            <button type="button" className="button quiet" onClick={onClose}>
              <Trans>Cancelar</Trans>
            </button>
          </div>
        </form>
      )}
    </InlinePanel>
  );
}
