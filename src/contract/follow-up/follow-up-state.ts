// The state of an inquiry's follow-up, and what is derived from it. Times are ms since 1970.

/** decided: a first touch changes `new` to `answered`; only a person sets `contacted` (the buyer was reached). */
export const STATUSES = ['new', 'answered', 'contacted', 'appointment', 'won', 'lost'] as const;
export type Status = (typeof STATUSES)[number];

export const LOST_REASONS = [
  'no-answer',
  'price',
  'bought-elsewhere',
  'not-available',
  'finance',
  'other',
] as const;
export type LostReason = (typeof LOST_REASONS)[number];

/** Channels of a touch: an attempt to reach the buyer. A contact means that the buyer was reached. */
export const TOUCHES = ['call', 'mail', 'whatsapp'] as const;
/** `other`: answered by an unknown channel. */
export const ANSWERS = [...TOUCHES, 'other'] as const;

/** The sum of all changes that are not undone. `Person` is an id in the gateway, and an id with a name elsewhere. */
export interface FollowUpState<Person> {
  status: Status;
  lostReason: LostReason | null;
  claimedBy: Person | null;
  /** End of the snooze. */
  snoozedUntil: number | null;
  /** First call, mail or message started in the console, or first change to the status `answered`. */
  firstTouch: { at: number; by: Person; how: (typeof ANSWERS)[number] } | null;
  /** First status change or note that says that the buyer was reached. */
  firstContact: { at: number; by: Person } | null;
  notes: number;
  /** Id of the entry with the pinned note. */
  pinnedNote: string | null;
}

export const INITIAL_STATE: FollowUpState<never> = {
  status: 'new',
  lostReason: null,
  claimedBy: null,
  snoozedUntil: null,
  firstTouch: null,
  firstContact: null,
  notes: 0,
  pinnedNote: null,
};

type AnswerFields = Pick<FollowUpState<unknown>, 'status' | 'firstTouch' | 'firstContact'>;

/** Returns true if there was a first touch or contact, or the status was changed. */
export function isHandled(followUp: AnswerFields | undefined): boolean {
  return (
    followUp !== undefined &&
    (followUp.status !== 'new' || Boolean(followUp.firstTouch ?? followUp.firstContact))
  );
}

/**
 * Returns true if an import reported an answer without a known time: every other way to such a status sets
 * the first touch or contact.
 */
export function isAnswerUndated({ status, firstTouch, firstContact }: AnswerFields): boolean {
  return status !== 'new' && status !== 'lost' && firstTouch === null && firstContact === null;
}

/** Won or lost. */
export function isClosed(followUp: Pick<AnswerFields, 'status'> | undefined): boolean {
  return followUp?.status === 'won' || followUp?.status === 'lost';
}

/** decided: one key or tap does not turn an appointment or a sale back into a contact. */
export function canMarkContacted({ status }: Pick<AnswerFields, 'status'>): boolean {
  return status === 'new' || status === 'answered' || status === 'lost';
}

interface SnoozeFields {
  snoozedUntil: number | null;
  changedAt: number | null;
}

export function isSnoozeActive(followUp: SnoozeFields | undefined, now: number): boolean {
  return Boolean(followUp?.snoozedUntil && followUp.snoozedUntil > now);
}

/** Returns true if the snooze has expired and no change followed. */
export function isSnoozeExpired(followUp: SnoozeFields | undefined, now: number): boolean {
  const until = followUp?.snoozedUntil;
  return Boolean(until && until <= now && (followUp.changedAt ?? 0) <= until);
}

/** Returns true if somebody has to act now: it is open, not snoozed, and not answered or back from its snooze. */
export function isActionDue(followUp: (SnoozeFields & AnswerFields) | undefined, now: number): boolean {
  if (isClosed(followUp) || isSnoozeActive(followUp, now)) return false;
  return !isHandled(followUp) || isSnoozeExpired(followUp, now);
}

/**
 * Returns true if the snoozed view contains it: its snooze is active, or expired while the inquiry is still
 * open.
 */
export function isSnoozed(
  followUp: (SnoozeFields & Pick<AnswerFields, 'status'>) | undefined,
  now: number,
): boolean {
  return isSnoozeActive(followUp, now) || (isSnoozeExpired(followUp, now) && !isClosed(followUp));
}

/** Values of the facet `seguimiento`; an inquiry can have several. */
export const FOLLOW_UP_FACET = [
  'sin-leer',
  'por-vencer',
  'tarde-hoy',
  'tarde-semana',
  'tarde-vieja',
  'nueva',
  'respondida',
  'contactada',
  'cita',
  'ganada',
  'perdida',
  'pospuesta',
  'volvio',
] as const;
export type FollowUpFacetValue = (typeof FOLLOW_UP_FACET)[number];
