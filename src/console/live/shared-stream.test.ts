import { describe, expect, it } from 'vitest';
import { PULSE_INTERVAL_MS } from '#contract/desk/live.ts';
import { isStreamLive, reconnectDelay } from './shared-stream.ts';

describe('the stream', () => {
  it('is live while connected and receiving, with a recent event', () => {
    const line = { connected: true, receiving: true, lastEventAt: 1000 };
    expect(isStreamLive(line, 1000 + 2 * PULSE_INTERVAL_MS)).toBe(true);
    expect(isStreamLive(line, 1000 + 3 * PULSE_INTERVAL_MS)).toBe(false);
    expect(isStreamLive({ ...line, connected: false }, 1000)).toBe(false);
    expect(isStreamLive({ ...line, receiving: false }, 1000)).toBe(false);
  });

  it('reconnects with backoff and jitter, later after a refusal', () => {
    expect([0, 1, 2, 3, 9].map((attempt) => reconnectDelay(attempt, false, 1))).toEqual([
      1000, 2000, 4000, 8000, 15_000,
    ]);
    expect(reconnectDelay(0, false, 0)).toBe(500);
    expect(reconnectDelay(0, true, 0)).toBe(5000);
  });
});
