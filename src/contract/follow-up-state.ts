import type { ChangeFollowUp, FollowUp, Status } from './desk/follow-up.ts';

// States derived from the follow-up of an inquiry.

/** The field that a change sets, guarded by `version`; null: it only adds, or is an undo. */
export const CHANGED_FIELD: Record<ChangeFollowUp['change']['kind'], 'status' | 'snooze' | 'claim' | null> = {
  status: 'status',
  snooze: 'snooze',
  claim: 'claim',
  'hand-over': 'claim',
  note: null,
  touch: null,
  undo: null,
};

/**
 * Whether a change increments the version: it sets a guarded field, or it may set the status or the first touch or contact,
 * as a touch and a note of a contact do. An undo increments it when what it undoes did.
 */
export function changesState(change: ChangeFollowUp['change']): boolean {
  return (
    CHANGED_FIELD[change.kind] !== null ||
    change.kind === 'touch' ||
    (change.kind === 'note' && change.contact)
  );
}

/** Whether there was a first touch or contact, or the status was changed. */
export function isHandled(followUp: FollowUp | undefined): boolean {
  return (
    followUp !== undefined &&
    (followUp.status !== 'new' || Boolean(followUp.firstTouch ?? followUp.firstContact))
  );
}

/**
 * Whether an import said that the buyer was answered, at a moment that nobody knows: every other way to such a status sets
 * the first touch or contact.
 */
export function isAnswerUndated({
  status,
  isAnswered,
}: {
  status: Status;
  /** Whether a first touch or contact is known. */
  isAnswered: boolean;
}): boolean {
  return status !== 'new' && status !== 'lost' && !isAnswered;
}

/** Won or lost. */
export function isClosed(followUp: FollowUp | undefined): boolean {
  return followUp?.status === 'won' || followUp?.status === 'lost';
}

type SnoozeFields = Pick<FollowUp, 'snoozedUntil' | 'changedAt'>;

/** Whether it is snoozed until a future time. */
export function isSnoozeActive(followUp: SnoozeFields | undefined, now: number): boolean {
  return Boolean(followUp?.snoozedUntil && followUp.snoozedUntil > now);
}

/** Whether its snooze has expired and it was not changed since. */
export function isSnoozeExpired(followUp: SnoozeFields | undefined, now: number): boolean {
  const until = followUp?.snoozedUntil;
  return Boolean(until && until <= now && (followUp.changedAt ?? 0) <= until);
}

/** Whether the snoozed view has it: its snooze is active, or expired while the inquiry is still open. */
export function isSnoozed(followUp: FollowUp | undefined, now: number): boolean {
  return isSnoozeActive(followUp, now) || (isSnoozeExpired(followUp, now) && !isClosed(followUp));
}

/** Values of the facet `seguimiento`; an inquiry can have several. */
export const FOLLOW_UP_STATES = [
  'sin-leer',
  'por-vencer',
  'nueva',
  'respondida',
  'contactada',
  'cita',
  'ganada',
  'perdida',
  'pospuesta',
  'volvio',
] as const;
export type FollowUpState = (typeof FOLLOW_UP_STATES)[number];
