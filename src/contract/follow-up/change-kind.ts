import { type ANSWERS, type FollowUpState, isAnswerUndated } from './follow-up-state.ts';

/** Author and time of a change, and the recipient of a hand-over. */
export interface ChangeContext<Person> {
  by: Person;
  to: Person | null;
  at: number;
}

/** Behaviour of one kind of change, shared by gateway and console. All functions are pure. */
export interface ChangeKind<Change> {
  /** The field that the change sets, guarded by the version; null: it only adds, or is an undo. */
  field: 'status' | 'snooze' | 'claim' | null;
  /**
   * True if the change increments the version although it sets no guarded field, since it may set the status
   * or the first answer.
   */
  mayAnswer(change: Change): boolean;
  /** New values of the state after the change. */
  apply<Person>(
    state: FollowUpState<Person>,
    change: Change,
    context: ChangeContext<Person>,
  ): Partial<FollowUpState<Person>>;
  /** True if the state already is as the person wants it. */
  isNoOp(state: FollowUpState<{ id: string }>, change: Change, personId: string): boolean;
  /** Text that somebody wrote, which may name the buyer. */
  getText?(change: Change): string | undefined;
  /** The change with another text, for the erasure of a buyer's data. */
  replaceText?(change: Change, text: string): Change;
  /** Id of the person that the inquiry goes to, or who is reminded of it. */
  getRecipientId?(change: Change): string;
}

type Answered<Person> = Pick<FollowUpState<Person>, 'status' | 'firstTouch' | 'firstContact'>;

/** The first touch after one at `at`. An answer at an unknown time, null, is no first one, and none after it is. */
export function recordTouch<Person>(
  state: Answered<Person>,
  { at, by, how }: { at: number | null; by: Person; how: (typeof ANSWERS)[number] },
): Pick<FollowUpState<Person>, 'firstTouch'> {
  const isFirst = state.firstTouch === null && at !== null && !isAnswerUndated(state);
  return { firstTouch: isFirst ? { at, by, how } : state.firstTouch };
}

/** The first contact after one at `at`, by the rule of `recordTouch`. */
export function recordContact<Person>(
  state: Answered<Person>,
  { at, by }: { at: number | null; by: Person },
): Pick<FollowUpState<Person>, 'firstContact'> {
  const isFirst = state.firstContact === null && at !== null && !isAnswerUndated(state);
  return { firstContact: isFirst ? { at, by } : state.firstContact };
}
