import { beforeEach, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { ChangeFollowUp, FollowUpDetail } from '#contract/desk/follow-up.ts';
import { Failure } from '#console/api/failure.ts';
import { ChangeQueue, type PendingChange } from './change-queue.ts';
import { parseChanges, serializeChange } from './change-storage.ts';
import { type RecordedChange, getChangedField } from '#contract/follow-up/change-kinds.ts';
import { type PersonRef, applyEntry, incrementsVersion } from './timeline-reducer.ts';
import { propertyRuns } from '#testing/property-runs.ts';
import { UNTOUCHED_FOLLOW_UP } from '#testing/follow-ups.ts';

const VALERIA = { id: 'v', name: 'Valeria' };
const ZOE = { id: 'z', name: 'Zoe' };
const CONTACTED: RecordedChange = { kind: 'status', status: 'contacted' };
const WON: RecordedChange = { kind: 'status', status: 'won' };
const SNOOZE: RecordedChange = { kind: 'snooze', until: 5_000_000 };
const CLAIM: RecordedChange = { kind: 'claim', claimed: true };
const NOTE: RecordedChange = { kind: 'note', text: 'Llama el lunes', contact: false };

const INQUIRY = { adminMail: 'sur@agencia.example', sid: 'S' };
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const [ID1, ID2, ID3] = [idOf(1), idOf(2), idOf(3)];

const UNTOUCHED: FollowUpDetail = {
  followUp: UNTOUCHED_FOLLOW_UP,
  timeline: [],
  entries: 0,
};

const refused = (code: string, status: number) =>
  new Failure('problem', 'POST', { status, problem: { Type: `/problems/${code}` } });
const noResponse = () => new Failure('network', 'POST');

function createWorld() {
  let stored = UNTOUCHED;
  let cached: FollowUpDetail | undefined = stored;
  let shown: FollowUpDetail | undefined;
  let time = 1000;
  let lastNumber = 0;
  const faults: ('none' | 'lost' | 'down' | 'ended')[] = [];
  const bodies: ChangeFollowUp[] = [];
  let pages = 0;

  const apply = ({ id, version, change }: ChangeFollowUp, by: PersonRef) => {
    if (stored.timeline.some((entry) => entry.id === id)) return;
    if (getChangedField(change) && version !== stored.followUp.version)
      throw refused('changed-meanwhile', 409);
    stored = applyEntry(stored, { id, at: (time += 1), by, to: null, address: '::1', change, undone: false });
  };
  const openPage = () => {
    const page = (pages += 1);
    return new ChangeQueue({
      load: async () => (cached ??= stored),
      refetch: async () => (cached = stored),
      getCached: () => cached,
      setCached: (detail) => (shown = cached = detail),
      onUpdate: () => {},
      save: async (body) => {
        bodies.push(body);
        const fault = faults.shift() ?? 'none';
        await Promise.resolve();
        if (fault === 'down') throw noResponse();
        if (fault === 'ended') throw refused('sign-in-required', 401);
        apply(body, VALERIA);
        // A page that was left gets no reply.
        if (page !== pages) return new Promise<never>(() => {});
        if (fault === 'lost') throw noResponse();
        return stored;
      },
    });
  };
  let queue = openPage();
  const createId = () => idOf((lastNumber += 1));
  return {
    get queue() {
      return queue;
    },
    reload: () => {
      const texts = queue.changes.map((one, position) => serializeChange(INQUIRY, position, one));
      cached = shown = undefined;
      queue = openPage();
      for (const { changes } of parseChanges(texts.toReversed())) queue.restore(changes);
    },
    show: () => {
      shown ??= cached ??= stored;
    },
    settle: () => new Promise((resolve) => void setImmediate(resolve)),
    faults,
    bodies,
    createId,
    stored: () => stored,
    shown: () => shown,
    clearCache: () => (cached = undefined),
    save: (change: RecordedChange, source = 'status', onSaved?: () => void) =>
      queue.enqueue({ id: createId(), change, at: (time += 1), by: VALERIA, to: null, source, onSaved }),
    zoe: (change: RecordedChange) => apply({ id: createId(), version: stored.followUp.version, change }, ZOE),
    states: () => queue.changes.map(({ change, state }) => `${change.kind} ${state}`),
  };
}

let world: ReturnType<typeof createWorld>;
beforeEach(() => {
  world = createWorld();
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

  it('is based on the version after the one before it', async () => {
    const all = [world.save(CONTACTED), world.save(SNOOZE), world.save(NOTE), world.save(WON)];
    expect(await Promise.all(all)).toEqual([true, true, true, true]);
    expect(world.bodies.map(({ version }) => version)).toEqual([0, 1, 2, 2]);
    expect(world.shown()?.followUp).toMatchObject({ status: 'won', notes: 1, version: 3 });
  });

  it('that fails is no longer shown, and is retried with the same id', async () => {
    world.faults.push('down');
    expect(await world.save(CONTACTED)).toBe(false);
    expect(world.shown()?.followUp.status).toBe('new');
    expect(world.queue.changes[0]?.failure).toBeInstanceOf(Failure);
    expect(await world.queue.retry()).toBe(true);
    expect(world.bodies.map(({ id }) => id)).toEqual([ID1, ID1]);
    expect(world.states()).toEqual([]);
  });

  it('calls onSaved at whichever attempt it is saved', async () => {
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

  it('whose reply was lost is saved once', async () => {
    world.faults.push('lost');
    expect(await world.save(NOTE)).toBe(false);
    expect(await world.queue.retry()).toBe(true);
    expect(world.stored().timeline).toHaveLength(1);
  });

  it('that sets a field is held back by a failed one; a note is not', async () => {
    world.faults.push('down');
    const all = [world.save(CONTACTED), world.save(SNOOZE), world.save(NOTE)];
    expect(await Promise.all(all)).toEqual([false, false, true]);
    expect(world.states()).toEqual(['status failed', 'snooze failed']);
    expect(await world.queue.retry()).toBe(true);
    expect(world.stored().followUp).toMatchObject({ status: 'contacted', snoozedUntil: 5_000_000, notes: 1 });
  });

  it('replaces a failed one of the same field', async () => {
    world.faults.push('down');
    await world.save(CONTACTED);
    expect(await world.save(WON)).toBe(true);
    expect(world.states()).toEqual([]);
  });

  it('is no conflict with an own one whose reply was lost', async () => {
    world.faults.push('lost');
    await world.save(CONTACTED);
    expect(await world.save(SNOOZE)).toBe(true);
    expect(world.queue.conflict).toBeUndefined();
    expect(world.states()).toEqual([]);
    expect(world.stored().followUp).toMatchObject({ status: 'contacted', snoozedUntil: 5_000_000 });
  });

  it('can be discarded by source', async () => {
    world.faults.push('down', 'down');
    await world.save(NOTE, 'note');
    await world.save(SNOOZE, 'snooze');
    world.queue.discard('note');
    expect(world.states()).toEqual(['snooze failed']);
  });
});

describe('an undo', () => {
  it('is a second request', async () => {
    await world.save(CONTACTED);
    expect(await world.save({ kind: 'undo', entry: ID1 })).toBe(true);
    expect(world.stored().followUp).toMatchObject({ status: 'new', firstContact: null, version: 2 });
    expect(world.stored().timeline).toHaveLength(2);
  });

  it('of a failed change sends nothing', async () => {
    world.faults.push('down');
    await world.save(CONTACTED);
    expect(await world.save({ kind: 'undo', entry: ID1 })).toBe(true);
    expect([world.states(), world.bodies.length]).toEqual([[], 1]);
  });

  it('of a change that will fail is discarded with it', async () => {
    world.faults.push('down');
    const all = [world.save(CONTACTED), world.save({ kind: 'undo', entry: ID1 })];
    expect(await Promise.all(all)).toEqual([false, true]);
    expect(world.bodies).toHaveLength(1);
    expect(world.shown()?.followUp.status).toBe('new');
  });
});

describe('a change that failed because the session had ended', () => {
  it('is retried once the same person is back, other failures are not', async () => {
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

  it('is a conflict if somebody else set the field meanwhile', async () => {
    world.faults.push('down');
    await world.save(CONTACTED);
    world.zoe(WON);
    expect(await world.queue.retryUnanswered()).toBe(false);
    expect(world.queue.conflict).toMatchObject({ mine: { status: 'contacted' }, by: ZOE });
  });

  it('is saved once if only its reply was lost', async () => {
    world.faults.push('lost');
    await world.save(NOTE, 'note');
    expect(await world.queue.retryUnanswered()).toBe(true);
    expect(world.stored().followUp.notes).toBe(1);
  });
});

describe('a conflict', () => {
  it('has both versions and saves nothing', async () => {
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

  it('keeps other fields of the colleague, as overwriting does', async () => {
    world.zoe(CLAIM);
    expect(await world.save(CONTACTED)).toBe(false);
    const mine = world.queue.conflict?.mine;
    expect(mine).toMatchObject({ status: 'contacted', claimedBy: ZOE });
    expect(await world.queue.overwrite(world.createId, 9)).toBe(true);
    const { status, claimedBy, snoozedUntil } = world.stored().followUp;
    expect(mine).toMatchObject({ status, claimedBy, snoozedUntil });
  });

  it('ends when theirs is accepted', async () => {
    world.zoe(WON);
    await world.save(CONTACTED);
    world.queue.acceptTheirs();
    expect([world.queue.conflict, world.states()]).toEqual([undefined, []]);
    expect(await world.save(SNOOZE)).toBe(true);
  });

  it('ends when mine overwrites theirs, as a new change', async () => {
    world.zoe(WON);
    await world.save(CONTACTED);
    expect(await world.queue.overwrite(world.createId, 9)).toBe(true);
    expect(world.queue.conflict).toBeUndefined();
    expect(world.stored().followUp).toMatchObject({ status: 'contacted', version: 2 });
  });

  it('occurs again after another change', async () => {
    world.zoe(WON);
    await world.save(CONTACTED);
    world.zoe(SNOOZE);
    expect(await world.queue.overwrite(world.createId, 9)).toBe(false);
    expect(world.queue.conflict?.theirs.followUp).toMatchObject({ status: 'won', snoozedUntil: 5_000_000 });
  });

  it('holds back later changes of fields', async () => {
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

it('a change held back by a failure conflicts with a change of a colleague that took the expected version', async () => {
  world.faults.push('down');
  const both = [world.save(CONTACTED), world.save(SNOOZE, 'snooze')];
  world.zoe(WON);
  expect(await Promise.all(both)).toEqual([false, false]);
  expect(await world.queue.retry('snooze')).toBe(false);
  expect(world.queue.conflict).toMatchObject({ mine: { status: 'won', snoozedUntil: 5_000_000 }, by: ZOE });
});

describe('on the next page, a change', () => {
  it('that was queued is saved once and in order, even if the request in flight succeeded', async () => {
    for (const change of [CONTACTED, CLAIM, NOTE]) void world.save(change);
    await Promise.resolve();
    expect(world.bodies).toHaveLength(1);
    world.reload();
    await world.settle();
    expect(world.stored().timeline.map(({ id }) => id)).toEqual([ID3, ID2, ID1]);
    expect(world.stored().followUp).toMatchObject({ status: 'contacted', claimedBy: VALERIA, notes: 1 });
    expect([world.states(), world.queue.conflict]).toEqual([[], undefined]);
  });

  it('that failed has the same failure, and is retried with its id', async () => {
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

  it('made before the restored ones are saved is based on what that page showed', async () => {
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

  it('that was refused keeps the errors', () => {
    const refusal = new Failure('problem', 'POST', {
      status: 400,
      problem: { Type: '/problems/invalid-request', Errors: { 'change.to': ['invalid'] } },
    });
    const one = { ...queuedChange(idOf(7), CLAIM), state: 'failed' as const, failure: refusal };
    const [parsed] = parseChanges([serializeChange(INQUIRY, 0, one)]);
    expect(parsed).toEqual({ inquiry: INQUIRY, changes: [one] });
    expect(parsed?.changes[0]?.failure).toMatchObject({ code: 'invalid-request', errors: refusal.errors });
  });

  it('that failed is removed if only its reply was lost', async () => {
    world.faults.push('lost');
    await world.save(NOTE);
    world.reload();
    expect(world.states()).toEqual(['note failed']);
    await world.settle();
    expect([world.states(), world.bodies.length]).toEqual([[], 1]);
  });

  it('conflicts with a change of a colleague, with all later changes of fields', async () => {
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

  it('that is invalid is ignored', () => {
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

const CALL: RecordedChange = { kind: 'touch', how: 'call' };
const TALKED: RecordedChange = { kind: 'note', text: 'Viene', contact: true };
const CHANGES = [CONTACTED, WON, SNOOZE, NOTE, CLAIM, CALL, TALKED] as const;

it('in any sequence, no unseen change of a colleague is overwritten, and nothing is saved twice', async () => {
  const step = fc.oneof(
    fc.record({ who: fc.constant('me'), change: fc.constantFrom(...CHANGES), wait: fc.boolean() }),
    fc.record({ who: fc.constant('zoe'), change: fc.constantFrom(...CHANGES), wait: fc.constant(false) }),
    fc.record({ who: fc.constantFrom('retry', 'reload'), change: fc.constant(NOTE), wait: fc.boolean() }),
  );
  const faults = fc.array(fc.constantFrom('none', 'none', 'lost', 'down'), { maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), faults, async (steps, given) => {
      world = createWorld();
      world.faults.push(...given);
      let pending: Promise<unknown>[] = [];
      const shownIds = new Map<string, Set<string>>();
      for (const { who, change, wait } of steps) {
        if (who === 'zoe') world.zoe(change);
        else if (who === 'retry') pending.push(world.queue.retry());
        else if (who === 'reload') {
          world.reload();
          pending = [world.settle()];
        } else {
          world.show();
          pending.push(world.save(change));
          const id = world.queue.changes.at(-1)?.id ?? '';
          shownIds.set(id, new Set(world.shown()?.timeline.map(({ id }) => id)));
        }
        if (wait) await pending.at(-1);
      }
      await Promise.all(pending);
      await world.settle();
      const { timeline, followUp } = world.stored();
      expect(new Set(timeline.map(({ id }) => id)).size).toBe(timeline.length);
      expect(followUp.version).toBe(
        timeline.filter(({ change }) => incrementsVersion(change, timeline)).length,
      );
      expect(world.queue.changes.some(({ state }) => state === 'queued')).toBe(false);
      expect(Boolean(world.queue.conflict)).toBe(
        world.queue.changes.some(({ state }) => state === 'conflict'),
      );
      // Every own change of a field follows only changes of hers of any kind that were shown when it was made.
      const unseen = timeline.flatMap(({ id, by, change }, at) =>
        by.id === VALERIA.id && getChangedField(change)
          ? timeline
              .slice(at + 1)
              .filter(
                (before) =>
                  before.by.id === ZOE.id &&
                  incrementsVersion(before.change, timeline) &&
                  !shownIds.get(id)?.has(before.id),
              )
          : [],
      );
      expect(unseen).toEqual([]);
    }),
    { numRuns: propertyRuns(5000, 50_000) },
  );
});
