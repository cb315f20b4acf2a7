import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { useSession } from '#console/session/session.ts';
import { useDraft } from '#console/ui/drafts.ts';
import { Choice } from './Choice.tsx';
import { draftNames } from './follow-up-drafts.ts';
import css from './FollowUpSection.module.css';
import { colleaguesOf } from './follow-up-queries.ts';
import { NotRead } from './NotRead.tsx';
import type { By } from './standing.ts';

interface Props {
  adminMail: string;
  sid: string;
  /** The inquiry's OperadorResponsable. */
  operator: string | null | undefined;
  claimedBy: By | null;
  onChoose: (to: By, note: string) => Promise<boolean>;
  onClose: () => void;
}

const LONGEST_NOTE = 2000;

/** Hands the inquiry over to somebody who may already see it, with a word about it. */
export function HandOverPanel({ adminMail, sid, operator, claimedBy, onChoose, onClose }: Props) {
  const { t } = useLingui();
  const { person } = useSession();
  const { data, error, refetch } = useQuery(colleaguesOf(adminMail, operator));
  const [note, setNote, forgetNote] = useDraft(draftNames({ adminMail, sid }).handOver);
  const [chosen, setChosen] = useState('');
  const [fault, setFault] = useState(false);
  const describes = useId();
  const select = useRef<HTMLSelectElement>(null);
  const there = Boolean(data);
  useEffect(() => {
    if (there) select.current?.focus();
  }, [there]);
  const others = data?.colleagues.filter(({ id }) => id !== person.id && id !== claimedBy?.id) ?? [];

  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    const to = others.find(({ id }) => id === chosen);
    if (!to) return setFault(true);
    onClose();
    if (await onChoose(to, note.trim())) forgetNote();
  };

  return (
    <Choice label={t`Pasar la consulta`} onClose={onClose}>
      {error && !data && (
        <NotRead
          error={error}
          onRetry={() => void refetch()}
          what={t`No se pudo cargar quiénes trabajan acá.`}
        />
      )}
      {!data && !error && <output className={css.soft}>{t`Buscando a quién`}</output>}
      {data && others.length === 0 && (
        <p className={css.soft}>
          <Trans>No hay otra persona que vea esta consulta y trabaje en ella.</Trans>{' '}
          <button type="button" className="button quiet" onClick={onClose}>
            <Trans>Cerrar</Trans>
          </button>
        </p>
      )}
      {others.length > 0 && (
        <form className={css.handOver} noValidate onSubmit={(event) => void onSubmit(event)}>
          <label className="field">
            <Trans>A quién</Trans>
            <select
              ref={select}
              value={chosen}
              aria-invalid={fault}
              aria-describedby={fault ? describes : undefined}
              onChange={({ target }) => {
                setChosen(target.value);
                setFault(false);
              }}
            >
              <option value="">{t`Elegí a una persona`}</option>
              {others.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
            {fault && (
              <span className="error" id={describes} role="alert">
                <Trans>Elegí a quién se la pasás.</Trans>
              </span>
            )}
          </label>
          <label className="field">
            <Trans>Qué tiene que saber (si hace falta)</Trans>
            <textarea
              rows={2}
              maxLength={LONGEST_NOTE}
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
    </Choice>
  );
}
