import { beforeEach, describe, expect, it } from 'vitest';
import {
  CALL,
  CLAIM,
  CONTACTED,
  NOTE,
  SNOOZE,
  WON,
  ZOE,
  createChangeWorld,
} from '#testing/change-queue-world.ts';

let world: ReturnType<typeof createChangeWorld>;
beforeEach(() => {
  world = createChangeWorld();
});

describe('a conflict', () => {
  it('shows both versions and saves nothing', async () => {
    world.zoe(WON);
    expect(await world.save(CONTACTED)).toBe(false);
    expect(world.queue.conflict).toMatchObject({
      mine: { status: 'contacted' },
      theirs: { followUp: { status: 'won' } },
      by: ZOE,
    });
    expect(world.shown()?.followUp.status).toBe('won');
    expect(world.stored().timeline).toHaveLength(1);
  });

  it('keeps the other fields of the colleague, before and after overwriting', async () => {
    world.zoe(CLAIM);
    expect(await world.save(CONTACTED)).toBe(false);
    const mine = world.queue.conflict?.mine;
    expect(mine).toMatchObject({ status: 'contacted', claimedBy: ZOE });
    expect(await world.queue.overwrite(world.createId, 9)).toBe(true);
    const { status, claimedBy, snoozedUntil } = world.stored().followUp;
    expect(mine).toMatchObject({ status, claimedBy, snoozedUntil });
  });

  it('ends when the colleague’s version is accepted', async () => {
    world.zoe(WON);
    await world.save(CONTACTED);
    world.queue.acceptTheirs();
    expect([world.queue.conflict, world.states()]).toEqual([undefined, []]);
    expect(await world.save(SNOOZE)).toBe(true);
  });

  it('ends when the own version is saved as a new change', async () => {
    world.zoe(WON);
    await world.save(CONTACTED);
    expect(await world.queue.overwrite(world.createId, 9)).toBe(true);
    expect(world.queue.conflict).toBeUndefined();
    expect(world.stored().followUp).toMatchObject({ status: 'contacted', version: 2 });
  });

  it('occurs again when the colleague changes the inquiry once more', async () => {
    world.zoe(WON);
    await world.save(CONTACTED);
    world.zoe(SNOOZE);
    expect(await world.queue.overwrite(world.createId, 9)).toBe(false);
    expect(world.queue.conflict?.theirs.followUp).toMatchObject({ status: 'won', snoozedUntil: 5_000_000 });
  });

  it('stops later changes of fields, and no notes', async () => {
    world.zoe(WON);
    expect(await Promise.all([world.save(CONTACTED), world.save(SNOOZE), world.save(NOTE)])).toEqual([
      false,
      false,
      true,
    ]);
    expect(world.queue.conflict?.mine).toMatchObject({ status: 'contacted', snoozedUntil: 5_000_000 });
    expect(await world.queue.overwrite(world.createId, 9)).toBe(true);
    expect(world.stored().followUp).toMatchObject({ status: 'contacted', snoozedUntil: 5_000_000, notes: 1 });
  });
});

it('a change behind a failed one conflicts with a colleague’s change that took its version', async () => {
  world.faults.push('down');
  const both = [world.save(CONTACTED), world.save(SNOOZE, 'snooze')];
  world.zoe(WON);
  expect(await Promise.all(both)).toEqual([false, false]);
  expect(await world.queue.retry('snooze')).toBe(false);
  expect(world.queue.conflict).toMatchObject({ mine: { status: 'won', snoozedUntil: 5_000_000 }, by: ZOE });
});

it('a change after a reload, a conflict and a failed touch is not based on a colleague’s unseen change', async () => {
  world.faults.push('none', 'none', 'down');
  world.zoe(CONTACTED);
  void world.save(CONTACTED);
  world.reload();
  world.show();
  const call = world.save(CALL, 'contact');
  expect(await world.save(SNOOZE)).toBe(false);
  world.zoe(CONTACTED);
  expect(await Promise.all([call, world.save(WON)])).toEqual([false, false]);
  expect(world.queue.conflict).toMatchObject({ mine: { status: 'won' }, by: ZOE });
});
