import { expect, it } from 'vitest';
import { isTaken, stateAt } from './invitation-state.ts';

const send = (at: number, status: number | null) => ({ at, by: 'Ana', status });

it.each([
  ['registered', [send(1, 202)], 5, 5],
  // Registered once, disassociated, and invited again in vain.
  ['refused', [send(9, 409), send(1, 202)], 5, 9],
  ['refused', [], 5, null],
  ['ended', [send(1, 202)], 5, null],
  ['sent', [send(1, 202)], null, null],
] as const)('what is %s is so since its own moment', (state, sends, registeredAt, at) => {
  expect(stateAt({ state, sends: [...sends], registeredAt })).toBe(at);
});

it.each([
  ['refused', [send(9, 409)], null, true],
  ['refused', [send(9, 400)], null, false],
  ['ended', [send(1, 202)], 5, true],
  // It never registered: it can be invited again.
  ['ended', [send(1, 202)], null, false],
  ['registered', [send(1, 202)], 5, false],
] as const)('%s: an account of its own is known of', (state, sends, registeredAt, taken) => {
  expect(isTaken({ state, sends: [...sends], registeredAt })).toBe(taken);
});
