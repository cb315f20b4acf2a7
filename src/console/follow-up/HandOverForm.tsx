import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { HandOverChange, MAX_HAND_OVER_NOTE_LENGTH } from '#contract/desk/follow-up.ts';
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

const HandOverValues = z.omit(HandOverChange, { kind: true });

export function HandOverForm({ operator, claimedBy, onSubmit, onClose }: Props) {
  // react-hook-form mutates the form object.
  'use no memo';
  const { t } = useLingui();
  const { person } = useSession();
  const { inquiryKey } = useFollowUpContext();
  const { data, error, refetch } = useQuery(colleaguesQuery(inquiryKey.adminMail, operator));
  const [noteDraft, setNoteDraft] = useDraft(draftNames(inquiryKey).handOver);
  const form = useForm({
    resolver: zodResolver(HandOverValues),
    defaultValues: { to: '', note: noteDraft },
  });
  const { setFocus } = form;
  const errorId = useId();
  const isLoaded = Boolean(data);
  useEffect(() => {
    if (isLoaded) setFocus('to');
  }, [isLoaded, setFocus]);
  const recipients = data?.colleagues.filter(({ id }) => id !== person.id && id !== claimedBy?.id) ?? [];
  const isInvalid = form.formState.errors.to !== undefined;

  const submit = form.handleSubmit(({ to, note = '' }) => {
    const recipient = recipients.find(({ id }) => id === to);
    if (!recipient) return form.setError('to', { type: 'gone' });
    onClose();
    onSubmit(recipient, note.trim());
  });

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
        <form className={css.block} noValidate onSubmit={(event) => void submit(event)}>
          <label className="field">
            <Trans>A quién</Trans>
            <select
              aria-invalid={isInvalid}
              aria-describedby={isInvalid ? errorId : undefined}
              {...form.register('to')}
            >
              <option value="">{t`Elegí a una persona`}</option>
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
          <label className="field">
            <Trans>Qué tiene que saber (si hace falta)</Trans>
            <textarea
              rows={2}
              maxLength={MAX_HAND_OVER_NOTE_LENGTH}
              {...form.register('note', { onChange: ({ target }) => setNoteDraft(target.value) })}
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
