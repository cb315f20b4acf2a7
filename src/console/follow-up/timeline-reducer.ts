import type {
  ANSWERS,
  FollowUp,
  FollowUpDetail,
  RecordedChange,
  TimelineEntry,
} from '#contract/desk/follow-up.ts';
import { CHANGED_FIELD, changesState, isAnswerUndated } from '#contract/follow-up-state.ts';

// Optimistic updates: the follow-up that the gateway will reply to a change with.

export type Change = RecordedChange;
export type PersonRef = TimelineEntry['by'];

/** The field that a change sets; null for changes that only add, and for an undo. */
export function changedField({ kind }: Change): (typeof CHANGED_FIELD)[Change['kind']] {
  return CHANGED_FIELD[kind];
}

export function incrementsVersion(change: Change, timeline: readonly TimelineEntry[]): boolean {
  const target = change.kind === 'undo' ? timeline.find(({ id }) => id === change.entry)?.change : change;
  return target !== undefined && changesState(target);
}

export function canUndo(entry: TimelineEntry, timeline: readonly TimelineEntry[]): boolean {
  if (entry.undone || entry.change.kind === 'undo') return false;
  const field = changedField(entry.change);
  const newer = timeline.slice(0, timeline.indexOf(entry));
  return !field || !newer.some(({ undone, change }) => !undone && changedField(change) === field);
}

/** decided: one key or tap does not turn an appointment or a sale back into a contact. */
export function canMarkContacted({ status }: Pick<FollowUp, 'status'>): boolean {
  return status === 'new' || status === 'answered' || status === 'lost';
}

export function hasNoEffect(
  { followUp, timeline }: FollowUpDetail,
  change: Change,
  by: Pick<PersonRef, 'id'>,
): boolean {
  switch (change.kind) {
    case 'status':
      return (
        change.status === followUp.status &&
        (change.status !== 'lost' || (change.lostReason ?? 'other') === followUp.lostReason)
      );
    case 'snooze':
      return change.until === followUp.snoozedUntil;
    case 'claim':
      return change.claimed ? followUp.claimedBy?.id === by.id : followUp.claimedBy === null;
    case 'hand-over':
      return change.to === followUp.claimedBy?.id;
    case 'undo':
      return timeline.some(({ id, undone }) => id === change.entry && undone);
    case 'note':
    case 'touch':
      return false;
    default:
      return change satisfies never;
  }
}

/** The result of an undo is only known if the whole timeline is loaded; else the fields stay. */
export function applyEntry(
  { followUp, timeline, entries }: FollowUpDetail,
  entry: TimelineEntry,
): FollowUpDetail {
  const { change } = entry;
  const version = followUp.version + (incrementsVersion(change, timeline) ? 1 : 0);
  const isComplete = timeline.length === entries;
  const older =
    change.kind === 'undo'
      ? timeline.map((one) => (one.id === change.entry ? { ...one, undone: true } : one))
      : timeline;
  const fields = change.kind === 'undo' ? (isComplete ? replay(older) : {}) : fieldsAfter(followUp, entry);
  return {
    followUp: { ...followUp, ...fields, version, changedAt: entry.at },
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

type Fields = Omit<FollowUp, 'sid' | 'version' | 'changedAt'>;

const INITIAL_FIELDS: Fields = {
  status: 'new',
  lostReason: null,
  claimedBy: null,
  snoozedUntil: null,
  firstTouch: null,
  firstContact: null,
  notes: 0,
};

function replay(timeline: readonly TimelineEntry[]): Fields {
  const fields = { ...INITIAL_FIELDS };
  for (const entry of timeline.toReversed())
    if (!entry.undone) Object.assign(fields, fieldsAfter(fields, entry));
  return fields;
}

/** When an entry answered the buyer; null: nobody knows. */
export function getAnsweredAt({ change, at }: Pick<TimelineEntry, 'change' | 'at'>): number | null {
  return change.kind === 'status' && change.answeredAt !== undefined ? change.answeredAt : at;
}

function fieldsAfter(fields: Fields, entry: TimelineEntry): Partial<Fields> {
  const { status, firstTouch, firstContact, notes } = fields;
  const { change, by, to } = entry;
  const isAnswered = firstTouch !== null || firstContact !== null;
  const answeredAt = isAnswerUndated({ status, isAnswered }) ? null : getAnsweredAt(entry);
  const answer = answeredAt === null ? null : { at: answeredAt, by };
  const contact = { firstContact: firstContact ?? answer };
  const touch = (how: (typeof ANSWERS)[number]) => ({
    firstTouch: firstTouch ?? (answer && { ...answer, how }),
  });
  switch (change.kind) {
    case 'status':
      return {
        status: change.status,
        lostReason: change.status === 'lost' ? (change.lostReason ?? 'other') : null,
        ...(['contacted', 'appointment', 'won'].includes(change.status) && contact),
        ...(change.status === 'answered' && touch('other')),
      };
    case 'snooze':
      return { snoozedUntil: change.until };
    case 'claim':
      return { claimedBy: change.claimed ? by : null };
    case 'hand-over':
      return { claimedBy: to ?? { id: change.to, name: '' } };
    case 'note':
      return {
        notes: notes + 1,
        ...(change.contact && contact),
        ...(change.contact && (status === 'new' || status === 'answered') && { status: 'contacted' }),
      };
    case 'touch':
      return {
        ...touch(change.how),
        ...(status === 'new' && { status: 'answered' }),
      };
    case 'undo':
      return {};
    default:
      return change satisfies never;
  }
}
