import type { FollowUp } from './desk/follow-up.ts';

// What the follow-up of an inquiry says of where it stands.

/** Whether somebody turned to the buyer, or said what became of it. */
export function isWorked(followUp: FollowUp | undefined): boolean {
  return (
    followUp !== undefined &&
    (followUp.status !== 'new' || Boolean(followUp.firstTouch ?? followUp.firstContact))
  );
}

/** Won or lost. */
export function isClosed(followUp: FollowUp | undefined): boolean {
  return followUp?.status === 'won' || followUp?.status === 'lost';
}

type Rest = Pick<FollowUp, 'snoozedUntil' | 'changedAt'>;

/** It rests until a time to come. */
export function isResting(followUp: Rest | undefined, now: number): boolean {
  return Boolean(followUp?.snoozedUntil && followUp.snoozedUntil > now);
}

/** It rested until a time that has come, and nothing was done about it since. */
export function isBack(followUp: Rest | undefined, now: number): boolean {
  const until = followUp?.snoozedUntil;
  return Boolean(until && until <= now && (followUp.changedAt ?? 0) <= until);
}

/** Whether the view of those put off has it: it rests, or it is back and still open. */
export function isPutOff(followUp: FollowUp | undefined, now: number): boolean {
  return isResting(followUp, now) || (isBack(followUp, now) && !isClosed(followUp));
}

/** What `seguimiento` may be; a row can be several of them. */
export const STANDINGS = [
  'sin-leer',
  'nueva',
  'respondida',
  'contactada',
  'cita',
  'ganada',
  'perdida',
  'pospuesta',
  'volvio',
] as const;
export type Standing = (typeof STANDINGS)[number];
