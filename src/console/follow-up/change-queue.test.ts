import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { ChangeFollowUp, FollowUpDetail } from '#contract/desk/follow-up.ts';
import { Failure } from '#console/api/failure.ts';
import { ChangeQueue } from './change-queue.ts';
import { type By, type Change, isCounted, setBy, withEntry } from './standing.ts';

const VALERIA = { id: 'v', name: 'Valeria' };
const ZOE = { id: 'z', name: 'Zoe' };
const CONTACTED: Change = { kind: 'status', status: 'contacted' };
const WON: Change = { kind: 'status', status: 'won' };
const SNOOZE: Change = { kind: 'snooze', until: 5_000_000 };
const NOTE: Change = { kind: 'note', text: 'Llama el lunes', contact: false };

const UNTOUCHED: FollowUpDetail = {
  followUp: {
    sid: 'S',
    status: 'new',
    lostReason: null,
    claimedBy: null,
    snoozedUntil: null,
    firstTouch: null,
    firstContact: null,
    notes: 0,
    version: 0,
    changedAt: null,
  },
  timeline: [],
};

const refused = (code: string, status: number) =>
  new Failure('problem', 'POST', { status, problem: { Type: `/problems/${code}` } });
const noAnswer = () => new Failure('network', 'POST');

/** A gateway of one inquiry, by the rules of the contract, and a browser's queue before it. */
function desk() {
  let stored = UNTOUCHED;
  let held: FollowUpDetail | undefined = stored;
  let shown: FollowUpDetail | undefined;
  let time = 1000;
  let last = 0;
  /** What happens to the next writes: nothing, an answer that is lost, or a failure before anything is done. */
  const faults: ('none' | 'lost' | 'down')[] = [];
  const bodies: ChangeFollowUp[] = [];

  const make = ({ id, version, change }: ChangeFollowUp, by: By) => {
    if (stored.timeline.some((entry) => entry.id === id)) return;
    if (setBy(change) && version !== stored.followUp.version) throw refused('changed-meanwhile', 409);
    stored = withEntry(stored, { id, at: (time += 1), by, to: null, address: '::1', change, undone: false });
  };
  const queue = new ChangeQueue({
    read: async () => (held ??= stored),
    readAgain: async () => (held = stored),
    held: () => held,
    show: (detail) => (shown = held = detail),
    told: () => {},
    write: async (body) => {
      bodies.push(body);
      const fault = faults.shift() ?? 'none';
      await Promise.resolve();
      if (fault === 'down') throw noAnswer();
      make(body, VALERIA);
      if (fault === 'lost') throw noAnswer();
      return stored;
    },
  });
  const newId = () => `id${(last += 1)}`;
  return {
    queue,
    faults,
    bodies,
    newId,
    stored: () => stored,
    shown: () => shown,
    forget: () => (held = undefined),
    send: (change: Change, from = 'status', onMade?: () => void) =>
      queue.send({ id: newId(), change, at: (time += 1), by: VALERIA, to: null, from, onMade }),
    zoe: (change: Change) => make({ id: newId(), version: stored.followUp.version, change }, ZOE),
    states: () => queue.sent.map(({ change, state }) => `${change.kind} ${state}`),
  };
}

describe('a change', () => {
  it('is shown at once, and is then what the gateway says', async () => {
    const world = desk();
    const made = world.send(CONTACTED);
    expect(world.shown()?.followUp).toMatchObject({ status: 'contacted', version: 1 });
    expect(world.stored().followUp.status).toBe('new');
    expect(await made).toBe(true);
    expect(world.shown()).toEqual(world.stored());
    expect(world.states()).toEqual([]);
  });

  it('waits for the inquiry to be read where nothing is held', async () => {
    const world = desk();
    world.zoe(WON);
    world.forget();
    expect(await world.send(SNOOZE)).toBe(true);
    expect(world.stored().followUp).toMatchObject({ status: 'won', snoozedUntil: 5_000_000, version: 2 });
  });

  it('follows the one before it, each as of what that one left', async () => {
    const world = desk();
    const all = [world.send(CONTACTED), world.send(SNOOZE), world.send(NOTE), world.send(WON)];
    expect(await Promise.all(all)).toEqual([true, true, true, true]);
    expect(world.bodies.map(({ version }) => version)).toEqual([0, 1, 2, 2]);
    expect(world.shown()?.followUp).toMatchObject({ status: 'won', notes: 1, version: 3 });
  });

  it('that fails is taken from what is shown, and is tried again with the same id', async () => {
    const world = desk();
    world.faults.push('down');
    expect(await world.send(CONTACTED)).toBe(false);
    expect(world.shown()?.followUp.status).toBe('new');
    expect(world.queue.sent[0]?.failure).toBeInstanceOf(Failure);
    expect(await world.queue.retry()).toBe(true);
    expect(world.bodies.map(({ id }) => id)).toEqual(['id1', 'id1']);
    expect(world.states()).toEqual([]);
  });

  it('says that it is there once it is, at whichever attempt', async () => {
    const world = desk();
    const said: string[] = [];
    world.faults.push('down', 'lost');
    await world.send(NOTE, 'note', () => said.push('note'));
    await world.queue.retry();
    expect(said).toEqual([]);
    await world.queue.retry();
    expect(said).toEqual(['note']);
    await world.send(CONTACTED, 'status', () => said.push('status'));
    expect(said).toEqual(['note', 'status']);
  });

  it('whose answer was lost is made once', async () => {
    const world = desk();
    world.faults.push('lost');
    expect(await world.send(NOTE)).toBe(false);
    expect(await world.queue.retry()).toBe(true);
    expect(world.stored().timeline).toHaveLength(1);
  });

  it('that sets is not sent after one that failed; one that adds is', async () => {
    const world = desk();
    world.faults.push('down');
    const all = [world.send(CONTACTED), world.send(SNOOZE), world.send(NOTE)];
    expect(await Promise.all(all)).toEqual([false, false, true]);
    expect(world.states()).toEqual(['status failed', 'snooze failed']);
    expect(await world.queue.retry()).toBe(true);
    expect(world.stored().followUp).toMatchObject({ status: 'contacted', snoozedUntil: 5_000_000, notes: 1 });
  });

  it('stands for the one of its kind that failed', async () => {
    const world = desk();
    world.faults.push('down');
    await world.send(CONTACTED);
    expect(await world.send(WON)).toBe(true);
    expect(world.states()).toEqual([]);
  });

  it('is no conflict with one from here whose answer was lost', async () => {
    const world = desk();
    world.faults.push('lost');
    await world.send(CONTACTED);
    expect(await world.send(SNOOZE)).toBe(true);
    expect(world.queue.conflict).toBeUndefined();
    expect(world.states()).toEqual([]);
    expect(world.stored().followUp).toMatchObject({ status: 'contacted', snoozedUntil: 5_000_000 });
  });

  it('of a part of the page can be given up', async () => {
    const world = desk();
    world.faults.push('down', 'down');
    await world.send(NOTE, 'note');
    await world.send(SNOOZE, 'snooze');
    world.queue.discard('note');
    expect(world.states()).toEqual(['snooze failed']);
  });
});

describe('an undo', () => {
  it('takes back by a second write', async () => {
    const world = desk();
    await world.send(CONTACTED);
    expect(await world.send({ kind: 'undo', entry: 'id1' })).toBe(true);
    expect(world.stored().followUp).toMatchObject({ status: 'new', firstContact: null, version: 2 });
    expect(world.stored().timeline).toHaveLength(2);
  });

  it('of what failed sends nothing', async () => {
    const world = desk();
    world.faults.push('down');
    await world.send(CONTACTED);
    expect(await world.send({ kind: 'undo', entry: 'id1' })).toBe(true);
    expect([world.states(), world.bodies.length]).toEqual([[], 1]);
  });

  it('of what is about to fail goes with it', async () => {
    const world = desk();
    world.faults.push('down');
    const all = [world.send(CONTACTED), world.send({ kind: 'undo', entry: 'id1' })];
    expect(await Promise.all(all)).toEqual([false, true]);
    expect(world.bodies).toHaveLength(1);
    expect(world.shown()?.followUp.status).toBe('new');
  });
});

describe('a conflict', () => {
  it('shows both versions and sets nothing', async () => {
    const world = desk();
    world.zoe(WON);
    expect(await world.send(CONTACTED)).toBe(false);
    expect(world.queue.conflict).toMatchObject({
      mine: { status: 'contacted' },
      theirs: { followUp: { status: 'won' } },
      by: ZOE,
    });
    expect(world.shown()?.followUp.status).toBe('won');
    expect(world.stored().timeline).toHaveLength(1);
  });

  it('leaves what they set besides, as putting mine does', async () => {
    const world = desk();
    world.zoe({ kind: 'claim', claimed: true });
    expect(await world.send(CONTACTED)).toBe(false);
    const mine = world.queue.conflict?.mine;
    expect(mine).toMatchObject({ status: 'contacted', claimedBy: ZOE });
    expect(await world.queue.putMine(world.newId, 9)).toBe(true);
    const { status, claimedBy, snoozedUntil } = world.stored().followUp;
    expect(mine).toMatchObject({ status, claimedBy, snoozedUntil });
  });

  it('is over when theirs stays', async () => {
    const world = desk();
    world.zoe(WON);
    await world.send(CONTACTED);
    world.queue.leaveTheirs();
    expect([world.queue.conflict, world.states()]).toEqual([undefined, []]);
    expect(await world.send(SNOOZE)).toBe(true);
  });

  it('is over when mine is put, as a new change', async () => {
    const world = desk();
    world.zoe(WON);
    await world.send(CONTACTED);
    expect(await world.queue.putMine(world.newId, 9)).toBe(true);
    expect(world.queue.conflict).toBeUndefined();
    expect(world.stored().followUp).toMatchObject({ status: 'contacted', version: 2 });
  });

  it('comes again when it changed again', async () => {
    const world = desk();
    world.zoe(WON);
    await world.send(CONTACTED);
    world.zoe(SNOOZE);
    expect(await world.queue.putMine(world.newId, 9)).toBe(false);
    expect(world.queue.conflict?.theirs.followUp).toMatchObject({ status: 'won', snoozedUntil: 5_000_000 });
  });

  it('holds back what was to be set after it', async () => {
    const world = desk();
    world.zoe(WON);
    expect(await Promise.all([world.send(CONTACTED), world.send(SNOOZE), world.send(NOTE)])).toEqual([
      false,
      false,
      true,
    ]);
    expect(world.queue.conflict?.mine).toMatchObject({ status: 'contacted', snoozedUntil: 5_000_000 });
    expect(await world.queue.putMine(world.newId, 9)).toBe(true);
    expect(world.stored().followUp).toMatchObject({ status: 'contacted', snoozedUntil: 5_000_000, notes: 1 });
  });
});

const CHANGES = [CONTACTED, WON, SNOOZE, NOTE, { kind: 'claim', claimed: true }] as const;

it('whatever happens, nothing of a colleague is set over unseen, and nothing is made twice', async () => {
  const step = fc.oneof(
    fc.record({ who: fc.constant('me'), change: fc.constantFrom(...CHANGES), wait: fc.boolean() }),
    fc.record({ who: fc.constant('zoe'), change: fc.constantFrom(...CHANGES), wait: fc.constant(false) }),
    fc.record({ who: fc.constant('retry'), change: fc.constant(NOTE), wait: fc.boolean() }),
  );
  const faults = fc.array(fc.constantFrom('none', 'none', 'lost', 'down'), { maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), faults, async (steps, given) => {
      const world = desk();
      world.faults.push(...given);
      const begun: Promise<boolean>[] = [];
      const read = new Map<string, Set<string>>();
      for (const { who, change, wait } of steps) {
        if (who === 'zoe') world.zoe(change);
        else if (who === 'retry') begun.push(world.queue.retry());
        else {
          begun.push(world.send(change));
          const sent = world.queue.sent.at(-1)?.id ?? '';
          read.set(sent, new Set(world.shown()?.timeline.map(({ id }) => id)));
        }
        if (wait) await begun.at(-1);
      }
      await Promise.all(begun);
      const { timeline, followUp } = world.stored();
      expect(new Set(timeline.map(({ id }) => id)).size).toBe(timeline.length);
      expect(followUp.version).toBe(timeline.filter(({ change }) => isCounted(change, timeline)).length);
      expect(world.queue.sent.some(({ state }) => state === 'waiting')).toBe(false);
      expect(Boolean(world.queue.conflict)).toBe(world.queue.sent.some(({ state }) => state === 'conflict'));
      // Each of mine that set something came after nothing of hers but what was shown when it was asked for.
      const unseen = timeline.flatMap(({ id, by, change }, at) =>
        by.id === VALERIA.id && setBy(change)
          ? timeline
              .slice(at + 1)
              .filter(
                (before) => before.by.id === ZOE.id && setBy(before.change) && !read.get(id)?.has(before.id),
              )
          : [],
      );
      expect(unseen).toEqual([]);
    }),
  );
});
