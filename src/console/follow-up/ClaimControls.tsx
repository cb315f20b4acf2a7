import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Failure } from '#console/api/failure.ts';
import { useSession } from '#console/session/session.ts';
import { draftNames } from './change-storage.ts';
import { useFollowUpContext } from './follow-up-context.tsx';
import { colleaguesQuery, invalidateColleagues } from './follow-up-queries.ts';
import css from './FollowUpSection.module.css';
import { HandOverForm } from './HandOverForm.tsx';
import { SaveFailure } from './SaveFailure.tsx';
import type { PersonRef } from './timeline-reducer.ts';
import { usePendingChanges } from './change-store.ts';

interface Props {
  operator: string | null | undefined;
  claimedBy: PersonRef | null;
  /** No text is stored about an inquiry whose buyer's data were erased. */
  allowsNotes: boolean;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

export function ClaimControls({ operator, claimedBy, allowsNotes, isOpen, onToggle }: Props) {
  const { t } = useLingui();
  const { person } = useSession();
  const { inquiryKey, text } = useFollowUpContext();
  const [search, setSearch] = useState('');
  const colleagues = useQuery({
    ...colleaguesQuery(inquiryKey.adminMail, operator, search.trim()),
    enabled: isOpen,
  });
  const changes = usePendingChanges(inquiryKey, 'claim');
  const claimButton = useRef<HTMLButtonElement>(null);
  const handOverButton = useRef<HTMLButtonElement>(null);
  const isMine = claimedBy?.id === person.id;
  const { failed, failure } = changes;
  const isRecipientRefused = failure instanceof Failure && failure.errors['change.to'] !== undefined;
  const handOver = async (to: PersonRef, note: string) => {
    const isSaved = await changes.save({ kind: 'hand-over', to: to.id, ...(note && { note }) }, to);
    if (!isSaved) invalidateColleagues(inquiryKey.adminMail);
  };
  const chooseOtherRecipient = () => {
    handOverButton.current?.focus({ preventScroll: true });
    changes.discard();
    onToggle(true);
  };
  return (
    <div className={css.control}>
      <div className={css.row}>
        <button
          ref={claimButton}
          type="button"
          className="button"
          onClick={() => void changes.save({ kind: 'claim', claimed: !isMine })}
        >
          {isMine ? <Trans>Soltarla</Trans> : <Trans>Tomarla</Trans>}
        </button>
        <button
          ref={handOverButton}
          type="button"
          className="button"
          aria-expanded={isOpen}
          data-hint={t`Pasarla a otra persona (a)`}
          onClick={() => onToggle(!isOpen)}
        >
          <Trans>Pasarla a…</Trans>
        </button>
      </div>
      {isOpen && (
        <HandOverForm
          label={t`Pasar la consulta`}
          submitLabel={t`Pasarla`}
          emptyText={t`No hay otra persona que vea esta consulta y trabaje en ella.`}
          recipients={colleagues.data?.colleagues.filter(
            ({ id }) => id !== person.id && id !== claimedBy?.id,
          )}
          hasMore={colleagues.data?.more ?? false}
          search={search}
          onSearch={setSearch}
          error={colleagues.error}
          onRetry={() => void colleagues.refetch()}
          draftName={draftNames(inquiryKey).handOver}
          allowsNote={allowsNotes}
          onSubmit={(to, note) => void handOver(to, note)}
          onClose={() => onToggle(false)}
        />
      )}
      <SaveFailure
        changes={changes}
        description={failed && text.changeResult(failed.change, failed.to)}
        meanings={
          isRecipientRefused
            ? {
                'invalid-request': {
                  what: t`Esa persona ya no puede ver esta consulta`,
                  advice: t`Elegí a otra persona; lo que escribiste sigue ahí.`,
                },
              }
            : undefined
        }
        canRetry={!isRecipientRefused}
        moveFocus={() => claimButton.current?.focus({ preventScroll: true })}
      >
        {isRecipientRefused && (
          <button type="button" className="button" onClick={chooseOtherRecipient}>
            <Trans>Elegir a otra persona</Trans>
          </button>
        )}
      </SaveFailure>
    </div>
  );
}
