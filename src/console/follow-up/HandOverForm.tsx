import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { useSession } from '#console/session/session.ts';
import { useDraft } from '#console/ui/drafts.ts';
import { draftNames } from './drafts.ts';
import { FollowUpFailure } from './FollowUpFailure.tsx';
import { useFollowUpContext } from './follow-up-context.tsx';
import { colleaguesQuery } from './follow-up-queries.ts';
import css from './FollowUpSection.module.css';
import { InlinePanel } from './InlinePanel.tsx';
import type { PersonRef } from './timeline-reducer.ts';

interface Props {
  operator: string | null | undefined;
  claimedBy: PersonRef | null;
  onSubmit: (to: PersonRef, note: string) => void;
  onClose: () => void;
}

const MAX_NOTE_LENGTH = 2000;

export function HandOverForm({ operator, claimedBy, onSubmit, onClose }: Props) {
  const { t } = useLingui();
  const { person } = useSession();
  const { inquiryKey } = useFollowUpContext();
  const { data, error, refetch } = useQuery(colleaguesQuery(inquiryKey.adminMail, operator));
  const [note, setNote] = useDraft(draftNames(inquiryKey).handOver);
  const [recipientId, setRecipientId] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const errorId = useId();
  const select = useRef<HTMLSelectElement>(null);
  const isLoaded = Boolean(data);
  useEffect(() => {
    if (isLoaded) select.current?.focus();
  }, [isLoaded]);
  const recipients = data?.colleagues.filter(({ id }) => id !== person.id && id !== claimedBy?.id) ?? [];

  const handOver = (event: SubmitEvent) => {
    event.preventDefault();
    const to = recipients.find(({ id }) => id === recipientId);
    if (!to) return setIsMissing(true);
    onClose();
    onSubmit(to, note.trim());
  };

  return (
    <InlinePanel label={t`Pasar la consulta`} onClose={onClose}>
      {error && !data && (
        <FollowUpFailure
          error={error}
          onRetry={() => void refetch()}
          title={t`No se pudo cargar quiénes trabajan acá.`}
        />
      )}
      {!data && !error && <output className={css.secondary}>{t`Buscando a quién`}</output>}
      {data && recipients.length === 0 && (
        <p className={css.secondary}>
          <Trans>No hay otra persona que vea esta consulta y trabaje en ella.</Trans>{' '}
          <button type="button" className="button quiet" onClick={onClose}>
            <Trans>Cerrar</Trans>
          </button>
        </p>
      )}
      {recipients.length > 0 && (
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
              <Trans>Pasarla</Trans>
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
