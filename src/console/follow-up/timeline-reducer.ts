import type { FollowUpDetail, TimelineEntry, TimelineResend } from '#contract/desk/follow-up.ts';
import {
  type RecordedChange,
  applyChange,
  changesState,
  computeState,
  getChangedField,
  isNoOp,
  isReminder,
} from '#contract/follow-up/change-kinds.ts';

export type PersonRef = TimelineEntry['by'];

export function incrementsVersion(change: RecordedChange, timeline: readonly TimelineEntry[]): boolean {
  const target = change.kind === 'undo' ? timeline.find(({ id }) => id === change.entry)?.change : change;
  return target !== undefined && changesState(target);
}

export function isUndoable(entry: TimelineEntry, timeline: readonly TimelineEntry[]): boolean {
  if (entry.undone || entry.change.kind === 'undo' || isReminder(entry.change)) return false;
  const field = getChangedField(entry.change);
  const newer = timeline.slice(0, timeline.indexOf(entry));
  return !field || !newer.some(({ undone, change }) => !undone && getChangedField(change) === field);
}

export function hasNoEffect(
  { followUp, timeline }: FollowUpDetail,
  change: RecordedChange,
  by: Pick<PersonRef, 'id'>,
): boolean {
  return change.kind === 'undo'
    ? timeline.some(({ id, undone }) => id === change.entry && undone)
    : isNoOp(followUp, change, by.id);
}

/** The result of an undo is only known if the whole timeline is loaded; else the fields stay. */
export function applyEntry(detail: FollowUpDetail, entry: TimelineEntry): FollowUpDetail {
  const { followUp, timeline, entries } = detail;
  const { change } = entry;
  const version = followUp.version + (incrementsVersion(change, timeline) ? 1 : 0);
  const isComplete = timeline.length === entries;
  const older =
    change.kind === 'undo'
      ? timeline.map((one) => (one.id === change.entry ? { ...one, undone: true } : one))
      : timeline;
  const remaining = older.filter(({ undone }) => !undone).toReversed();
  const state = change.kind === 'undo' && isComplete ? computeState(remaining) : applyChange(followUp, entry);
  return {
    ...detail,
    followUp: {
      ...followUp,
      ...state,
      version,
      changedAt: isReminder(change) ? followUp.changedAt : entry.at,
    },
    timeline: [entry, ...older],
    entries: entries + 1,
  };
}

export function mergeOlderEntries(cached: FollowUpDetail | undefined, page: FollowUpDetail): FollowUpDetail {
  const last = page.timeline.at(-1)?.id;
  const index = cached?.timeline.findIndex(({ id }) => id === last) ?? -1;
  const older = index === -1 ? [] : (cached?.timeline.slice(index + 1) ?? []);
  if (older.length === 0) return page;
  const timeline = [...page.timeline, ...older];
  // An undo is newer than the entry it undoes, and so among these entries.
  const undoneIds = new Set(timeline.map(({ change }) => change.kind === 'undo' && change.entry));
  const setUndone = (entry: TimelineEntry, undone: boolean) =>
    entry.undone === undone ? entry : { ...entry, undone };
  return { ...page, timeline: timeline.map((entry) => setUndone(entry, undoneIds.has(entry.id))) };
}

export function findPinnedEntry({
  followUp: { pinnedNote },
  timeline,
  pinned,
}: FollowUpDetail): TimelineEntry | undefined {
  const entry = [...timeline, pinned].find((one) => one?.id === pinnedNote);
  return entry?.undone ? undefined : entry;
}

export function mergeResends(
  entries: readonly TimelineEntry[],
  resends: readonly TimelineResend[],
  hasOlder: boolean,
): (TimelineEntry | TimelineResend)[] {
  const items: (TimelineEntry | TimelineResend)[] = [...entries];
  for (const resend of resends) {
    const index = items.findIndex(({ at }) => at <= resend.at);
    if (index !== -1) items.splice(index, 0, resend);
    else if (!hasOlder) items.push(resend);
  }
  return items;
}

/** It is null where nobody knows when the buyer was answered. */
export function getAnsweredAt({ change, at }: Pick<TimelineEntry, 'change' | 'at'>): number | null {
  return change.kind === 'status' && change.answeredAt !== undefined ? change.answeredAt : at;
}
