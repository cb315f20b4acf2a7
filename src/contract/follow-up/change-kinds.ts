import * as z from 'zod/mini';
import type { ChangeContext, ChangeKind } from './change-kind.ts';
import { ClaimChange, claimKind } from './claim-change.ts';
import { type FollowUpState, INITIAL_STATE } from './follow-up-state.ts';
import { AgencyHandOverChange, HandOverChange, handOverKind } from './hand-over-change.ts';
import { NoteChange, noteKind } from './note-change.ts';
import { NudgeChange, nudgeKind } from './nudge-change.ts';
import { PinChange, pinKind } from './pin-change.ts';
import { SnoozeChange, snoozeKind } from './snooze-change.ts';
import { RecordedStatusChange, StatusChange, statusKind } from './status-change.ts';
import { TouchChange, touchKind } from './touch-change.ts';
import { UndoChange, undoKind } from './undo-change.ts';

// Every kind of change of the follow-up. A new one has its module beside these, and its place in each list here.

const FURTHER_CHANGES = [
  SnoozeChange,
  ClaimChange,
  HandOverChange,
  NoteChange,
  PinChange,
  TouchChange,
  NudgeChange,
  UndoChange,
] as const;

/** A change that a person makes. */
export const Change = z.discriminatedUnion('kind', [StatusChange, ...FURTHER_CHANGES]);

/** A change as the timeline has it. */
export const RecordedChange = z.discriminatedUnion('kind', [RecordedStatusChange, ...FURTHER_CHANGES]);
export type RecordedChange = z.infer<typeof RecordedChange>;

/** A change that can be made of many inquiries at once. */
export const BulkChange = z.discriminatedUnion('kind', [
  StatusChange,
  SnoozeChange,
  ClaimChange,
  HandOverChange,
  AgencyHandOverChange,
]);
export type BulkChange = z.infer<typeof BulkChange>;

const CHANGE_KINDS: {
  [Kind in RecordedChange['kind']]: ChangeKind<Extract<RecordedChange, { kind: Kind }>>;
} = {
  status: statusKind,
  snooze: snoozeKind,
  claim: claimKind,
  'hand-over': handOverKind,
  note: noteKind,
  pin: pinKind,
  touch: touchKind,
  nudge: nudgeKind,
  undo: undoKind,
};

/** The kind of a change. Its functions must only be called with changes of that kind. */
const getChangeKind = ({ kind }: RecordedChange) => CHANGE_KINDS[kind] as ChangeKind<RecordedChange>;

/** An entry of a timeline, as far as the state depends on it. */
export interface StateEntry<Person> extends ChangeContext<Person> {
  change: RecordedChange;
}

/** The state after a change. */
export function applyChange<Person>(
  state: FollowUpState<Person>,
  { change, ...context }: StateEntry<Person>,
): FollowUpState<Person> {
  return { ...state, ...getChangeKind(change).apply(state, change, context) };
}

/** The state after these entries, oldest first. */
export function computeState<Person>(entries: readonly StateEntry<Person>[]): FollowUpState<Person> {
  return entries.reduce<FollowUpState<Person>>(applyChange, INITIAL_STATE);
}

/** Tells if a change is an answer, and if it says that the buyer was reached, by its effect on an untouched inquiry. */
export function getAnswerEffects(change: RecordedChange): { isTouch: boolean; isContact: boolean } {
  const { firstTouch, firstContact } = applyChange<null>(INITIAL_STATE, {
    change,
    by: null,
    to: null,
    at: 0,
  });
  return { isTouch: firstTouch !== null, isContact: firstContact !== null };
}

/** The field that a change sets, guarded by the version of the follow-up; null: none. */
export const getChangedField = (change: RecordedChange) => getChangeKind(change).field;

/** Returns true if a change increments the version. An undo does when the undone change did. */
export function changesState(change: RecordedChange): boolean {
  return getChangedField(change) !== null || getChangeKind(change).mayAnswer(change);
}

/** Returns true if the change would alter nothing. */
export function isNoOp(
  state: FollowUpState<{ id: string }>,
  change: RecordedChange,
  personId: string,
): boolean {
  return getChangeKind(change).isNoOp(state, change, personId);
}

/** Text that somebody wrote with a change, which may name the buyer. */
export const getText = (change: RecordedChange) => getChangeKind(change).getText?.(change);

/** The change with another text, if it has one. */
export const replaceText = (change: RecordedChange, text: string) =>
  getChangeKind(change).replaceText?.(change, text) ?? change;

/** Ids of the people whom a change mentions. */
export const getMentions = (change: RecordedChange) => (change.kind === 'note' && change.mentions) || [];

/** Ids of the people whom a change notifies. */
export const getNotified = (change: RecordedChange): readonly string[] =>
  change.kind === 'nudge' ? [change.to] : getMentions(change);

/** Returns true if a change leaves the follow-up as it is: what waited still waits, and there is nothing to undo. */
export const isReminder = ({ kind }: RecordedChange): boolean => kind === 'nudge';

/** Id of the person whom a change hands the inquiry over to, or reminds of it. */
export const getRecipientId = (change: RecordedChange) => getChangeKind(change).getRecipientId?.(change);
