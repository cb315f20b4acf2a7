import type { FollowUp } from './desk/follow-up.ts';
import { type Hours, addOpenMinutes } from './hours.ts';

/** State of an inquiry's response clock. Instants are milliseconds since 1970. */
export type ResponseClock =
  /** Not answered yet: `soon` from the warning time on, `late` from `dueAt` on. */
  | { state: 'fine' | 'soon' | 'late'; dueAt: number }
  /** Stopped by a first touch or contact. `inTime`: not after `dueAt`. */
  | { state: 'answered'; dueAt: number | undefined; at: number; inTime: boolean; by: string; how: StopReason }
  /** Won or lost without an answer, or the agency is never open. */
  | { state: 'none' };

/** What stopped the clock: how the first touch was made, or `contact` when the buyer was reached before any touch. */
export type StopReason = NonNullable<FollowUp['firstTouch']>['how'] | 'contact';

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
  const dueAt = addOpenMinutes(momento, hours.target, hours);
  const { firstTouch, firstContact } = followUp ?? { firstTouch: null, firstContact: null };
  if (firstTouch && (!firstContact || firstTouch.at <= firstContact.at))
    return createAnswered(dueAt, firstTouch.at, firstTouch.by.name, firstTouch.how);
  if (firstContact) return createAnswered(dueAt, firstContact.at, firstContact.by.name, 'contact');
  if (dueAt === undefined || followUp?.status === 'won' || followUp?.status === 'lost')
    return { state: 'none' };
  if (now >= dueAt) return { state: 'late', dueAt };
  const soonAt = addOpenMinutes(momento, hours.warning, hours) ?? dueAt;
  return { state: now >= soonAt ? 'soon' : 'fine', dueAt };
}

function createAnswered(dueAt: number | undefined, at: number, by: string, how: StopReason): ResponseClock {
  return { state: 'answered', dueAt, at, by, how, inTime: dueAt === undefined || at <= dueAt };
}
