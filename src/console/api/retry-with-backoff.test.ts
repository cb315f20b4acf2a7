import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TIMEOUT_MS, TimeoutError, retryWithBackoff } from './retry-with-backoff.ts';

const window = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
});
afterEach(() => {
  vi.useRealTimers();
});

function failing() {
  const began = Date.now();
  const at: number[] = [];
  return {
    at,
    attempt: () => {
      at.push(Date.now() - began);
      return Promise.reject(new Error('away'));
    },
  };
}

describe('attempts', () => {
  it('number five at most, with growing pauses, and reject with the last failure', async () => {
    const { at, attempt } = failing();
    await Promise.all([
      expect(retryWithBackoff(attempt)).rejects.toThrow('away'),
      vi.advanceTimersByTimeAsync(60_000),
    ]);
    expect(at).toEqual([0, 500, 1500, 3500, 7500]);
  });

  it('continue at once when the connection is back, once for each failure', async () => {
    const { at, attempt } = failing();
    setTimeout(() => window.dispatchEvent(new Event('online')), 10);
    await Promise.all([
      expect(retryWithBackoff(attempt)).rejects.toThrow('away'),
      vi.advanceTimersByTimeAsync(60_000),
    ]);
    expect(at).toEqual([0, 10, 1010, 3010, 7010]);
  });

  it('end with the one that succeeds', async () => {
    let failures = 2;
    const pending = retryWithBackoff(() =>
      failures-- > 0 ? Promise.reject(new Error('away')) : Promise.resolve('here'),
    );
    await vi.advanceTimersByTimeAsync(3000);
    await expect(pending).resolves.toBe('here');
  });

  it('end with a failure that is final', async () => {
    const { at, attempt } = failing();
    await expect(retryWithBackoff(attempt, () => Promise.resolve(true))).rejects.toThrow('away');
    expect(at).toHaveLength(1);
  });

  it('end when one takes too long', async () => {
    const attempt = vi.fn(() => new Promise<never>(() => {}));
    await Promise.all([
      expect(retryWithBackoff(attempt)).rejects.toThrow(TimeoutError),
      vi.advanceTimersByTimeAsync(TIMEOUT_MS),
    ]);
    expect(attempt).toHaveBeenCalledOnce();
  });
});
