import { beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '#console/api/failure.ts';
import {
  CONTACTED,
  ID1,
  ID2,
  NOTE,
  SNOOZE,
  VALERIA,
  WON,
  ZOE,
  createChangeWorld,
} from '#testing/change-queue-world.ts';

let world: ReturnType<typeof createChangeWorld>;
beforeEach(() => {
  world = createChangeWorld();
});

describe('a change', () => {
  it('is shown at once, and replaced by the reply', async () => {
    const made = world.save(CONTACTED);
    expect(world.shown()?.followUp).toMatchObject({ status: 'contacted', version: 1 });
    expect(world.stored().followUp.status).toBe('new');
    expect(await made).toBe(true);
    expect(world.shown()).toEqual(world.stored());
    expect(world.states()).toEqual([]);
  });

  it('waits until the follow-up is loaded', async () => {
    world.zoe(WON);
    world.clearCache();
    expect(await world.save(SNOOZE)).toBe(true);
    expect(world.stored().followUp).toMatchObject({ status: 'won', snoozedUntil: 5_000_000, version: 2 });
  });

  it('is based on the version that the change before it makes', async () => {
    const all = [world.save(CONTACTED), world.save(SNOOZE), world.save(NOTE), world.save(WON)];
    expect(await Promise.all(all)).toEqual([true, true, true, true]);
    expect(world.bodies.map(({ version }) => version)).toEqual([0, 1, 2, 2]);
    expect(world.shown()?.followUp).toMatchObject({ status: 'won', notes: 1, version: 3 });
  });

  it('is no longer shown after it failed, and is retried with the same id', async () => {
    world.faults.push('down');
    expect(await world.save(CONTACTED)).toBe(false);
    expect(world.shown()?.followUp.status).toBe('new');
    expect(world.queue.changes[0]?.failure).toBeInstanceOf(Failure);
    expect(await world.queue.retry()).toBe(true);
    expect(world.bodies.map(({ id }) => id)).toEqual([ID1, ID1]);
    expect(world.states()).toEqual([]);
  });

  it('calls `onSaved` at the attempt that saves it', async () => {
    const calls: string[] = [];
    world.faults.push('down', 'lost');
    await world.save(NOTE, 'note', () => calls.push('note'));
    await world.queue.retry();
    expect(calls).toEqual([]);
    await world.queue.retry();
    expect(calls).toEqual(['note']);
    await world.save(CONTACTED, 'status', () => calls.push('status'));
    expect(calls).toEqual(['note', 'status']);
  });

  it('is saved once although its reply was lost', async () => {
    world.faults.push('lost');
    expect(await world.save(NOTE)).toBe(false);
    expect(await world.queue.retry()).toBe(true);
    expect(world.stored().timeline).toHaveLength(1);
  });

  it('waits behind a failed one if it sets a field; a note does not', async () => {
    world.faults.push('down');
    const all = [world.save(CONTACTED), world.save(SNOOZE), world.save(NOTE)];
    expect(await Promise.all(all)).toEqual([false, false, true]);
    expect(world.states()).toEqual(['status failed', 'snooze failed']);
    expect(await world.queue.retry()).toBe(true);
    expect(world.stored().followUp).toMatchObject({ status: 'contacted', snoozedUntil: 5_000_000, notes: 1 });
  });

  it('replaces a failed change of the same field', async () => {
    world.faults.push('down');
    await world.save(CONTACTED);
    expect(await world.save(WON)).toBe(true);
    expect(world.states()).toEqual([]);
  });

  it('does not conflict with an own change whose reply was lost', async () => {
    world.faults.push('lost');
    await world.save(CONTACTED);
    expect(await world.save(SNOOZE)).toBe(true);
    expect(world.queue.conflict).toBeUndefined();
    expect(world.states()).toEqual([]);
    expect(world.stored().followUp).toMatchObject({ status: 'contacted', snoozedUntil: 5_000_000 });
  });

  it('is discarded by its source after it failed', async () => {
    world.faults.push('down', 'down');
    await world.save(NOTE, 'note');
    await world.save(SNOOZE, 'snooze');
    world.queue.discard('note');
    expect(world.states()).toEqual(['snooze failed']);
  });
});

describe('undo', () => {
  it('an undo of a saved change is a second request', async () => {
    await world.save(CONTACTED);
    expect(await world.save({ kind: 'undo', entry: ID1 })).toBe(true);
    expect(world.stored().followUp).toMatchObject({ status: 'new', firstContact: null, version: 2 });
    expect(world.stored().timeline).toHaveLength(2);
  });

  it('an undo of a failed change discards it and sends nothing', async () => {
    world.faults.push('down');
    await world.save(CONTACTED);
    expect(await world.save({ kind: 'undo', entry: ID1 })).toBe(true);
    expect([world.states(), world.bodies.length]).toEqual([[], 1]);
  });

  it('an undo of a change that fails afterwards is discarded with it', async () => {
    world.faults.push('down');
    const all = [world.save(CONTACTED), world.save({ kind: 'undo', entry: ID1 })];
    expect(await Promise.all(all)).toEqual([false, true]);
    expect(world.bodies).toHaveLength(1);
    expect(world.shown()?.followUp.status).toBe('new');
  });
});

describe('a change that failed because the session had ended', () => {
  it('is retried once the same person signs in, other failures are not', async () => {
    world.faults.push('ended', 'down');
    expect(await world.save(CONTACTED)).toBe(false);
    expect(await world.save(NOTE, 'note')).toBe(false);
    expect(await world.queue.retrySignedOut(ZOE.id)).toBe(true);
    expect(world.states()).toEqual(['status failed', 'note failed']);
    expect(await world.queue.retrySignedOut(VALERIA.id)).toBe(true);
    expect(world.states()).toEqual(['note failed']);
    expect(world.stored().followUp.status).toBe('contacted');
    expect(world.bodies.map(({ id }) => id)).toEqual([ID1, ID2, ID1]);
  });

  it('is a conflict if somebody else set the field meanwhile', async () => {
    world.faults.push('ended');
    await world.save(CONTACTED);
    world.zoe(WON);
    expect(await world.queue.retrySignedOut(VALERIA.id)).toBe(false);
    expect(world.queue.conflict).toMatchObject({ mine: { status: 'contacted' }, by: ZOE });
    expect(world.stored().followUp.status).toBe('won');
  });

  it('is saved by the next page', async () => {
    world.faults.push('ended', 'down');
    await world.save(CONTACTED);
    await world.save(NOTE, 'note');
    world.reload();
    await world.settle();
    expect(world.stored().followUp.status).toBe('contacted');
    expect(world.states()).toEqual(['note failed']);
  });
});

describe('a change without a response', () => {
  it('is retried on reconnection, other failures are not', async () => {
    world.faults.push('ended', 'down');
    await world.save(CONTACTED);
    await world.save(NOTE, 'note');
    expect(await world.queue.retryUnanswered()).toBe(true);
    expect(world.states()).toEqual(['status failed']);
    expect(world.stored().followUp).toMatchObject({ status: 'new', notes: 1 });
  });
});
