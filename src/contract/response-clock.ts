import type { FollowUp } from './desk/follow-up.ts';
import type { ANSWERS } from './follow-up/follow-up-state.ts';
import { type Hours, addOpenMinutes, findDueAt, hoursAt } from './hours.ts';
import { isPlausibleInstant } from './window.ts';

/** State of an inquiry's response clock. Instants are milliseconds since 1970. */
export type ResponseClock =
  /** Unanswered: `soon` from the warning time on, `late` from `dueAt` on. */
  | { state: 'fine' | 'soon' | 'late'; dueAt: number }
  /** Stopped by a first touch or contact. `inTime`: not after `dueAt`. */
  | { state: 'answered'; dueAt: number | undefined; at: number; inTime: boolean; by: string; how: StopReason }
  /**
   * No clock: won, lost or imported as answered without a known answer, an agency that is never open, or an
   * implausible `momento`.
   */
  | { state: 'none' };

/**
 * The answer that stopped the clock: kind of the first touch, or `contact` when the buyer was reached before
 * any touch.
 */
export type StopReason = (typeof ANSWERS)[number] | 'contact';

/**
 * Computes the response clock, which runs during opening hours from `momento` (ms since 1970) until the first touch or
 * first contact, whichever is earlier.
 */
export function computeResponseClock(
  momento: number,
  followUp: Pick<FollowUp, 'status' | 'firstTouch' | 'firstContact'> | undefined,
  hours: Hours,
  now: number,
): ResponseClock {
  const dueAt = isPlausibleInstant(momento) ? findDueAt(momento, hours) : undefined;
  const answer = followUp && findFirstAnswer(followUp);
  if (answer) {
    const { at, by, how } = answer;
    return { state: 'answered', dueAt, at, by: by.name, how, inTime: isInTime(at, dueAt) };
  }
  if (dueAt === undefined || (followUp && followUp.status !== 'new')) return { state: 'none' };
  if (now >= dueAt) return { state: 'late', dueAt };
  const soonAt = addOpenMinutes(momento, hoursAt(hours, momento).warning, hours) ?? dueAt;
  return { state: now >= soonAt ? 'soon' : 'fine', dueAt };
}

/** Returns the first touch or the first contact, whichever is earlier; undefined: not answered. */
export function findFirstAnswer<By>({
  firstTouch,
  firstContact,
}: {
  firstTouch: { at: number; by: By; how: (typeof ANSWERS)[number] } | null;
  firstContact: { at: number; by: By } | null;
}): { at: number; by: By; how: StopReason } | undefined {
  if (firstTouch && (!firstContact || firstTouch.at <= firstContact.at)) return firstTouch;
  return firstContact ? { ...firstContact, how: 'contact' } : undefined;
}

/** Returns true if an answer came at or before its due time; agencies that are never open have none. */
export function isInTime(answeredAt: number, dueAt: number | null | undefined): boolean {
  return typeof dueAt !== 'number' || answeredAt <= dueAt;
}
