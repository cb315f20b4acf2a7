import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId } from 'react';
import { useController, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { HandOverChange, MAX_HAND_OVER_NOTE_LENGTH } from '#contract/follow-up/hand-over-change.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { focusInquiry } from '#console/inquiries/focus-inquiry.ts';
import { FailureNotice } from '#console/ui/FailureNotice.tsx';
import { useDraft } from '#console/ui/drafts.ts';
import css from './FollowUpSection.module.css';
import { InlinePanel } from './InlinePanel.tsx';
import type { PersonRef } from './timeline-reducer.ts';

interface Props {
  label: string;
  submitLabel: string;
  emptyText: string;
  recipients: readonly PersonRef[] | undefined;
  /** People beyond those that are listed are found by name. */
  hasMore: boolean;
  search: string;
  onSearch: (text: string) => void;
  error: Error | null;
  onRetry: () => void;
  draftName: string;
  allowsNote: boolean;
  onSubmit: (to: PersonRef, note: string) => void;
  onClose: () => void;
}

const HandOverValues = z.omit(HandOverChange, { kind: true });

export function HandOverForm({
  recipients,
  search,
  draftName,
  allowsNote,
  onSubmit,
  onClose,
  ...props
}: Props) {
  const { t } = useLingui();
  const { error } = props;
  const [noteDraft, setNoteDraft] = useDraft(draftName);
  const form = useForm({
    resolver: zodResolver(HandOverValues),
    defaultValues: { to: '', note: allowsNote ? noteDraft : '' },
  });
  const { setFocus } = form;
  const errorId = useId();
  const isLoaded = Boolean(recipients);
  const isSearchable = props.hasMore || search !== '';
  useEffect(() => {
    if (isLoaded) setFocus('to');
  }, [isLoaded, setFocus]);
  const { field: to, fieldState } = useController({ control: form.control, name: 'to' });
  const { field: note } = useController({ control: form.control, name: 'note' });
  const isInvalid = fieldState.invalid;

  const submit = form.handleSubmit(({ to, note = '' }) => {
    const recipient = recipients?.find(({ id }) => id === to);
    if (!recipient) return form.setError('to', { type: 'gone' });
    onClose();
    onSubmit(recipient, note.trim());
  });

  return (
    <InlinePanel label={props.label} onClose={onClose}>
      {error && !recipients && (
        <FailureNotice
          moveFocus={focusInquiry}
          error={error}
          onRetry={props.onRetry}
          title={t`No se pudo cargar quiénes trabajan acá.`}
        />
      )}
      {!recipients && !error && <output className="secondary">{t`Buscando a quién`}</output>}
      {recipients?.length === 0 && !isSearchable && (
        <p className="secondary">
          {props.emptyText}{' '}
          <button type="button" className="button quiet" onClick={onClose}>
            <Trans>Cerrar</Trans>
          </button>
        </p>
      )}
      {recipients && (recipients.length > 0 || isSearchable) && (
        <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
          {isSearchable && (
            <label className="field">
              <Trans>Buscar por nombre</Trans>
              <input
                type="search"
                maxLength={100}
                autoComplete="off"
                value={search}
                onChange={({ target }) => props.onSearch(target.value)}
                onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              />
            </label>
          )}
          <label className="field">
            <Trans>A quién</Trans>
            <select aria-invalid={isInvalid} aria-describedby={isInvalid ? errorId : undefined} {...to}>
              <option value="">
                {recipients.length === 0 ? t`Nadie coincide.` : t`Elegí a una persona`}
              </option>
              {recipients.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
            {isInvalid && (
              <span className="error" id={errorId} role="alert">
                <Trans>Elegí a quién se la pasás.</Trans>
              </span>
            )}
          </label>
          {allowsNote && (
            <label className="field">
              <Trans>Qué tiene que saber (si hace falta)</Trans>
              <textarea
                rows={2}
                maxLength={MAX_HAND_OVER_NOTE_LENGTH}
                {...note}
                onChange={(event) => {
                  note.onChange(event);
                  setNoteDraft(event.target.value);
                }}
              />
            </label>
          )}
          <div className={css.row}>
            <button type="submit" className="button strong">
              {props.submitLabel}
            </button>
            <button type="button" className="button quiet" onClick={onClose}>
              <Trans>Cancelar</Trans>
            </button>
            <HelpLink topic="claim" />
          </div>
        </form>
      )}
    </InlinePanel>
  );
}
