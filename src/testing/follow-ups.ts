import type { FollowUp } from '#contract/desk/follow-up.ts';

/** The follow-up of an inquiry that nobody has touched. */
export const UNTOUCHED: FollowUp = {
  sid: 'S',
  status: 'new',
  lostReason: null,
  claimedBy: null,
  snoozedUntil: null,
  firstTouch: null,
  firstContact: null,
  notes: 0,
  version: 0,
  changedAt: null,
};
