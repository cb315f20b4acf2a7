import { expect, it } from 'vitest';
import {
  INITIAL_STATE,
  STATUSES,
  canMarkContacted,
  isActionDue,
  isAnswerUndated,
  isClosed,
  isHandled,
  isSnoozeActive,
  isSnoozeExpired,
  isSnoozed,
} from './follow-up-state.ts';

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

it.each([
  [undefined, 100, false],
  [{ snoozedUntil: null, changedAt: null, status: 'new' as const }, 100, false],
  [{ snoozedUntil: 200, changedAt: 50, status: 'new' as const }, 199, true],
  [{ snoozedUntil: 200, changedAt: 50, status: 'won' as const }, 199, true],
  [{ snoozedUntil: 200, changedAt: 50, status: 'new' as const }, 200, true],
  [{ snoozedUntil: 200, changedAt: 200, status: 'new' as const }, 300, true],
  [{ snoozedUntil: 200, changedAt: 50, status: 'contacted' as const }, 300, true],
  [{ snoozedUntil: 200, changedAt: 50, status: 'won' as const }, 200, false],
  [{ snoozedUntil: 200, changedAt: 50, status: 'lost' as const }, 300, false],
  [{ snoozedUntil: 200, changedAt: 201, status: 'new' as const }, 300, false],
])('the snoozed view has %j at %i: %s', (followUp, now, shown) => {
  expect(isSnoozed(followUp, now)).toBe(shown);
  expect(isSnoozeActive(undefined, now)).toBe(false);
  expect(isSnoozeExpired(undefined, now)).toBe(false);
});

it.each<[Parameters<typeof isActionDue>[0], boolean]>([
  [undefined, true],
  [{ ...INITIAL_STATE, changedAt: null }, true],
  [{ ...INITIAL_STATE, status: 'answered', changedAt: 1 }, false],
  [{ ...INITIAL_STATE, status: 'won', changedAt: 1 }, false],
  [{ ...INITIAL_STATE, snoozedUntil: 101, changedAt: 1 }, false],
  [{ ...INITIAL_STATE, status: 'answered', snoozedUntil: 100, changedAt: 1 }, true],
  [{ ...INITIAL_STATE, status: 'answered', snoozedUntil: 100, changedAt: 101 }, false],
  [{ ...INITIAL_STATE, status: 'lost', snoozedUntil: 100, changedAt: 1 }, false],
])('somebody has to act on %j at 100: %s', (followUp, isDue) => {
  expect(isActionDue(followUp, 100)).toBe(isDue);
});

const by = 'ana';
const touch = { ...INITIAL_STATE, firstTouch: { at: 0, by, how: 'call' as const } };
const contact = { ...INITIAL_STATE, firstContact: { at: 0, by } };

it('each status says whether somebody answered, whether it is closed, and whether one key marks a contact', () => {
  const rows = STATUSES.map((status) => {
    const state = { ...INITIAL_STATE, status };
    return [status, isHandled(state), isAnswerUndated(state), isClosed(state), canMarkContacted(state)];
  });
  expect(rows).toEqual([
    ['new', false, false, false, true],
    ['answered', true, true, false, true],
    ['contacted', true, true, false, false],
    ['appointment', true, true, false, false],
    ['won', true, true, true, false],
    ['lost', true, false, true, true],
  ]);
  expect([isHandled(undefined), isClosed(undefined)]).toEqual([false, false]);
});

it('a touch or a contact handles a new inquiry, and dates its answer', () => {
  expect([touch, contact].map((state) => isHandled(state))).toEqual([true, true]);
  for (const state of [touch, contact]) expect(isAnswerUndated({ ...state, status: 'answered' })).toBe(false);
});
