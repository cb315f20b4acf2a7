import { expect, it } from 'vitest';
import type { Delivery } from '#contract/desk/deliveries.ts';
import { seenOf } from './chain.ts';

function delivery(given: Partial<Delivery>): Delivery {
  return {
    id: 'd',
    at: 0,
    topic: 'consulta-recibida',
    agency: null,
    sid: null,
    outcome: 'received',
    reason: null,
    hookId: null,
    size: null,
    times: 1,
    by: null,
    callback: null,
    status: null,
    bodySigned: null,
    ...given,
  };
}

const arrived = [
  delivery({ id: 'm', at: 1300, hookId: 'h2', bodySigned: true }),
  delivery({ id: 'r', at: 1000, outcome: 'arrived', hookId: 'h2' }),
  delivery({ id: 'old', at: 10, hookId: 'h1' }),
];

it('is the message of the last resend, with the time it took', () => {
  expect(seenOf(arrived, true)).toEqual({ id: 'm', lastedMs: 300, bodySigned: true });
});

it('is not told by what was read before', () => expect(seenOf(arrived, false)).toBeUndefined());

it('is not there while the last resend is on its way, whatever arrived earlier', () => {
  const waiting = [delivery({ id: 'r2', at: 2000, outcome: 'caused' }), ...arrived];
  expect(seenOf(waiting, true)).toBeUndefined();
  expect(seenOf([], true)).toBeUndefined();
});
