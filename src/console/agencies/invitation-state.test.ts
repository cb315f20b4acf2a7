import { expect, it } from 'vitest';
import { isMailRegistered, stateChangedAt } from './invitation-state.ts';

const send = (at: number, status: number | null) => ({ at, by: 'Ana', status });

it.each([
  ['registered', [send(1, 202)], 5, 5],
  ['refused', [send(9, 409), send(1, 202)], 5, 9],
  ['refused', [], 5, null],
  ['ended', [send(1, 202)], 5, null],
  ['sent', [send(1, 202)], null, null],
] as const)('the state %s has its own time', (state, sends, registeredAt, at) => {
  expect(stateChangedAt({ state, sends: [...sends], registeredAt })).toBe(at);
});

it.each([
  ['refused', [send(9, 409)], null, true],
  ['refused', [send(9, 400)], null, false],
  ['ended', [send(1, 202)], 5, true],
  ['ended', [send(1, 202)], null, false],
  ['registered', [send(1, 202)], 5, false],
] as const)('%s: whether the mail has an account', (state, sends, registeredAt, isRegistered) => {
  expect(isMailRegistered({ state, sends: [...sends], registeredAt })).toBe(isRegistered);
});
