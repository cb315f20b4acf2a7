import { Trans, useLingui } from '@lingui/react/macro';
import type { FollowUpDetail, TimelineEntry } from '#contract/desk/follow-up.ts';
import { getText } from '#contract/follow-up/change-kinds.ts';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { DAY_MS } from '#contract/durations.ts';
import { useFollowUpContext } from './follow-up-context.tsx';
import css from './FollowUpSection.module.css';
import { canUndo, getAnsweredAt } from './timeline-reducer.ts';
import { formatTime } from './times.ts';

interface Props {
  entry: TimelineEntry;
  detail: FollowUpDetail;
  isSaving: boolean;
  onUndo: () => void;
}

export function TimelineItem({ entry, detail: { followUp, timeline }, isSaving, onUndo }: Props) {
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
  const isFirstTouch = !undone && getAnsweredAt(entry) === followUp.firstTouch?.at && isTouch(entry);
  const isFirstContact = !undone && getAnsweredAt(entry) === followUp.firstContact?.at && isContact(entry);
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
        {canChange && canUndo(entry, timeline) && (
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
      <p className={css.secondary}>
        {isSaving ? (
          <span className={css.saving}>{t`Guardando…`}</span>
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

function isTouch({ change }: TimelineEntry): boolean {
  return change.kind === 'touch' || (change.kind === 'status' && change.status === 'answered');
}

function isContact({ change }: TimelineEntry): boolean {
  return change.kind === 'status'
    ? ['contacted', 'appointment', 'won'].includes(change.status)
    : change.kind === 'note' && change.contact;
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
