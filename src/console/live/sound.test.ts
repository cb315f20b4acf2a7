import { afterEach, beforeEach, expect, it, vi } from 'vitest';

class Untouched {
  static tones = 0;
  static touch: () => void = () => {};
  static readonly touched = new Promise<void>((resolve) => {
    Untouched.touch = resolve;
  });
  static isRunning = false;
  readonly currentTime = 0;
  readonly destination = {};
  get state() {
    return Untouched.isRunning ? 'running' : 'suspended';
  }
  resume() {
    return Untouched.touched;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('AudioContext', Untouched);
  vi.stubGlobal(
    'OscillatorNode',
    class {
      connect = (next: unknown) => next;
      start = () => {
        Untouched.tones += 1;
      };
      stop = () => {};
    },
  );
  vi.stubGlobal(
    'GainNode',
    class {
      gain = {
        setValueAtTime: () => {},
        linearRampToValueAtTime: () => {},
        exponentialRampToValueAtTime: () => {},
      };
      connect = (next: unknown) => next;
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
});

it('a sound before the first interaction with the page is dropped, not played later', async () => {
  const { playSound } = await import('./sound.ts');
  const played = [playSound(), playSound(), playSound(), playSound()];
  await vi.runAllTimersAsync();
  await Promise.all(played);
  Untouched.isRunning = true;
  Untouched.touch();
  await vi.runAllTimersAsync();
  expect(Untouched.tones).toBe(0);
  await playSound();
  expect(Untouched.tones).toBe(2);
});
