import { expect, it } from 'vitest';
import type { Delivery } from '#contract/desk/deliveries.ts';
import { findArrival, findLastResend } from './use-resend.ts';

const one = (id: string, outcome: Delivery['outcome'], more: Partial<Delivery> = {}): Delivery => ({
  id,
  at: 0,
  outcome,
  topic: 'x',
  agency: null,
  sid: null,
  person: null,
  reason: null,
  hookId: null,
  size: null,
  receivedCount: 1,
  by: null,
  callback: null,
  status: null,
  pairedId: null,
  bodySigned: null,
  isTest: false,
  ...more,
});

it.each(['caused', 'arrived', 'unseen', 'elsewhere'] as const)(
  'the last resend is the newest one where it is %s, whatever arrived without a resend',
  (outcome) => {
    const deliveries = [one('5', 'received'), one('4', 'refused'), one('3', outcome), one('2', 'arrived')];
    expect(findLastResend(deliveries)?.id).toBe('3');
    expect(findLastResend([one('5', 'received')])).toBeUndefined();
  },
);

it('a resend lasts until its message arrives', () => {
  const resend = one('3', 'arrived', { at: 1000, pairedId: '4' });
  const message = one('4', 'received', { at: 1700, bodySigned: true });
  expect(findArrival(resend, [one('5', 'received', { at: 2000 }), message, resend])).toEqual({
    id: '4',
    tookMs: 700,
    bodySigned: true,
  });
  expect(findArrival(one('6', 'caused'), [message, resend])).toBeUndefined();
  expect(findArrival(undefined, [message])).toBeUndefined();
});
