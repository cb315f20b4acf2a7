import { describe, expect, it } from 'vitest';
import type { Delivery } from '#contract/desk/deliveries.ts';
import { WATCHED_MS, arrivesHere, isInFlight, lastResend, tookMs } from './resend.ts';

const one = (id: string, outcome: Delivery['outcome'], at = 0): Delivery => ({
  id,
  at,
  outcome,
  topic: 'x',
  agency: null,
  sid: null,
  reason: null,
  hookId: null,
  size: null,
  times: 1,
  by: null,
  callback: null,
  status: null,
  bodySigned: null,
});

describe('a resend', () => {
  it.each([
    ['just asked for', one('2', 'caused', 1000), 1000, true],
    ['asked for too long ago', one('2', 'caused', 1000), 1000 + WATCHED_MS, false],
    ['that arrived', one('2', 'arrived', 1000), 1000, false],
    ['none', undefined, 1000, false],
  ])('%s is in flight or not', (_, resend, now, flying) => {
    expect(isInFlight(resend, now)).toBe(flying);
  });

  it('is the newest that was asked for, whatever arrived by itself', () => {
    const deliveries = [one('5', 'received'), one('4', 'refused'), one('3', 'caused'), one('2', 'arrived')];
    expect(lastResend(deliveries)?.id).toBe('3');
    expect(lastResend([one('5', 'received')])).toBeUndefined();
  });

  it('took until its message arrived', () => {
    const resend = { ...one('3', 'arrived', 1000), hookId: 'h' };
    const message = { ...one('4', 'received', 1700), hookId: 'h' };
    expect(tookMs(resend, [one('5', 'received', 2000), message, resend])).toBe(700);
    expect(tookMs(resend, [resend])).toBe(0);
    expect(tookMs(one('3', 'caused'), [message])).toBeUndefined();
  });

  it('arrives where its topic points', () => {
    const topic = { topic: 'consulta', configured: true, active: true, here: true, lastHeardAt: null };
    const connection = {
      upstream: '',
      state: 'working' as const,
      latencyMs: null,
      lastSuccessAt: null,
      clockAheadMs: null,
      refusal: null,
      appKey: '',
      topics: [topic, { ...topic, topic: 'otro', here: false }],
    };
    expect(arrivesHere(connection, 'Consulta')).toBe(true);
    expect(arrivesHere(connection, 'otro')).toBe(false);
    expect(arrivesHere(connection, 'nada')).toBeNull();
    expect(arrivesHere(undefined, 'otro')).toBeNull();
  });
});
