import type { ChangeFollowUp, FollowUp, FollowUpDetail, TimelineEntry } from '#contract/desk/follow-up.ts';

// What a change makes of an inquiry, as the gateway reckons it: shown before its answer is here.

export type Change = ChangeFollowUp['change'];
export type By = TimelineEntry['by'];
/** Follow-up in a cached list. `isSaving`: it includes a change that the gateway has not confirmed yet. */
export type ListedFollowUp = FollowUp & { isSaving?: boolean };

/** What a change sets anew, and so may set over what somebody else has set; the others only add. */
const SETS: Partial<Record<Change['kind'], 'status' | 'snooze' | 'claim'>> = {
  status: 'status',
  snooze: 'snooze',
  claim: 'claim',
  'hand-over': 'claim',
};

/** What a change sets; undefined for one that only adds, and for an undo. */
export function setBy({ kind }: Change): 'status' | 'snooze' | 'claim' | undefined {
  return SETS[kind];
}

/** Whether the version grows by it: it sets something, or takes back what did. */
export function isCounted(change: Change, timeline: readonly TimelineEntry[]): boolean {
  if (change.kind !== 'undo') return SETS[change.kind] !== undefined;
  const taken = timeline.find(({ id }) => id === change.entry);
  return taken !== undefined && SETS[taken.change.kind] !== undefined;
}

/** Whether an entry can be taken back: it was not yet, and nothing set anew what it had set. */
export function canUndo(entry: TimelineEntry, timeline: readonly TimelineEntry[]): boolean {
  if (entry.undone || entry.change.kind === 'undo') return false;
  const set = SETS[entry.change.kind];
  const later = timeline.slice(
    0,
    timeline.findIndex(({ id }) => id === entry.id),
  );
  return !set || !later.some(({ undone, change }) => !undone && SETS[change.kind] === set);
}

/**
 * Whether marking it as contacted says something.
 * decided: what went further than a contact is not taken back to one by a key or a tap.
 */
export function isBeforeContact({ status }: Pick<FollowUp, 'status'>): boolean {
  return status === 'new' || status === 'answered' || status === 'lost';
}

/** Whether everything stands already as a change would set it, or take it back. */
export function isSo({ followUp, timeline }: FollowUpDetail, change: Change, by: Pick<By, 'id'>): boolean {
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
    default:
      return false;
  }
}

/**
 * The inquiry and its timeline with one more entry. What an undo makes of it is known only where the whole timeline is
 * held; elsewhere it stands as it was until the gateway answers.
 */
export function withEntry(
  { followUp, timeline, entries }: FollowUpDetail,
  entry: TimelineEntry,
): FollowUpDetail {
  const version = followUp.version + (isCounted(entry.change, timeline) ? 1 : 0);
  const { change } = entry;
  if (change.kind !== 'undo')
    return {
      followUp: { ...followUp, ...stepped(followUp, entry), version, changedAt: entry.at },
      timeline: [entry, ...timeline],
      entries: entries + 1,
    };
  const left = timeline.map((one) => (one.id === change.entry ? { ...one, undone: true } : one));
  const standing = timeline.length < entries ? {} : standingAfter(left);
  return {
    followUp: { ...followUp, ...standing, version, changedAt: entry.at },
    timeline: [entry, ...left],
    entries: entries + 1,
  };
}

/** The newest page of a timeline with the entries before it that are held already. */
export function withOlderEntries(held: FollowUpDetail | undefined, page: FollowUpDetail): FollowUpDetail {
  const oldest = page.timeline.at(-1)?.id;
  const at = held?.timeline.findIndex(({ id }) => id === oldest) ?? -1;
  const older = at < 0 ? [] : (held?.timeline.slice(at + 1) ?? []);
  if (older.length === 0) return page;
  const timeline = [...page.timeline, ...older];
  // An undo is newer than what it took back, and so among them.
  const undone = new Set(timeline.map(({ change }) => change.kind === 'undo' && change.entry));
  const marked = (entry: TimelineEntry, isUndone: boolean) =>
    entry.undone === isUndone ? entry : { ...entry, undone: isUndone };
  return { ...page, timeline: timeline.map((entry) => marked(entry, undone.has(entry.id))) };
}

type Standing = Omit<FollowUp, 'sid' | 'version' | 'changedAt'>;

const UNTOUCHED: Standing = {
  status: 'new',
  lostReason: null,
  claimedBy: null,
  snoozedUntil: null,
  firstTouch: null,
  firstContact: null,
  notes: 0,
};

/** What follows from the entries that were not taken back. */
function standingAfter(timeline: readonly TimelineEntry[]): Standing {
  const standing = { ...UNTOUCHED };
  for (const entry of timeline.toReversed())
    if (!entry.undone) Object.assign(standing, stepped(standing, entry));
  return standing;
}

/** What an entry gives a new value. */
function stepped(
  { status, firstTouch, firstContact, notes }: Standing,
  { change, by, at, to }: TimelineEntry,
): Partial<Standing> {
  const contact = { firstContact: firstContact ?? { at, by } };
  switch (change.kind) {
    case 'status':
      return {
        status: change.status,
        lostReason: change.status === 'lost' ? (change.lostReason ?? 'other') : null,
        ...(['contacted', 'appointment', 'won'].includes(change.status) && contact),
        ...(change.status === 'answered' && { firstTouch: firstTouch ?? { at, by, how: 'other' } }),
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
        firstTouch: firstTouch ?? { at, by, how: change.how },
        ...(status === 'new' && { status: 'answered' }),
      };
    default:
      return {};
  }
}
