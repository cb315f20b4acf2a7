import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FollowUpDetail, TimelineEntry } from '#contract/desk/follow-up.ts';
import { DAY_MS } from '#contract/durations.ts';
import { getAnswerEffects, getText } from '#contract/follow-up/change-kinds.ts';
import { Failure } from '#console/api/failure.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { focusInquiry } from '#console/inquiries/focus-inquiry.ts';
import { FailureNotice } from '#console/ui/FailureNotice.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { useFollowUpContext } from './follow-up-context.tsx';
import { loadOlderEntries } from './follow-up-queries.ts';
import css from './FollowUpSection.module.css';
import { SaveFailure } from './SaveFailure.tsx';
import { isUndoable, getAnsweredAt } from './timeline-reducer.ts';
import { formatTime } from './times.ts';
import { usePendingChanges } from './change-store.ts';

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
    <section className="stack" aria-label={t`Historial`} ref={section} tabIndex={-1}>
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
        <p className="secondary">
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

interface ItemProps {
  entry: TimelineEntry;
  detail: FollowUpDetail;
  isSaving: boolean;
  onUndo: () => void;
}

function TimelineItem({ entry, detail: { followUp, timeline }, isSaving, onUndo }: ItemProps) {
  const { t } = useLingui();
  const { canChange, text } = useFollowUpContext();
  const { change, address, undone } = entry;
  const sentence =
    change.kind === 'undo'
      ? text.undoSentence(
          entry.by,
          timeline.find(({ id }) => id === change.entry),
        )
      : text.entrySentence(entry);
  const note = getText(change);
  const { isTouch, isContact } = getAnswerEffects(change);
  const isFirstTouch = !undone && getAnsweredAt(entry) === followUp.firstTouch?.at && isTouch;
  const isFirstContact = !undone && getAnsweredAt(entry) === followUp.firstContact?.at && isContact;
  const Text = undone ? 's' : 'span';
  return (
    <li className={css.entry} data-undone={undone} tabIndex={-1}>
      <div className={css.row}>
        <p className={css.sentence}>
          <Text>{sentence}</Text>
          {undone && <span className={css.tag}>{t`deshecho`}</span>}
          {isFirstTouch && <strong className={css.tag}>{t`Primer intento`}</strong>}
          {isFirstContact && !isFirstTouch && <strong className={css.tag}>{t`Primer contacto`}</strong>}
        </p>
        {canChange && isUndoable(entry, timeline) && (
          <button
            type="button"
            className={`button quiet ${css.small}`}
            aria-label={t`Deshacer: ${sentence}`}
            onClick={onUndo}
          >
            <Trans>Deshacer</Trans>
          </button>
        )}
      </div>
      {note && (
        <p className={css.note} dir="auto">
          {undone ? <s>{note}</s> : note}
        </p>
      )}
      <p className="secondary">
        {isSaving ? (
          <span className="delayed">{t`Guardando…`}</span>
        ) : (
          <>
            <EntryTime at={entry.at} />
            {address && <> · {t`desde ${address}`}</>}
          </>
        )}
      </p>
    </li>
  );
}

function EntryTime({ at }: { at: number }) {
  const { zone } = useFollowUpContext();
  const format = useFormats(zone);
  // `useNow` moves every half minute: a new entry can be ahead of it.
  const now = Math.max(useNow(), at);
  const iso = new Date(at).toISOString();
  const age = format.age(iso, now);
  return (
    <time dateTime={iso} title={format.exact(iso)}>
      {now - at < DAY_MS ? `${age}, ${formatTime(at, zone)}` : age}
    </time>
  );
}
