import crypto from 'node:crypto';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { SeededRandom } from './seeded-random.ts';
import type { Timeline } from './timeline.ts';

// Libraries ask the globals for the time, wait with timers and draw random values. Programs get what is handed in; this holds the
// rest, so that a seed gives the same trace.

const realImmediate = setImmediate;
const RealDate = Date;

let timeline: Timeline | undefined;
let random: SeededRandom | undefined;
const immediates = { pending: 0 };

/** Turns of immediates after which an event counts as one that never comes to rest. */
const MAX_TURNS = 50_000;

/** Waits until promises, ticks and immediates have come to rest. @returns false if they do not */
export async function drain(): Promise<boolean> {
  for (let turns = 0; turns < MAX_TURNS; turns += 1) {
    await new Promise<void>((resolve) => void realImmediate(resolve));
    if (immediates.pending === 0) return true;
  }
  return false;
}

/** Hands the time and the random values of a world to the globals. */
export function useWorld(itsTimeline: Timeline, itsRandom: SeededRandom): void {
  timeline = itsTimeline;
  random = itsRandom;
}

const getTimeline = () => {
  if (!timeline) throw new Error('The globals have no world yet');
  return timeline;
};
/** Modules draw values when they are loaded, before there is a world. */
const getRandom = () => (random ??= new SeededRandom('modules'));

class Handle {
  cancel: () => void = () => {};
  ref = () => this;
  unref = () => this;
  hasRef = () => true;
  refresh = () => this;
  close = () => this.cancel();
  [Symbol.toPrimitive] = () => 0;
  [Symbol.dispose] = () => this.cancel();
}

type Callback = (...values: unknown[]) => void;

function startTimer(callback: Callback, ms: number, isRepeated: boolean): Handle {
  const handle = new Handle();
  const { current } = getTimeline();
  const start = () => {
    handle.cancel = getTimeline().schedule(Math.max(1, ms), current, () => {
      if (isRepeated) start();
      callback();
    });
  };
  handle.refresh = () => {
    handle.cancel();
    start();
    return handle;
  };
  start();
  return handle;
}

const startTimeout = (callback: Callback, ms = 0, ...values: unknown[]) =>
  startTimer(() => callback(...values), ms, false);
const startInterval = (callback: Callback, ms = 0, ...values: unknown[]) =>
  startTimer(() => callback(...values), ms, true);

const stop = (handle: Handle | undefined) => handle?.cancel?.();

function startImmediate(callback: Callback, ...values: unknown[]): NodeJS.Immediate {
  immediates.pending += 1;
  return realImmediate(() => {
    immediates.pending -= 1;
    callback(...values);
  });
}

function wait<T>(ms?: number, value?: T, { signal }: { signal?: AbortSignal } = {}): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortError(signal));
    const onAbort = () => {
      handle.cancel();
      reject(abortError(signal));
    };
    const handle = startTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve(value);
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

function abortError(signal: AbortSignal | undefined): Error {
  return Object.assign(new Error('The operation was aborted', { cause: signal?.reason }), {
    name: 'AbortError',
    code: 'ABORT_ERR',
  });
}

class SimulatedDate extends RealDate {
  constructor(...values: []) {
    super(...((values.length === 0 ? [SimulatedDate.now()] : values) as []));
  }

  static override now(): number {
    return timeline ? Math.floor(timeline.now) : RealDate.now();
  }
}

/** Modules that read files in threads: these would end at a moment that no seed knows. */
const LEFT_OUT = new Set(['@fastify/swagger-ui']);

/** Replaces the globals of this process. It cannot be taken back. */
export function replaceGlobals(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      LEFT_OUT.has(specifier)
        ? { url: 'data:text/javascript,export default async () => {}', shortCircuit: true }
        : next(specifier, context),
  });
  const timerFunctions = {
    setTimeout: startTimeout,
    setInterval: startInterval,
    setImmediate: startImmediate,
    clearTimeout: stop,
    clearInterval: stop,
  };
  Object.assign(globalThis, timerFunctions, { Date: SimulatedDate });
  Object.assign(timers, timerFunctions);
  Object.assign(timersPromises, {
    setTimeout: wait,
    setImmediate: (value?: unknown) => new Promise((resolve) => void startImmediate(() => resolve(value))),
  });
  Object.defineProperty(performance, 'now', { value: () => timeline?.now ?? 0 });
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    startTimeout(() => controller.abort(new DOMException('The operation timed out', 'TimeoutError')), ms);
    return controller.signal;
  };
  Math.random = () => getRandom().fraction();
  const { argon2Sync } = crypto;
  Object.assign(crypto, {
    randomBytes: (length: number) => getRandom().bytes(length),
    randomUUID: () => getRandom().uuid(),
    randomInt: (first: number, second?: number) =>
      second === undefined ? getRandom().below(first) : getRandom().between(first, second - 1),
    // The real one runs in another thread, and ends at a moment that no seed knows.
    argon2: (
      algorithm: 'argon2id',
      parameters: crypto.Argon2Parameters,
      done: (error: Error | null, hash?: Buffer) => void,
    ) => done(null, argon2Sync(algorithm, parameters)),
  });
  syncBuiltinESMExports();
}
