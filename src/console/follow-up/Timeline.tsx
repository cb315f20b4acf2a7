import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { EntrySource, FollowUpDetail, TimelineEntry, TimelineResend } from '#contract/desk/follow-up.ts';
import { DAY_MS } from '#contract/durations.ts';
import { getAnswerEffects, getText } from '#contract/follow-up/change-kinds.ts';
import { Failure } from '#console/api/failure.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { focusInquiry } from '#console/inquiries/focus-inquiry.ts';
import { FailureNotice } from '#console/ui/FailureNotice.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { useFollowUpContext } from './follow-up-context.tsx';
import { loadOlderEntries } from './follow-up-queries.ts';
import { EntrySourceText } from './EntrySourceText.tsx';
import css from './FollowUpSection.module.css';
import { splitMentions } from './mentions.ts';
import { SaveFailure } from './SaveFailure.tsx';
import { findPinnedEntry, getAnsweredAt, isUndoable, mergeResends } from './timeline-reducer.ts';
import { formatTime } from './times.ts';
import { usePendingChanges } from './change-store.ts';

const INITIAL_COUNT = 8;

interface Props {
  detail: FollowUpDetail;
  mask?: ((text: string) => string) | undefined;
}

export function Timeline({ detail, mask }: Props) {
  const { t } = useLingui();
  const { inquiryKey, canChange } = useFollowUpContext();
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
  const isEmpty = timeline.length === 0 && !detail.resends?.length;
  const shown = timeline.slice(0, count);
  const hiddenCount = detail.entries - shown.length;
  const pinned = findPinnedEntry(detail);
  const items = mergeResends(shown, detail.resends ?? [], hiddenCount > 0);
  const older = useMutation({
    mutationFn: async () => {
      if (shown.length === timeline.length) await loadOlderEntries(inquiryKey);
    },
    onSuccess: () => {
      setCount(Infinity);
      setFocusedIndex(items.length);
    },
  });
  const pinNote = (note: string | null) => {
    moveFocus();
    void changes.save({ kind: 'pin', note });
  };
  const isTooLate = changes.failure instanceof Failure && changes.failure.code === 'changed-meanwhile';
  return (
    <section className="stack" aria-label={t`Historial`} ref={section} tabIndex={-1}>
      <div className={css.row}>
        <h3 className={css.heading}>
          <Trans>Historial</Trans>
        </h3>
        <HelpLink topic={isEmpty ? 'touch' : 'undo'} />
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
      {isEmpty && (
        <p className="secondary">
          <Trans>Todavía no se hizo nada con esta consulta desde Vitrina.</Trans>
        </p>
      )}
      {pinned && (
        <div className={css.pinned}>
          <div className={css.row}>
            <p className="secondary">
              <Trans>Nota fijada</Trans> · {pinned.by.name}, <EntryTime at={pinned.at} />
            </p>
            {canChange && (
              <button
                type="button"
                className={`button quiet ${css.small}`}
                data-print="hidden"
                onClick={() => pinNote(null)}
              >
                <Trans>Dejar de fijar</Trans>
              </button>
            )}
          </div>
          <NoteText entry={pinned} mask={mask} />
        </div>
      )}
      <ol ref={list}>
        {items.map((item) =>
          'change' in item ? (
            <TimelineItem
              key={item.id}
              entry={item}
              detail={detail}
              mask={mask}
              isSaving={changes.isEntrySaving(item.id)}
              onUndo={() => {
                moveFocus();
                void changes.undo(item.id);
              }}
              onPin={() => pinNote(item.id)}
            />
          ) : (
            <ResendItem key={item.id} resend={item} />
          ),
        )}
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
            data-print="hidden"
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

interface ItemProps extends Props {
  entry: TimelineEntry;
  isSaving: boolean;
  onUndo: () => void;
  onPin: () => void;
}

function TimelineItem({ entry, detail: { followUp, timeline }, mask, isSaving, ...props }: ItemProps) {
  const { t } = useLingui();
  const { canChange, text } = useFollowUpContext();
  const { change, undone } = entry;
  const sentence =
    change.kind === 'undo'
      ? text.undoSentence(
          entry.by,
          timeline.find(({ id }) => id === change.entry),
        )
      : text.entrySentence(entry);
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
        {canChange && change.kind === 'note' && !undone && !isSaving && followUp.pinnedNote !== entry.id && (
          <button
            type="button"
            className={`button quiet ${css.small}`}
            data-print="hidden"
            onClick={props.onPin}
          >
            <Trans>Fijar</Trans>
          </button>
        )}
        {canChange && isUndoable(entry, timeline) && (
          <button
            type="button"
            className={`button quiet ${css.small}`}
            data-print="hidden"
            aria-label={t`Deshacer: ${sentence}`}
            onClick={props.onUndo}
          >
            <Trans>Deshacer</Trans>
          </button>
        )}
      </div>
      <NoteText entry={entry} mask={mask} />
      <p className="secondary">
        {isSaving ? <span className="delayed">{t`Guardando…`}</span> : <EntryTime at={entry.at} />}
        <SourceSuffix source={entry.source} />
      </p>
    </li>
  );
}

function NoteText({
  entry: { change, undone, mentionNames },
  mask,
}: Pick<Props, 'mask'> & { entry: TimelineEntry }) {
  const text = getText(change);
  if (!text) return null;
  const shown = mask ? mask(text) : text;
  const parts = mentionNames?.length ? splitMentions(shown, mentionNames) : shown;
  const Text = undone ? 's' : 'span';
  return (
    <p className={css.note} dir="auto">
      <Text>
        {typeof parts === 'string'
          ? parts
          : parts.map(({ part, start, isMention }) => (isMention ? <b key={start}>{part}</b> : part))}
      </Text>
    </p>
  );
}

function ResendItem({ resend }: { resend: TimelineResend }) {
  const { t } = useLingui();
  const { text } = useFollowUpContext();
  return (
    <li className={css.entry} tabIndex={-1}>
      <p className={css.sentence}>
        <span>{text.resendSentence(resend)}</span>
        {resend.isTest && <span className={css.tag}>{t({ context: 'webhook', message: 'Prueba' })}</span>}
      </p>
      <p className="secondary">
        <EntryTime at={resend.at} />
        <SourceSuffix source={resend.source} />
      </p>
    </li>
  );
}

function SourceSuffix({ source }: { source: EntrySource | undefined }) {
  if (!source) return null;
  return (
    <>
      {' · '}
      <EntrySourceText source={source} />
    </>
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
