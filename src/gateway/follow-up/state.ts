import type { ANSWERS, RecordedChange } from '#contract/desk/follow-up.ts';
import { isAnswerUndated } from '#contract/follow-up-state.ts';
import type { FollowUpRow } from './tables.ts';

export type Change = RecordedChange;

/** State of an inquiry: derived from the entries that are not undone. */
export type FollowUpState = Omit<
  FollowUpRow,
  'agency_key' | 'sid' | 'momento' | 'operator_key' | 'version' | 'changed_at'
>;

export const INITIAL_STATE: FollowUpState = {
  status: 'new',
  lost_reason: null,
  claimed_by: null,
  snoozed_until: null,
  touched_at: null,
  touched_by: null,
  touched_how: null,
  contacted_at: null,
  contacted_by: null,
  notes: 0,
};

export const STATE_COLUMNS = Object.keys(INITIAL_STATE) as (keyof FollowUpState)[];

/** Whether nothing of the follow-up is in effect; all null: there is none. */
export function isInitialState(state: {
  [Name in keyof FollowUpState]: FollowUpState[Name] | null;
}): boolean {
  return STATE_COLUMNS.every((name) => (state[name] ?? INITIAL_STATE[name]) === INITIAL_STATE[name]);
}

export interface Entry {
  id: string;
  person_id: string;
  at: number;
  change: Change;
  undone: 0 | 1;
}

/** The state after these entries, oldest first. */
export function computeState(entries: readonly Entry[]): FollowUpState {
  const state = { ...INITIAL_STATE };
  for (const entry of entries) Object.assign(state, applyChange(state, entry));
  return state;
}

/** New column values after a change. */
export function applyChange(
  {
    status,
    contacted_at,
    touched_at,
    notes,
  }: Pick<FollowUpState, 'status' | 'contacted_at' | 'touched_at' | 'notes'>,
  { change, person_id, at }: Pick<Entry, 'change' | 'person_id' | 'at'>,
): Partial<FollowUpState> {
  const isAnswered = touched_at !== null || contacted_at !== null;
  // What comes after an answer without a moment is no first answer.
  const answeredAt = isAnswerUndated({ status, isAnswered })
    ? null
    : change.kind === 'status' && change.answeredAt !== undefined
      ? change.answeredAt
      : at;
  const touch = (how: (typeof ANSWERS)[number]): Partial<FollowUpState> =>
    touched_at === null && answeredAt !== null
      ? { touched_at: answeredAt, touched_by: person_id, touched_how: how }
      : {};
  const contact: Partial<FollowUpState> =
    contacted_at === null && answeredAt !== null ? { contacted_at: answeredAt, contacted_by: person_id } : {};
  switch (change.kind) {
    case 'status':
      return {
        status: change.status,
        lost_reason: change.status === 'lost' ? (change.lostReason ?? 'other') : null,
        // decided: statuses after the first contact imply one; a loss does not.
        ...(['contacted', 'appointment', 'won'].includes(change.status) && contact),
        ...(change.status === 'answered' && touch('other')),
      };
    case 'snooze':
      return { snoozed_until: change.until };
    case 'claim':
      return { claimed_by: change.claimed ? person_id : null };
    case 'hand-over':
      return { claimed_by: change.to };
    case 'note':
      return {
        notes: notes + 1,
        ...(change.contact && contact),
        ...(change.contact && (status === 'new' || status === 'answered') && { status: 'contacted' }),
      };
    case 'touch':
      return { ...touch(change.how), ...(status === 'new' && { status: 'answered' }) };
    case 'undo':
      return {};
    default:
      return change satisfies never;
  }
}
