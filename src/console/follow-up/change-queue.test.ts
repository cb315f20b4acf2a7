import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { ChangeFollowUp, FollowUpDetail } from '#contract/desk/follow-up.ts';
import { Failure } from '#console/api/failure.ts';
import { ChangeQueue, type Sent } from './change-queue.ts';
import { readUnsent } from './read-unsent.ts';
import { type By, type Change, isCounted, setBy, withEntry } from './standing.ts';
import { unsentText } from './unsent.ts';
import { propertyRuns } from '#testing/property-runs.ts';
import { UNTOUCHED_FOLLOW_UP } from '#testing/follow-ups.ts';

const VALERIA = { id: 'v', name: 'Valeria' };
const ZOE = { id: 'z', name: 'Zoe' };
const CONTACTED: Change = { kind: 'status', status: 'contacted' };
const WON: Change = { kind: 'status', status: 'won' };
const SNOOZE: Change = { kind: 'snooze', until: 5_000_000 };
const CLAIM: Change = { kind: 'claim', claimed: true };
const NOTE: Change = { kind: 'note', text: 'Llama el lunes', contact: false };

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
const noAnswer = () => new Failure('network', 'POST');

/** A gateway of one inquiry, by the rules of the contract, and a browser's queue before it. */
function desk() {
  let stored = UNTOUCHED;
  let held: FollowUpDetail | undefined = stored;
  let shown: FollowUpDetail | undefined;
  let time = 1000;
  let last = 0;
  /** What happens to the next writes: nothing, an answer that is lost, or a failure before anything is done: no answer, or no session. */
  const faults: ('none' | 'lost' | 'down' | 'ended')[] = [];
  const bodies: ChangeFollowUp[] = [];
  let pages = 0;

  const make = ({ id, version, change }: ChangeFollowUp, by: By) => {
    if (stored.timeline.some((entry) => entry.id === id)) return;
    if (setBy(change) && version !== stored.followUp.version) throw refused('changed-meanwhile', 409);
    stored = withEntry(stored, { id, at: (time += 1), by, to: null, address: '::1', change, undone: false });
  };
  const open = () => {
    const page = (pages += 1);
    return new ChangeQueue({
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
        if (fault === 'ended') throw refused('sign-in-required', 401);
        make(body, VALERIA);
        // Nobody hears the answer on a page that is left.
        if (page !== pages) return new Promise<never>(() => {});
        if (fault === 'lost') throw noAnswer();
        return stored;
      },
    });
  };
  let queue = open();
  const newId = () => idOf((last += 1));
  return {
    get queue() {
      return queue;
    },
    /** The page is left as it stands, and the next takes up what is kept, in whatever order the browser gives it. */
    reload: () => {
      const texts = queue.sent.map((one, number) => unsentText(INQUIRY, number, one));
      held = shown = undefined;
      queue = open();
      for (const { sent } of readUnsent(texts.toReversed())) queue.takeUp(sent);
    },
    /** What is asked for is asked of what is shown: a page reads the inquiry first. */
    look: () => {
      shown ??= held ??= stored;
    },
    /** Nothing here takes longer than a turn. */
    settled: () => new Promise((resolve) => void setImmediate(resolve)),
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
    expect(world.bodies.map(({ id }) => id)).toEqual([ID1, ID1]);
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
    expect(await world.send({ kind: 'undo', entry: ID1 })).toBe(true);
    expect(world.stored().followUp).toMatchObject({ status: 'new', firstContact: null, version: 2 });
    expect(world.stored().timeline).toHaveLength(2);
  });

  it('of what failed sends nothing', async () => {
    const world = desk();
    world.faults.push('down');
    await world.send(CONTACTED);
    expect(await world.send({ kind: 'undo', entry: ID1 })).toBe(true);
    expect([world.states(), world.bodies.length]).toEqual([[], 1]);
  });

  it('of what is about to fail goes with it', async () => {
    const world = desk();
    world.faults.push('down');
    const all = [world.send(CONTACTED), world.send({ kind: 'undo', entry: ID1 })];
    expect(await Promise.all(all)).toEqual([false, true]);
    expect(world.bodies).toHaveLength(1);
    expect(world.shown()?.followUp.status).toBe('new');
  });
});

describe('what failed because the session had ended', () => {
  it('is made once the same person is back, and nothing else of what failed', async () => {
    const world = desk();
    world.faults.push('ended', 'down');
    expect(await world.send(CONTACTED)).toBe(false);
    expect(await world.send(NOTE, 'note')).toBe(false);
    expect(await world.queue.signedIn(ZOE.id)).toBe(true);
    expect(world.states()).toEqual(['status failed', 'note failed']);
    expect(await world.queue.signedIn(VALERIA.id)).toBe(true);
    expect(world.states()).toEqual(['note failed']);
    expect(world.stored().followUp.status).toBe('contacted');
    expect(world.bodies.map(({ id }) => id)).toEqual([ID1, ID2, ID1]);
  });

  it('is opposed where somebody else set it meanwhile', async () => {
    const world = desk();
    world.faults.push('ended');
    await world.send(CONTACTED);
    world.zoe(WON);
    expect(await world.queue.signedIn(VALERIA.id)).toBe(false);
    expect(world.queue.conflict).toMatchObject({ mine: { status: 'contacted' }, by: ZOE });
    expect(world.stored().followUp.status).toBe('won');
  });

  it('is made by the next page', async () => {
    const world = desk();
    world.faults.push('ended', 'down');
    await world.send(CONTACTED);
    await world.send(NOTE, 'note');
    world.reload();
    await world.settled();
    expect(world.stored().followUp.status).toBe('contacted');
    expect(world.states()).toEqual(['note failed']);
  });
});

describe('what nobody answered', () => {
  it('is sent again once somebody may, and the rest is not', async () => {
    const world = desk();
    world.faults.push('ended', 'down');
    await world.send(CONTACTED);
    await world.send(NOTE, 'note');
    expect(await world.queue.reconnected()).toBe(true);
    expect(world.states()).toEqual(['status failed']);
    expect(world.stored().followUp).toMatchObject({ status: 'new', notes: 1 });
  });

  it('is opposed where somebody else set it meanwhile', async () => {
    const world = desk();
    world.faults.push('down');
    await world.send(CONTACTED);
    world.zoe(WON);
    expect(await world.queue.reconnected()).toBe(false);
    expect(world.queue.conflict).toMatchObject({ mine: { status: 'contacted' }, by: ZOE });
  });

  it('is made once where only its answer was lost', async () => {
    const world = desk();
    world.faults.push('lost');
    await world.send(NOTE, 'note');
    expect(await world.queue.reconnected()).toBe(true);
    expect(world.stored().followUp.notes).toBe(1);
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
    world.zoe(CLAIM);
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

it('what was held back by a failure is not taken for the follower of what a colleague set meanwhile', async () => {
  const world = desk();
  world.faults.push('down');
  const both = [world.send(CONTACTED), world.send(SNOOZE, 'snooze')];
  world.zoe(WON);
  expect(await Promise.all(both)).toEqual([false, false]);
  expect(await world.queue.retry('snooze')).toBe(false);
  expect(world.queue.conflict).toMatchObject({ mine: { status: 'won', snoozedUntil: 5_000_000 }, by: ZOE });
});

describe('on the next page, a change', () => {
  it('that waited is made once, in order, also when the write in flight got there', async () => {
    const world = desk();
    for (const change of [CONTACTED, CLAIM, NOTE]) void world.send(change);
    await Promise.resolve();
    expect(world.bodies).toHaveLength(1);
    world.reload();
    await world.settled();
    expect(world.stored().timeline.map(({ id }) => id)).toEqual([ID3, ID2, ID1]);
    expect(world.stored().followUp).toMatchObject({ status: 'contacted', claimedBy: VALERIA, notes: 1 });
    expect([world.states(), world.queue.conflict]).toEqual([[], undefined]);
  });

  it('that failed still failed by the same, and is tried again with its id', async () => {
    const world = desk();
    world.faults.push('down');
    await world.send(CONTACTED, 'contact');
    world.reload();
    await world.settled();
    expect(world.bodies).toHaveLength(1);
    expect(world.queue.sent).toMatchObject([{ id: ID1, from: 'contact', state: 'failed' }]);
    expect(world.queue.sent[0]?.failure).toMatchObject({ kind: 'network', request: 'POST', status: 0 });
    expect(await world.queue.retry('contact')).toBe(true);
    expect(world.bodies.map(({ id }) => id)).toEqual([ID1, ID1]);
    expect(world.states()).toEqual([]);
  });

  it('asked for before what waited was sent is asked for as of what is shown there', async () => {
    const world = desk();
    void world.send(NOTE);
    world.reload();
    world.look();
    world.zoe(WON);
    void world.send(CONTACTED);
    world.reload();
    await world.settled();
    expect(world.queue.conflict).toMatchObject({ mine: { status: 'contacted' }, by: ZOE });
    expect(world.stored().followUp).toMatchObject({ status: 'won', notes: 1 });
  });

  it('that was refused says what for', () => {
    const refusal = new Failure('problem', 'POST', {
      status: 400,
      problem: { Type: '/problems/invalid-request', Errors: { 'change.to': ['invalid'] } },
    });
    const one = { ...begunNow(idOf(7), CLAIM), state: 'failed' as const, failure: refusal };
    const [read] = readUnsent([unsentText(INQUIRY, 0, one)]);
    expect(read).toEqual({ ...INQUIRY, sent: [one] });
    expect(read?.sent[0]?.failure).toMatchObject({ code: 'invalid-request', errors: refusal.errors });
  });

  it('that failed is gone when only its answer was lost', async () => {
    const world = desk();
    world.faults.push('lost');
    await world.send(NOTE);
    world.reload();
    expect(world.states()).toEqual(['note failed']);
    await world.settled();
    expect([world.states(), world.bodies.length]).toEqual([[], 1]);
  });

  it('is opposed by what a colleague set meanwhile, with all that was to be set after it', async () => {
    const world = desk();
    world.faults.push('down');
    await Promise.all([world.send(CONTACTED), world.send(SNOOZE)]);
    world.zoe(WON);
    world.reload();
    expect(await world.queue.retry()).toBe(false);
    expect(world.states()).toEqual(['status conflict', 'snooze conflict']);
    world.reload();
    await world.settled();
    expect(world.queue.conflict).toMatchObject({
      mine: { status: 'contacted', snoozedUntil: 5_000_000 },
      theirs: { followUp: { status: 'won' } },
      by: ZOE,
    });
    expect(await world.queue.putMine(world.newId, 9)).toBe(true);
    expect(world.stored().followUp).toMatchObject({
      status: 'contacted',
      snoozedUntil: 5_000_000,
      version: 3,
    });
  });

  it('that cannot be read is left out', () => {
    const good = unsentText(INQUIRY, 0, begunNow(ID1, NOTE));
    const bad = ['', '{', 'null', '[]', '{}', good.replace('"note"', '"sing"'), good.replace(ID1, 'x')];
    expect(readUnsent(bad)).toEqual([]);
    expect(readUnsent([...bad, good])).toEqual([{ ...INQUIRY, sent: [begunNow(ID1, NOTE)] }]);
  });
});

/** As it is before it was read how the inquiry stands. */
function begunNow(id: string, change: Change): Sent {
  const [state, failure, version] = ['waiting' as const, undefined, undefined];
  return { id, change, at: 5, by: VALERIA, to: null, from: 'status', version, state, failure };
}

const CHANGES = [CONTACTED, WON, SNOOZE, NOTE, CLAIM] as const;

it('whatever happens, nothing of a colleague is set over unseen, and nothing is made twice', async () => {
  const step = fc.oneof(
    fc.record({ who: fc.constant('me'), change: fc.constantFrom(...CHANGES), wait: fc.boolean() }),
    fc.record({ who: fc.constant('zoe'), change: fc.constantFrom(...CHANGES), wait: fc.constant(false) }),
    fc.record({ who: fc.constantFrom('retry', 'reload'), change: fc.constant(NOTE), wait: fc.boolean() }),
  );
  const faults = fc.array(fc.constantFrom('none', 'none', 'lost', 'down'), { maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), faults, async (steps, given) => {
      const world = desk();
      world.faults.push(...given);
      let begun: Promise<unknown>[] = [];
      const read = new Map<string, Set<string>>();
      for (const { who, change, wait } of steps) {
        if (who === 'zoe') world.zoe(change);
        else if (who === 'retry') begun.push(world.queue.retry());
        else if (who === 'reload') {
          world.reload();
          begun = [world.settled()];
        } else {
          world.look();
          begun.push(world.send(change));
          const sent = world.queue.sent.at(-1)?.id ?? '';
          read.set(sent, new Set(world.shown()?.timeline.map(({ id }) => id)));
        }
        if (wait) await begun.at(-1);
      }
      await Promise.all(begun);
      await world.settled();
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
    { numRuns: propertyRuns(5000, 50_000) },
  );
});
