import { beforeEach, describe, expect, it } from 'vitest';
import type { RecordedChange } from '#contract/follow-up/change-kinds.ts';
import { Failure } from '#console/api/failure.ts';
import type { PendingChange } from './change-queue.ts';
import { parseChanges, serializeChange } from './change-storage.ts';
import {
  CLAIM,
  CONTACTED,
  ID1,
  ID2,
  ID3,
  INQUIRY,
  NOTE,
  SNOOZE,
  VALERIA,
  WON,
  ZOE,
  createChangeWorld,
  idOf,
} from '#testing/change-queue-world.ts';

let world: ReturnType<typeof createChangeWorld>;
beforeEach(() => {
  world = createChangeWorld();
});

describe('on the next page, a change', () => {
  it('is saved once and in order, also where the request of the page before succeeded', async () => {
    for (const change of [CONTACTED, CLAIM, NOTE]) void world.save(change);
    await Promise.resolve();
    expect(world.bodies).toHaveLength(1);
    world.reload();
    await world.settle();
    expect(world.stored().timeline.map(({ id }) => id)).toEqual([ID3, ID2, ID1]);
    expect(world.stored().followUp).toMatchObject({ status: 'contacted', claimedBy: VALERIA, notes: 1 });
    expect([world.states(), world.queue.conflict]).toEqual([[], undefined]);
  });

  it('has the failure of the page before, and is retried with its id', async () => {
    world.faults.push('down');
    await world.save(CONTACTED, 'contact');
    world.reload();
    await world.settle();
    expect(world.bodies).toHaveLength(1);
    expect(world.queue.changes).toMatchObject([{ id: ID1, source: 'contact', state: 'failed' }]);
    expect(world.queue.changes[0]?.failure).toMatchObject({ kind: 'network', request: 'POST', status: 0 });
    expect(await world.queue.retry('contact')).toBe(true);
    expect(world.bodies.map(({ id }) => id)).toEqual([ID1, ID1]);
    expect(world.states()).toEqual([]);
  });

  it('made before the restored ones are saved is based on the version on the screen', async () => {
    void world.save(NOTE);
    world.reload();
    world.show();
    world.zoe(WON);
    void world.save(CONTACTED);
    world.reload();
    await world.settle();
    expect(world.queue.conflict).toMatchObject({ mine: { status: 'contacted' }, by: ZOE });
    expect(world.stored().followUp).toMatchObject({ status: 'won', notes: 1 });
  });

  it('keeps the errors of its refusal', () => {
    const refusal = new Failure('problem', 'POST', {
      status: 400,
      problem: { Type: '/problems/invalid-request', Errors: { 'change.to': ['invalid'] } },
    });
    const one = { ...queuedChange(idOf(7), CLAIM), state: 'failed' as const, failure: refusal };
    const [parsed] = parseChanges([serializeChange(INQUIRY, 0, one)]);
    expect(parsed).toEqual({ inquiry: INQUIRY, changes: [one] });
    expect(parsed?.changes[0]?.failure).toMatchObject({ code: 'invalid-request', errors: refusal.errors });
  });

  it('disappears where it was saved and only its reply was lost', async () => {
    world.faults.push('lost');
    await world.save(NOTE);
    world.reload();
    expect(world.states()).toEqual(['note failed']);
    await world.settle();
    expect([world.states(), world.bodies.length]).toEqual([[], 1]);
  });

  it('conflicts with a colleague’s change, together with all later changes of fields', async () => {
    world.faults.push('down');
    await Promise.all([world.save(CONTACTED), world.save(SNOOZE)]);
    world.zoe(WON);
    world.reload();
    expect(await world.queue.retry()).toBe(false);
    expect(world.states()).toEqual(['status conflict', 'snooze conflict']);
    world.reload();
    await world.settle();
    expect(world.queue.conflict).toMatchObject({
      mine: { status: 'contacted', snoozedUntil: 5_000_000 },
      theirs: { followUp: { status: 'won' } },
      by: ZOE,
    });
    expect(await world.queue.overwrite(world.createId, 9)).toBe(true);
    expect(world.stored().followUp).toMatchObject({
      status: 'contacted',
      snoozedUntil: 5_000_000,
      version: 3,
    });
  });

  it('is ignored where the stored text is invalid', () => {
    const good = serializeChange(INQUIRY, 0, queuedChange(ID1, NOTE));
    const bad = ['', '{', 'null', '[]', '{}', good.replace('"note"', '"sing"'), good.replace(ID1, 'x')];
    expect(parseChanges(bad)).toEqual([]);
    expect(parseChanges([...bad, good])).toEqual([{ inquiry: INQUIRY, changes: [queuedChange(ID1, NOTE)] }]);
  });
});

function queuedChange(id: string, change: RecordedChange): PendingChange {
  const [state, failure, version] = ['queued' as const, undefined, undefined];
  return { id, change, at: 5, by: VALERIA, to: null, source: 'status', version, state, failure };
}
