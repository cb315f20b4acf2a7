import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChangeFollowUp } from '#contract/desk/follow-up.ts';
import { STATUSES } from '#contract/follow-up/follow-up-state.ts';
import type { Engine } from '#database/database.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { type Person, createPeople } from '#gateway/people/store.ts';
import { defaultHours } from '#contract/hours.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { saveFollowUpChange, markSeen } from './changes.ts';
import { type InquiryRef, fetchFollowUpDetail, fetchFollowUps } from './store.ts';
import { propertyRuns } from '#testing/property-runs.ts';

const AGENCY = 'ventas@ruta9.example';
const SID = '01JCXXXXXXXXXXXXXXXXXXXXXX';
const MOMENT = Date.parse('2026-11-16T10:00:00-03:00');
type Change = ChangeFollowUp['change'];
const inquiry: InquiryRef = { adminMail: AGENCY, sid: SID, momento: MOMENT, operator: null };

async function openDesk(engine: Engine) {
  const clone = await cloneDatabase(engine, 'gateway');
  const database = await openGatewayDatabase(clone.target);
  const { db } = database;
  const names = { ana: 'Ana', beto: 'Beto' } as const;
  await createPeople(
    db,
    Object.entries(names).map(([mailbox, name]) => ({
      mail: `${mailbox}@x.example`,
      name,
      role: 'seller' as const,
      agencies: [AGENCY],
      password: 'x',
    })),
    MOMENT,
  );
  const rows = await db.selectFrom('person').selectAll().execute();
  const person = (mailbox: keyof typeof names): Person => {
    const row = rows.find(({ mail }) => mail === `${mailbox}@x.example`);
    if (!row) throw new Error(`There is no ${mailbox}`);
    const { id, mail, name, role } = row;
    return { id, mail, name, role, agencies: [AGENCY], ownInquiriesIn: [], lastAgency: null };
  };
  const [ana, beto] = [person('ana'), person('beto')];
  let now = MOMENT;
  const change = async (
    by: Person,
    what: Change,
    { version, id = randomUUID(), of = inquiry }: { version?: number; id?: string; of?: typeof inquiry } = {},
  ) => {
    now += 60_000;
    const given = version ?? (await fetchFollowUpDetail(db, of)).followUp.version;
    await saveFollowUpChange(
      db,
      of,
      { person: by, address: '127.0.0.1' },
      { id, version: given, change: what },
      now,
    );
    return (await fetchFollowUpDetail(db, of)).followUp;
  };
  return {
    db,
    ana,
    beto,
    change,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await clone[Symbol.asyncDispose]();
    },
  };
}

onBothEngines((engine) => {
  it('an inquiry that nobody touched is new', async () => {
    await using desk = await openDesk(engine);
    expect(await fetchFollowUpDetail(desk.db, inquiry)).toMatchObject({
      followUp: { sid: SID, status: 'new', version: 0, notes: 0, firstTouch: null, claimedBy: null },
      timeline: [],
    });
  });

  it('keeps status, claim, snooze, notes and touches, with who and when', async () => {
    await using desk = await openDesk(engine);
    const { ana, beto, change } = desk;
    await change(ana, { kind: 'touch', how: 'whatsapp' });
    await change(beto, { kind: 'touch', how: 'call' });
    await change(ana, { kind: 'claim', claimed: true });
    await change(beto, { kind: 'note', text: 'Llama el lunes', contact: false });
    await change(ana, { kind: 'status', status: 'appointment' });
    const after = await change(ana, { kind: 'snooze', until: MOMENT + 86_400_000 });
    expect(after).toMatchObject({
      status: 'appointment',
      claimedBy: { id: ana.id, name: 'Ana' },
      snoozedUntil: MOMENT + 86_400_000,
      firstTouch: { at: MOMENT + 60_000, by: { name: 'Ana' }, how: 'whatsapp' },
      firstContact: { at: MOMENT + 300_000, by: { name: 'Ana' } },
      notes: 1,
      version: 5,
    });
    const { timeline } = await fetchFollowUpDetail(desk.db, {
      adminMail: AGENCY.toUpperCase(),
      sid: SID.toLowerCase(),
    });
    expect(timeline.map(({ by, change: { kind } }) => [by.name, kind])).toEqual([
      ['Ana', 'snooze'],
      ['Ana', 'status'],
      ['Beto', 'note'],
      ['Ana', 'claim'],
      ['Beto', 'touch'],
      ['Ana', 'touch'],
    ]);
  });

  it('a change on an old version is refused and nothing is lost', async () => {
    await using desk = await openDesk(engine);
    const { ana, beto, change } = desk;
    await change(ana, { kind: 'status', status: 'won' }, { version: 0 });
    const late = change(beto, { kind: 'status', status: 'lost', lostReason: 'price' }, { version: 0 });
    await expect(late).rejects.toThrow('Otra persona lo cambió');
    expect(await fetchFollowUpDetail(desk.db, inquiry)).toMatchObject({
      followUp: { status: 'won', version: 1 },
      timeline: [{ change: { kind: 'status', status: 'won' } }],
    });
    // Notes never conflict.
    expect(
      await change(beto, { kind: 'note', text: 'Vio otro', contact: true }, { version: 0 }),
    ).toMatchObject({
      notes: 1,
      version: 2,
    });
  });

  it.each<[string, Change, boolean]>([
    ['status', { kind: 'status', status: 'appointment' }, true],
    ['snooze', { kind: 'snooze', until: MOMENT + 1 }, true],
    ['claim', { kind: 'claim', claimed: true }, true],
    ['hand-over', { kind: 'hand-over', to: 'ana' }, true],
    ['touch', { kind: 'touch', how: 'call' }, true],
    ['note of a contact', { kind: 'note', text: 'Hablé', contact: true }, true],
    ['note without a contact', { kind: 'note', text: 'Llama el lunes', contact: false }, false],
  ])(
    'a change before and an undo of a %s refuse a status with the version before',
    async (_, what, isState) => {
      await using desk = await openDesk(engine);
      const { ana, beto, change } = desk;
      const id = randomUUID();
      const given = what.kind === 'hand-over' ? { ...what, to: ana.id } : what;
      for (const made of [given, { kind: 'undo', entry: id } satisfies Change]) {
        const { version } = (await fetchFollowUpDetail(desk.db, inquiry)).followUp;
        const { version: next } = await change(beto, made, made === given ? { id } : {});
        expect(next).toBe(version + (isState ? 1 : 0));
        const stale = change(ana, { kind: 'status', status: 'won' }, { version }).then(
          () => 'saved',
          (error: Error) => error.message,
        );
        expect(await stale).toMatch(isState ? 'Otra persona lo cambió' : 'saved');
      }
    },
  );

  it('one of two concurrent claims wins, and the other is refused', async () => {
    await using desk = await openDesk(engine);
    const { ana, beto, change } = desk;
    const tries = await Promise.allSettled(
      [ana, beto].map((person) => change(person, { kind: 'claim', claimed: true }, { version: 0 })),
    );
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await fetchFollowUpDetail(desk.db, inquiry)).followUp.version).toBe(1);
  });

  it('the same change again changes nothing, and its id serves nothing else', async () => {
    await using desk = await openDesk(engine);
    const { ana, beto, change } = desk;
    const id = randomUUID();
    await change(ana, { kind: 'note', text: 'Una vez', contact: false }, { id });
    expect(await change(ana, { kind: 'note', text: 'Una vez', contact: false }, { id })).toMatchObject({
      notes: 1,
    });
    const other = { ...inquiry, sid: '01JCYYYYYYYYYYYYYYYYYYYYYY' };
    await expect(change(ana, { kind: 'claim', claimed: true }, { id, of: other })).rejects.toThrow(
      'Otra persona',
    );
    expect((await fetchFollowUpDetail(desk.db, other)).timeline).toEqual([]);
    for (const text of ['Una vez', 'Otra cosa'])
      await expect(
        change(text === 'Una vez' ? beto : ana, { kind: 'note', text, contact: false }, { id }),
      ).rejects.toThrow('Otra persona');
  });

  it('one id for two inquiries at once is of one of them', async () => {
    await using desk = await openDesk(engine);
    const { ana, change } = desk;
    const id = randomUUID();
    const other = { ...inquiry, sid: '01JCYYYYYYYYYYYYYYYYYYYYYY' };
    const tries = await Promise.allSettled(
      [inquiry, other].map((of) => change(ana, { kind: 'touch', how: 'call' }, { id, of, version: 0 })),
    );
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const details = await Promise.all([inquiry, other].map((of) => fetchFollowUpDetail(desk.db, of)));
    expect(details.map(({ timeline }) => timeline.length).toSorted((a, b) => a - b)).toEqual([0, 1]);
  });

  it('notes that come at once are all kept, in one order', async () => {
    await using desk = await openDesk(engine);
    const { ana, beto, change } = desk;
    await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        change(at % 2 ? ana : beto, { kind: 'note', text: `Nota ${at}`, contact: false }, { version: 0 }),
      ),
    );
    const { followUp, timeline } = await fetchFollowUpDetail(desk.db, inquiry);
    expect(followUp.notes).toBe(8);
    expect(new Set(timeline.map(({ id }) => id)).size).toBe(8);
  });

  describe('undo', () => {
    it('writes what was before, once', async () => {
      await using desk = await openDesk(engine);
      const { ana, change, db } = desk;
      await change(ana, { kind: 'status', status: 'lost', lostReason: 'finance' });
      await change(ana, { kind: 'status', status: 'won' });
      const [entry] = (await fetchFollowUpDetail(db, inquiry)).timeline;
      expect(await change(ana, { kind: 'undo', entry: entry?.id ?? '' })).toMatchObject({
        status: 'lost',
        lostReason: 'finance',
        firstContact: null,
        version: 3,
      });
      await expect(change(ana, { kind: 'undo', entry: entry?.id ?? '' })).rejects.toThrow('Otra persona');
      const [undoing] = (await fetchFollowUpDetail(db, inquiry)).timeline;
      for (const id of [undoing?.id ?? '', randomUUID()])
        await expect(change(ana, { kind: 'undo', entry: id })).rejects.toThrow('no existe');
    });

    it('goes back step by step', async () => {
      await using desk = await openDesk(engine);
      const { ana, change, db } = desk;
      await change(ana, { kind: 'status', status: 'contacted' });
      await change(ana, { kind: 'status', status: 'won' });
      const [won, contacted] = (await fetchFollowUpDetail(db, inquiry)).timeline;
      expect(await change(ana, { kind: 'undo', entry: won?.id ?? '' })).toMatchObject({
        status: 'contacted',
      });
      expect(await change(ana, { kind: 'undo', entry: contacted?.id ?? '' })).toMatchObject({
        status: 'new',
      });
    });

    it('is refused when somebody else came to the same', async () => {
      await using desk = await openDesk(engine);
      const { ana, beto, change, db } = desk;
      await change(ana, { kind: 'status', status: 'won' });
      const [entry] = (await fetchFollowUpDetail(db, inquiry)).timeline;
      await change(beto, { kind: 'status', status: 'lost', lostReason: 'price' });
      await change(beto, { kind: 'status', status: 'won' });
      await expect(change(ana, { kind: 'undo', entry: entry?.id ?? '' })).rejects.toThrow('Otra persona');
    });

    it('undoing the first touch or contact keeps the next one', async () => {
      await using desk = await openDesk(engine);
      const { ana, beto, change, db } = desk;
      await change(ana, { kind: 'touch', how: 'call' });
      await change(ana, { kind: 'note', text: 'Atendió', contact: true });
      await change(beto, { kind: 'touch', how: 'mail' });
      await change(beto, { kind: 'status', status: 'contacted' });
      const { timeline } = await fetchFollowUpDetail(db, inquiry);
      for (const entry of timeline.slice(2)) await change(ana, { kind: 'undo', entry: entry.id });
      expect((await fetchFollowUpDetail(db, inquiry)).followUp).toMatchObject({
        status: 'contacted',
        notes: 0,
        firstTouch: { at: timeline[1]?.at, by: { name: 'Beto' }, how: 'mail' },
        firstContact: { at: timeline[0]?.at, by: { name: 'Beto' } },
        version: 6,
      });
    });

    it('is refused once somebody else changed it', async () => {
      await using desk = await openDesk(engine);
      const { ana, beto, change, db } = desk;
      await change(ana, { kind: 'claim', claimed: true });
      const [entry] = (await fetchFollowUpDetail(db, inquiry)).timeline;
      await change(beto, { kind: 'hand-over', to: beto.id, note: 'Lo conozco' });
      await expect(change(ana, { kind: 'undo', entry: entry?.id ?? '' })).rejects.toThrow('Otra persona');
      const { followUp, timeline } = await fetchFollowUpDetail(db, inquiry);
      expect(followUp.claimedBy?.name).toBe('Beto');
      expect(timeline.map(({ undone }) => undone)).toEqual([false, false]);
    });

    it('strikes a note, and the contact that it told of', async () => {
      await using desk = await openDesk(engine);
      const { ana, change, db } = desk;
      await change(ana, { kind: 'note', text: 'Atendió', contact: true });
      const [entry] = (await fetchFollowUpDetail(db, inquiry)).timeline;
      await change(ana, { kind: 'note', text: 'Otra cosa', contact: false });
      expect(await change(ana, { kind: 'undo', entry: entry?.id ?? '' })).toMatchObject({
        notes: 1,
        firstContact: null,
      });
      const struck = (await fetchFollowUpDetail(db, inquiry)).timeline.at(-1);
      expect(struck).toMatchObject({ undone: true, change: { text: 'Atendió' } });
    });
  });

  it('stands as what was not taken back says, whoever does what in whatever order', async () => {
    await using desk = await openDesk(engine);
    const { ana, beto, change, db } = desk;
    let inquiries = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.boolean(), anyStep), { maxLength: 14 }), async (steps) => {
        inquiries += 1;
        const of = { ...inquiry, sid: String(inquiries).padStart(26, '0') };
        const model: Done[] = [];
        for (const [byAna, step] of steps) {
          const by = byAna ? ana : beto;
          const version = (await fetchFollowUpDetail(db, of)).followUp.version - (step.stale ? 1 : 0);
          const entry = model[step.entry % Math.max(1, model.length)];
          const what =
            step.change.kind === 'undo' ? { ...step.change, entry: entry?.id ?? randomUUID() } : step.change;
          const id = randomUUID();
          const done = await change(by, what, { version, id, of }).then(
            () => true,
            () => false,
          );
          expect([what, done]).toEqual([what, !isRefused(model, what, step.stale)]);
          if (!done) continue;
          if (what.kind === 'undo' && entry) entry.undone = true;
          model.push({ id, by: by.name, change: what, undone: false });
        }
        const { followUp, timeline } = await fetchFollowUpDetail(db, of);
        expect(timeline.map(({ id, undone }) => [id, undone])).toEqual(
          model.map(({ id, undone }) => [id, undone]).toReversed(),
        );
        expect(followUp).toMatchObject(expected(model));
      }),
      { numRuns: engine === 'sqlite' ? propertyRuns(60, 1000) : propertyRuns(10, 100) },
    );
  });

  it('lists those of a window, to a limited person their own, with what each has seen', async () => {
    await using desk = await openDesk(engine);
    const { ana, beto, change, db } = desk;
    const own = { ...inquiry, sid: '01JCYYYYYYYYYYYYYYYYYYYYYY', operator: ' Beto@x.example ' };
    const old = { ...inquiry, sid: '01JCZZZZZZZZZZZZZZZZZZZZZZ', momento: MOMENT - 86_400_000 };
    for (const of of [inquiry, own, old]) await change(ana, { kind: 'claim', claimed: true }, { of });
    await markSeen(db, beto, own);
    await markSeen(db, beto, own);
    await markSeen(db, beto, old);
    const index = (operator: string) =>
      upsertInquiries(
        db,
        [
          {
            Momento: new Date(MOMENT).toISOString(),
            OperadorResponsable: operator,
            Auto: {},
            Interesado: {},
            _links: { self: { href: `/v3/consultas/${AGENCY}/${own.sid}` } },
          },
        ],
        { agency: AGENCY, discoverySource: 'webhook', hours: defaultHours('UTC'), now: MOMENT },
      );
    await index(' Beto@x.example ');
    const window = { from: MOMENT - 1, to: MOMENT + 1 };
    const sids = async (person: Person) => {
      const { followUps, seen } = await fetchFollowUps(db, person, AGENCY.toUpperCase(), window);
      return { sids: followUps.map(({ sid }) => sid).toSorted(), seen };
    };
    expect(await sids(ana)).toEqual({ sids: [SID, own.sid], seen: [] });
    const limited = { ...beto, ownInquiriesIn: [AGENCY] };
    expect(await sids(limited)).toEqual({ sids: [own.sid], seen: [own.sid] });
    expect((await sids({ ...limited, mail: AGENCY })).sids).toEqual([SID, own.sid]);
    await index('otra@x.example');
    expect(await sids(limited)).toEqual({ sids: [], seen: [] });
  });
});

interface Done {
  id: string;
  by: string;
  change: Change;
  undone: boolean;
}

const anyChange = fc.oneof(
  fc.record({
    kind: fc.constant('status' as const),
    status: fc.constantFrom(...STATUSES),
  }),
  fc.record({ kind: fc.constant('snooze' as const), until: fc.constantFrom(null, MOMENT, MOMENT + 1) }),
  fc.record({ kind: fc.constant('claim' as const), claimed: fc.boolean() }),
  fc.record({ kind: fc.constant('note' as const), text: fc.constant('Nota'), contact: fc.boolean() }),
  fc.record({ kind: fc.constant('touch' as const), how: fc.constantFrom('call' as const, 'mail' as const) }),
  fc.record({ kind: fc.constant('undo' as const), entry: fc.constant('') }),
);
const anyStep = fc.record({
  change: anyChange,
  stale: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  entry: fc.nat(),
});

const sets = ({ kind }: Change): boolean => ['status', 'snooze', 'claim'].includes(kind);

function isRefused(model: readonly Done[], change: Change, stale: boolean): boolean {
  if (change.kind !== 'undo') return stale && sets(change);
  const at = model.findIndex(({ id }) => id === change.entry);
  const entry = model[at];
  if (!entry || entry.undone || entry.change.kind === 'undo') return true;
  return (
    sets(entry.change) &&
    model.slice(at + 1).some(({ change: { kind }, undone }) => kind === entry.change.kind && !undone)
  );
}

function answerIn(change: Change): string | undefined {
  if (change.kind === 'touch') return change.how;
  return change.kind === 'status' && change.status === 'answered' ? 'other' : undefined;
}

/** Follow-up that the timeline implies. */
function expected(model: readonly Done[]): object {
  const standing = model.filter(({ undone }) => !undone);
  const of = <Kind extends Change['kind']>(kind: Kind) =>
    standing.flatMap(({ by, change }) =>
      change.kind === kind ? [{ by, change: change as Extract<Change, { kind: Kind }> }] : [],
    );
  const claim = of('claim').at(-1);
  const touch = standing
    .map(({ by, change }) => ({ by, how: answerIn(change) }))
    .find(({ how }) => how !== undefined);
  const contact = standing.find(
    ({ change }) =>
      (change.kind === 'note' && change.contact) ||
      (change.kind === 'status' && ['contacted', 'appointment', 'won'].includes(change.status)),
  );
  const set = of('status').at(-1)?.change.status ?? 'new';
  // Entries after the last status.
  const since = standing.slice(standing.findLastIndex(({ change }) => change.kind === 'status') + 1);
  const isReached = since.some(({ change }) => change.kind === 'note' && change.contact);
  const isTouched = since.some(({ change }) => change.kind === 'touch');
  const settles = set === 'new' || set === 'answered';
  const status = settles && isReached ? 'contacted' : set === 'new' && isTouched ? 'answered' : set;
  return {
    status,
    lostReason: status === 'lost' ? 'other' : null,
    snoozedUntil: of('snooze').at(-1)?.change.until ?? null,
    claimedBy: claim?.change.claimed ? { name: claim.by } : null,
    notes: of('note').length,
    firstTouch: touch ? { by: { name: touch.by }, how: touch.how } : null,
    firstContact: contact ? { by: { name: contact.by } } : null,
  };
}
