import { type RecordedChange, computeState, getRecipientId } from '#contract/follow-up/change-kinds.ts';
import { type FollowUpState, INITIAL_STATE } from '#contract/follow-up/follow-up-state.ts';
import type { FollowUpRow } from './tables.ts';

/** The columns of `follow_up` that hold the state. */
export type StateColumns = Omit<FollowUpRow, 'agency_key' | 'sid' | 'momento' | 'version' | 'changed_at'>;

/** The state of a row, with the ids of people. */
export function toState(row: StateColumns): FollowUpState<string> {
  return {
    status: row.status,
    lostReason: row.lost_reason,
    claimedBy: row.claimed_by,
    snoozedUntil: row.snoozed_until,
    ...toFirstAnswer(row),
    notes: row.notes,
    pinnedNote: row.pinned_note,
  };
}

export type AnswerColumns = Pick<
  StateColumns,
  'touched_at' | 'touched_by' | 'touched_how' | 'contacted_at' | 'contacted_by'
>;

/** First touch and first contact of a row. */
export function toFirstAnswer({
  touched_at,
  touched_by,
  touched_how,
  contacted_at,
  contacted_by,
}: AnswerColumns): Pick<FollowUpState<string>, 'firstTouch' | 'firstContact'> {
  return {
    firstTouch:
      touched_at === null || touched_by === null || touched_how === null
        ? null
        : { at: touched_at, by: touched_by, how: touched_how },
    firstContact:
      contacted_at === null || contacted_by === null ? null : { at: contacted_at, by: contacted_by },
  };
}

export function toStateColumns(state: FollowUpState<string>): StateColumns {
  return {
    status: state.status,
    lost_reason: state.lostReason,
    claimed_by: state.claimedBy,
    snoozed_until: state.snoozedUntil,
    touched_at: state.firstTouch?.at ?? null,
    touched_by: state.firstTouch?.by ?? null,
    touched_how: state.firstTouch?.how ?? null,
    contacted_at: state.firstContact?.at ?? null,
    contacted_by: state.firstContact?.by ?? null,
    notes: state.notes,
    pinned_note: state.pinnedNote,
  };
}

export const INITIAL_COLUMNS = toStateColumns(INITIAL_STATE);

export const STATE_COLUMNS = Object.keys(INITIAL_COLUMNS) as (keyof StateColumns)[];

/** Returns true if nothing of the follow-up is in effect; all null: there is none. */
export function isInitialState(columns: {
  [Name in keyof StateColumns]: StateColumns[Name] | null;
}): boolean {
  return STATE_COLUMNS.every((name) => (columns[name] ?? INITIAL_COLUMNS[name]) === INITIAL_COLUMNS[name]);
}

export interface Entry {
  id: string;
  person_id: string;
  at: number;
  change: RecordedChange;
  undone: 0 | 1;
}

export const toStateEntry = ({ change, person_id, at }: Pick<Entry, 'change' | 'person_id' | 'at'>) => ({
  change,
  by: person_id,
  to: getRecipientId(change) ?? null,
  at,
});

/** The columns after these entries, oldest first. */
export function computeStateColumns(entries: readonly Entry[]): StateColumns {
  return toStateColumns(computeState(entries.map(toStateEntry)));
}
