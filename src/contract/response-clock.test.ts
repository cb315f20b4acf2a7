import { expect, it } from 'vitest';
import { defaultHours } from './hours.ts';
import { type ResponseClock, computeResponseClock, findFirstAnswer, isInTime } from './response-clock.ts';

const MINUTE = 60_000;
const hours = {
  ...defaultHours('UTC'),
  week: Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }]),
};
const AT = Date.parse('2026-11-16T10:00:00Z');
const DUE = AT + 30 * MINUTE;
const by = { id: 'a', name: 'Ana' };
const fresh = { status: 'new', firstTouch: null, firstContact: null } as const;
const touched = (at: number) => ({
  ...fresh,
  status: 'answered' as const,
  firstTouch: { at, by, how: 'call' as const },
});

it.each<[string, number, ResponseClock['state']]>([
  ['at once', AT, 'fine'],
  ['just before the warning', AT + 15 * MINUTE - 1, 'fine'],
  ['at the warning', AT + 15 * MINUTE, 'soon'],
  ['just before it is due', DUE - 1, 'soon'],
  ['when it is due', DUE, 'late'],
  ['long after', DUE + 1e9, 'late'],
])('the clock of an unanswered inquiry says %s what it is', (_, now, state) => {
  for (const followUp of [undefined, fresh])
    expect(computeResponseClock(AT, followUp, hours, now)).toEqual({ state, dueAt: DUE });
});

it('the clock stops at the first answer, in time until it is due', () => {
  const answered = { state: 'answered', dueAt: DUE, by: 'Ana', how: 'call' };
  const clockAt = (at: number) => computeResponseClock(AT, touched(at), hours, DUE + MINUTE);
  expect(clockAt(DUE)).toEqual({ ...answered, at: DUE, inTime: true });
  expect(clockAt(DUE + 1)).toEqual({ ...answered, at: DUE + 1, inTime: false });
  const reached = { ...fresh, status: 'contacted' as const, firstContact: { at: AT, by } };
  expect(computeResponseClock(AT, reached, hours, AT)).toEqual({
    ...answered,
    at: AT,
    how: 'contact',
    inTime: true,
  });
});

it('there is no clock without an answer that is known, without open time, or without a plausible moment', () => {
  for (const status of ['answered', 'contacted', 'appointment', 'won', 'lost'] as const)
    expect(computeResponseClock(AT, { ...fresh, status }, hours, AT)).toEqual({ state: 'none' });
  const never = { ...hours, week: hours.week.map(() => []) };
  expect(computeResponseClock(AT, undefined, never, AT)).toEqual({ state: 'none' });
  expect(computeResponseClock(AT, touched(AT), never, AT)).toMatchObject({
    state: 'answered',
    dueAt: undefined,
    inTime: true,
  });
  for (const momento of [Number.NaN, Date.parse('0001-01-01T00:00:00Z')])
    expect(computeResponseClock(momento, fresh, hours, AT)).toEqual({ state: 'none' });
});

it('the warning of a closing agency comes when it is due', () => {
  // Open for a minute a week: the warning lies behind the search limit, as only old settings allow.
  const odd = {
    ...hours,
    target: 1,
    warning: 10_080,
    week: hours.week.map((_, day) => (day === 0 ? [{ from: '10:00', to: '10:01' }] : [])),
  };
  expect(computeResponseClock(AT, undefined, odd, AT + MINUTE - 1)).toEqual({
    state: 'fine',
    dueAt: AT + MINUTE,
  });
  expect(computeResponseClock(AT, undefined, odd, AT + MINUTE)).toEqual({
    state: 'late',
    dueAt: AT + MINUTE,
  });
});

it('the first answer is the earlier of touch and contact, the touch of two at once', () => {
  const [touch, contact] = [
    { at: 2, by, how: 'mail' as const },
    { at: 2, by },
  ];
  expect(findFirstAnswer({ firstTouch: null, firstContact: null })).toBeUndefined();
  expect(findFirstAnswer({ firstTouch: touch, firstContact: null })).toBe(touch);
  expect(findFirstAnswer({ firstTouch: touch, firstContact: contact })).toBe(touch);
  expect(findFirstAnswer({ firstTouch: { ...touch, at: 3 }, firstContact: contact })).toEqual({
    ...contact,
    how: 'contact',
  });
  expect(findFirstAnswer({ firstTouch: null, firstContact: contact })).toEqual({
    ...contact,
    how: 'contact',
  });
});

it.each([
  [5, 5, true],
  [6, 5, false],
  [6, null, true],
  [6, undefined, true],
  [0, 0, true],
])('an answer at %i is in time for %s: %s', (at, dueAt, inTime) => expect(isInTime(at, dueAt)).toBe(inTime));
