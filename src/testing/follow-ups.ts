import type { FollowUp } from '#contract/desk/follow-up.ts';

/** Follow-up of a new inquiry, version 0. */
export const UNTOUCHED_FOLLOW_UP: FollowUp = {
  sid: 'S',
  status: 'new',
  lostReason: null,
  claimedBy: null,
  snoozedUntil: null,
  firstTouch: null,
  firstContact: null,
  notes: 0,
  pinnedNote: null,
  version: 0,
  changedAt: null,
};
