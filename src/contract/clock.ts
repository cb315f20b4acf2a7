import type { FollowUp } from './desk/follow-up.ts';
import { type Hours, afterOpenMinutes } from './hours.ts';

/** How an inquiry stands against the time in which it should be answered. Instants are milliseconds since 1970. */
export type Clock =
  /** Nobody answered yet: `fine` says nothing, `soon` that time runs out, `late` that it has. */
  | { state: 'fine' | 'soon' | 'late'; dueAt: number }
  /** Somebody turned to the buyer, or reached them, in time or not. */
  | { state: 'answered'; dueAt: number | undefined; at: number; inTime: boolean; by: string; how: Stopper }
  /** It is won or lost without an answer from here, or the agency is never open. */
  | { state: 'none' };

/** What stopped the clock: the first answer, or the word that the buyer was reached. */
export type Stopper = NonNullable<FollowUp['firstTouch']>['how'] | 'contact';

/**
 * The response clock of an inquiry: it runs while the agency is open, from the inquiry's Momento (ms) until the first
 * touch or the first contact, whichever was earlier.
 */
export function clockOf(
  momento: number,
  followUp: Pick<FollowUp, 'status' | 'firstTouch' | 'firstContact'> | undefined,
  hours: Hours,
  now: number,
): Clock {
  const dueAt = afterOpenMinutes(momento, hours.target, hours);
  const { firstTouch, firstContact } = followUp ?? { firstTouch: null, firstContact: null };
  if (firstTouch && (!firstContact || firstTouch.at <= firstContact.at))
    return answered(dueAt, firstTouch.at, firstTouch.by.name, firstTouch.how);
  if (firstContact) return answered(dueAt, firstContact.at, firstContact.by.name, 'contact');
  if (dueAt === undefined || followUp?.status === 'won' || followUp?.status === 'lost')
    return { state: 'none' };
  if (now >= dueAt) return { state: 'late', dueAt };
  const soonAt = afterOpenMinutes(momento, hours.warning, hours) ?? dueAt;
  return { state: now >= soonAt ? 'soon' : 'fine', dueAt };
}

function answered(dueAt: number | undefined, at: number, by: string, how: Stopper): Clock {
  return { state: 'answered', dueAt, at, by, how, inTime: dueAt === undefined || at <= dueAt };
}
