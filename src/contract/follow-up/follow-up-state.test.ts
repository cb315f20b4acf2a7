import { expect, it } from 'vitest';
import { isSnoozeActive, isSnoozeExpired } from './follow-up-state.ts';

it.each([
  [null, null, 100, { active: false, expired: false }],
  [200, 50, 100, { active: true, expired: false }],
  [200, 50, 199, { active: true, expired: false }],
  [200, 50, 200, { active: false, expired: true }],
  [200, 50, 9000, { active: false, expired: true }],
  [200, 201, 300, { active: false, expired: false }],
  [200, null, 300, { active: false, expired: true }],
])('a snooze until %s of an inquiry changed at %s is, at %i, %o', (snoozedUntil, changedAt, now, state) => {
  const followUp = { snoozedUntil, changedAt };
  expect({ active: isSnoozeActive(followUp, now), expired: isSnoozeExpired(followUp, now) }).toEqual(state);
});
