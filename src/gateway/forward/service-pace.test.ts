import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { openGatewayDatabase } from '#gateway/store.ts';
import { createManualClock } from '#testing/manual-clock.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { ServicePace, getCallsPerMinute } from './service-pace.ts';

const SECOND = 1000;

onBothEngines((engine) => {
  async function open(rateLimit: number) {
    const clone = await cloneDatabase(engine, 'gateway');
    const { db, close } = await openGatewayDatabase(clone.target);
    const clock = createManualClock();
    const createPace = () => new ServicePace(db, clock, { rateLimit, embeddedService: false });
    return {
      clock,
      createPace,
      /** Lets time pass by the second until a wait is over. @returns how much passed */
      async measureWait(wait: Promise<void>): Promise<number> {
        const state = { isOver: false };
        const over = wait.then(() => (state.isOver = true));
        const from = clock.monotonic();
        while (!state.isOver) {
          await vi.waitFor(() => expect(state.isOver || clock.waiting > 0).toBe(true));
          if (!state.isOver) await clock.advance(SECOND);
          await pause(1);
        }
        await over;
        return clock.monotonic() - from;
      },
      async [Symbol.asyncDispose]() {
        await close();
        await clone[Symbol.asyncDispose]();
      },
    };
  }
  const signal = new AbortController().signal;

  it('calls of one kind of work follow each other at their interval on all gateways', async () => {
    await using it = await open(600);
    const [first, second] = [it.createPace(), it.createPace()];
    await first.awaitTurn('sweeps', signal);
    await first.awaitTurn('jobs', signal);
    expect(await it.measureWait(second.awaitTurn('sweeps', signal))).toBe(SECOND);
  });

  it('a person has a fifth of the calls, and work leaves a tenth for each that comes first', async () => {
    await using it = await open(10);
    const pace = it.createPace();
    for (const person of ['a', 'b', 'c', 'd']) {
      for (let call = 0; call < 2; call += 1)
        expect(await pace.consume(person)).toMatchObject({ isAllowed: true });
      expect(await pace.consume(person)).toMatchObject({ isAllowed: false });
    }
    // One of the two that are left is for people.
    await pace.awaitTurn('jobs', signal);
    expect(await it.measureWait(pace.awaitTurn('sweeps', signal))).toBe(60 * SECOND);
  });

  it('a wait ends when its signal aborts', async () => {
    await using it = await open(10);
    const pace = it.createPace();
    await pace.awaitTurn('jobs', signal);
    const stop = new AbortController();
    const wait = pace.awaitTurn('jobs', stop.signal);
    stop.abort(new Error('The process stops'));
    await expect(wait).rejects.toThrow('The process stops');
  });
});

it('work takes a tenth of what the service allows, and more of the service in this process', () => {
  expect(getCallsPerMinute({ rateLimit: 6000, embeddedService: false })).toBe(600);
  expect(getCallsPerMinute({ rateLimit: 6000, embeddedService: true })).toBe(3000);
  expect(getCallsPerMinute({ rateLimit: 5, embeddedService: false })).toBe(1);
});
