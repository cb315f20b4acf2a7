import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FollowUpDetail } from '#contract/desk/follow-up.ts';
import { Failure } from '#console/api/failure.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { focusInquiry } from '#console/inquiries/focus-inquiry.ts';
import { FailureNotice } from '#console/ui/FailureNotice.tsx';
import { useFollowUpContext } from './follow-up-context.tsx';
import { loadOlderEntries } from './follow-up-queries.ts';
import css from './FollowUpSection.module.css';
import { SaveFailure } from './SaveFailure.tsx';
import { TimelineItem } from './TimelineItem.tsx';
import { usePendingChanges } from './use-pending-changes.ts';

const INITIAL_COUNT = 8;

export function Timeline({ detail }: { detail: FollowUpDetail }) {
  const { t } = useLingui();
  const { inquiryKey } = useFollowUpContext();
  const [count, setCount] = useState(INITIAL_COUNT);
  const [focusedIndex, setFocusedIndex] = useState<number>();
  const section = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const moveFocus = () => section.current?.focus({ preventScroll: true });
  useEffect(() => {
    if (focusedIndex !== undefined) list.current?.querySelectorAll('li')[focusedIndex]?.focus();
  }, [focusedIndex]);
  const changes = usePendingChanges(inquiryKey, 'timeline');
  const { timeline } = detail;
  const shown = timeline.slice(0, count);
  const hiddenCount = detail.entries - shown.length;
  const older = useMutation({
    mutationFn: async () => {
      if (shown.length === timeline.length) await loadOlderEntries(inquiryKey);
    },
    onSuccess: () => {
      setCount(Infinity);
      setFocusedIndex(shown.length);
    },
  });
  const isTooLate = changes.failure instanceof Failure && changes.failure.code === 'changed-meanwhile';
  return (
    <section className={css.block} aria-label={t`Historial`} ref={section} tabIndex={-1}>
      <div className={css.row}>
        <h4 className={css.heading}>
          <Trans>Historial</Trans>
        </h4>
        <HelpLink topic="undo" />
      </div>
      <SaveFailure
        changes={changes}
        meanings={{
          'changed-meanwhile': {
            what: t`Ya no se puede deshacer`,
            advice: t`Alguien lo cambió después: mirá cómo quedó.`,
          },
        }}
        canRetry={!isTooLate}
        discardLabel={t`Dejarlo así`}
        moveFocus={moveFocus}
      />
      {timeline.length === 0 && (
        <p className={css.secondary}>
          <Trans>Todavía no se hizo nada con esta consulta desde Vitrina.</Trans>
        </p>
      )}
      <ol ref={list}>
        {shown.map((entry) => (
          <TimelineItem
            key={entry.id}
            entry={entry}
            detail={detail}
            isSaving={changes.isEntrySaving(entry.id)}
            onUndo={() => {
              moveFocus();
              void changes.undo(entry.id);
            }}
          />
        ))}
      </ol>
      {older.error ? (
        <FailureNotice
          moveFocus={focusInquiry}
          error={older.error}
          title={t`No se pudo cargar lo anterior.`}
          onRetry={() => older.mutate()}
        />
      ) : (
        hiddenCount > 0 && (
          <button
            type="button"
            className="button"
            aria-disabled={older.isPending}
            onClick={() => older.mutate()}
          >
            <Trans>Ver lo anterior ({hiddenCount})</Trans>
          </button>
        )
      )}
    </section>
  );
}
