import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FollowUpDetail, TimelineEntry } from '#contract/desk/follow-up.ts';
import { Failure } from '#console/api/failure.ts';
import { useFollowUpChange, useUnconfirmed } from './change.ts';
import css from './FollowUpSection.module.css';
import { loadOlderEntries } from './follow-up-queries.ts';
import { useFollowUpText } from './follow-up-text.ts';
import { NotRead } from './NotRead.tsx';
import { NotSaved } from './NotSaved.tsx';
import { canUndo } from './standing.ts';
import { When } from './When.tsx';

interface Props {
  adminMail: string;
  sid: string;
  detail: FollowUpDetail;
  zone: string;
  now: number;
  mayChange: boolean;
}

/** How many entries are shown before the rest is asked for. */
const SHOWN = 8;

/** Everything that was done about the inquiry, newest first: who, when, from where, and what was taken back. */
export function Timeline({ adminMail, sid, detail, zone, now, mayChange }: Props) {
  const { t } = useLingui();
  const [count, setCount] = useState(SHOWN);
  const [focused, setFocused] = useState<number>();
  const section = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  // What is pressed here goes.
  const focus = () => section.current?.focus({ preventScroll: true });
  useEffect(() => {
    if (focused !== undefined) list.current?.querySelectorAll('li')[focused]?.focus();
  }, [focused]);
  const { undo, failure, retry, discard } = useFollowUpChange(adminMail, sid, 'timeline');
  const { isEntrySaving } = useUnconfirmed(adminMail, sid);
  const { timeline, followUp } = detail;
  const shown = timeline.slice(0, count);
  const more = detail.entries - shown.length;
  const older = useMutation({
    mutationFn: async () => {
      if (shown.length === timeline.length) await loadOlderEntries(adminMail, sid);
    },
    onSuccess: () => {
      setCount(Infinity);
      setFocused(shown.length);
    },
  });
  const tooLate = failure instanceof Failure && failure.code === 'changed-meanwhile';
  return (
    <section className={css.block} aria-label={t`Historial`} ref={section} tabIndex={-1}>
      <h4 className={css.head}>
        <Trans>Historial</Trans>
      </h4>
      {failure && (
        <NotSaved
          error={failure}
          meaning={
            tooLate
              ? {
                  what: t`Ya no se puede deshacer`,
                  advice: t`Alguien lo cambió después: mirá cómo quedó.`,
                }
              : undefined
          }
          onRetry={
            tooLate
              ? undefined
              : () => {
                  focus();
                  void retry();
                }
          }
        >
          <button
            type="button"
            className="button quiet"
            onClick={() => {
              focus();
              discard();
            }}
          >
            <Trans>Dejarlo así</Trans>
          </button>
        </NotSaved>
      )}
      {timeline.length === 0 && (
        <p className={css.soft}>
          <Trans>Todavía no se hizo nada con esta consulta desde Vitrina.</Trans>
        </p>
      )}
      <ol className={css.timeline} ref={list}>
        {shown.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            of={detail}
            saving={isEntrySaving(entry.id)}
            first={
              entry.undone
                ? undefined
                : entry.at === followUp.firstTouch?.at && answers(entry)
                  ? t`Primer intento`
                  : entry.at === followUp.firstContact?.at && reaches(entry)
                    ? t`Primer contacto`
                    : undefined
            }
            zone={zone}
            now={now}
            {...(mayChange &&
              canUndo(entry, timeline) && {
                onUndo: () => {
                  focus();
                  void undo(entry.id);
                },
              })}
          />
        ))}
      </ol>
      {older.error ? (
        <NotRead
          error={older.error}
          what={t`No se pudo cargar lo anterior.`}
          onRetry={() => older.mutate()}
        />
      ) : (
        more > 0 && (
          <button
            type="button"
            className="button"
            aria-disabled={older.isPending}
            onClick={() => older.mutate()}
          >
            <Trans>Ver lo anterior ({more})</Trans>
          </button>
        )
      )}
    </section>
  );
}

/** Whether it is an answer, or says that there was one. */
function answers({ change }: TimelineEntry): boolean {
  return change.kind === 'touch' || (change.kind === 'status' && change.status === 'answered');
}

/** Whether it says that the buyer was reached. */
function reaches({ change }: TimelineEntry): boolean {
  return change.kind === 'status'
    ? ['contacted', 'appointment', 'won'].includes(change.status)
    : change.kind === 'note' && change.contact;
}

interface EntryProps {
  entry: TimelineEntry;
  of: FollowUpDetail;
  saving: boolean;
  /** What was the first of its kind. */
  first: string | undefined;
  zone: string;
  now: number;
  onUndo?: () => void;
}

function Entry({ entry, of, saving, first, zone, now, onUndo }: EntryProps) {
  const { t } = useLingui();
  const text = useFollowUpText(zone, now);
  const { change, address, undone } = entry;
  const sentence =
    change.kind === 'undo'
      ? text.undoOf(
          entry.by,
          of.timeline.find(({ id }) => id === change.entry),
        )
      : text.entry(entry);
  const note = change.kind === 'note' ? change.text : change.kind === 'hand-over' ? change.note : undefined;
  const from = address ? t`desde ${address}` : '';
  const Said = undone ? 's' : 'span';
  return (
    <li className={css.entry} data-undone={undone} tabIndex={-1}>
      <div className={css.row}>
        <p className={css.sentence}>
          <Said>{sentence}</Said>
          {undone && <span className={css.mark}>{t`deshecho`}</span>}
          {first && <strong className={css.mark}>{first}</strong>}
        </p>
        {onUndo && (
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
      <p className={css.soft}>
        {saving ? (
          <span className={css.saving}>{t`Guardando…`}</span>
        ) : (
          <>
            <When at={entry.at} zone={zone} />
            {from && <> · {from}</>}
          </>
        )}
      </p>
    </li>
  );
}
