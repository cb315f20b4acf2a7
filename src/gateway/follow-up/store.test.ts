import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { onBothEngines } from '#testing/engines.ts';
import type { Person } from '#gateway/people/store.ts';
import { defaultHours } from '#contract/hours.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { markSeen } from './changes.ts';
import { fetchFollowUpDetail, fetchFollowUps, fetchSeenNumbers, fetchSnoozed } from './store.ts';
import { AGENCY, SID, MOMENT, type Change, inquiry, openFollowUpDesk } from '#testing/follow-up-desk.ts';

onBothEngines((engine) => {
  it('an inquiry is seen by those who opened it', async () => {
    await using desk = await openFollowUpDesk(engine);
    const { db, ana, beto } = desk;
    const entry = { Momento: new Date(MOMENT).toISOString(), Auto: {}, Interesado: { Nombre: 'Ana' } };
    const _links = { self: { href: `/v3/consultas/${AGENCY}/${SID}` } };
    const hours = defaultHours('America/Argentina/Buenos_Aires');
    await upsertInquiries(db, [{ ...entry, _links }], {
      agency: AGENCY,
      discoverySource: 'list',
      hours,
      now: MOMENT,
    });
    const { number } = await db
      .selectFrom('inquiry')
      .select('number')
      .where('sid', '=', SID.toUpperCase())
      .executeTakeFirstOrThrow();
    await markSeen(db, ana, { ...inquiry, momento: MOMENT, operator: null }, MOMENT);
    const seen = async (person: Person) => [...(await fetchSeenNumbers(db, person, [number]))];
    expect([await seen(ana), await seen(beto)]).toEqual([[number], []]);
  });

  it('a snooze has expired at its end, unless the follow-up was changed after it', async () => {
    await using desk = await openFollowUpDesk(engine);
    const { db, ana, change } = desk;
    const end = MOMENT + 86_400_000;
    await change(ana, { kind: 'snooze', until: end });
    const list = async (changed_at: number, now: number) => {
      await db.updateTable('follow_up').set({ changed_at }).execute();
      return (await fetchSnoozed(db, ana, AGENCY, now)).followUps.length;
    };
    expect([await list(end, end - 1), await list(end, end), await list(end + 1, end)]).toEqual([1, 1, 0]);
  });

  it('a window has the inquiries of both of its ends', async () => {
    await using desk = await openFollowUpDesk(engine);
    const { db, ana, change } = desk;
    await change(ana, { kind: 'touch', how: 'call' });
    const { momento } = await db.selectFrom('follow_up').select('momento').executeTakeFirstOrThrow();
    await markSeen(db, ana, { ...inquiry, momento, operator: null }, MOMENT);
    const count = async (from: number, to: number) => {
      const { followUps, seen } = await fetchFollowUps(db, ana, AGENCY, { from, to });
      return [followUps.length, seen.length];
    };
    expect(await count(momento, momento)).toEqual([1, 1]);
    expect(await count(momento + 1, momento + 9)).toEqual([0, 0]);
    expect(await count(momento - 9, momento - 1)).toEqual([0, 0]);
  });

  it('an inquiry that nobody touched is new', async () => {
    await using desk = await openFollowUpDesk(engine);
    expect(await fetchFollowUpDetail(desk.db, desk.ana, inquiry)).toMatchObject({
      followUp: { sid: SID, status: 'new', version: 0, notes: 0, firstTouch: null, claimedBy: null },
      timeline: [],
    });
  });

  it('a follow-up keeps status, claim, snooze, notes and touches, with who and when', async () => {
    await using desk = await openFollowUpDesk(engine);
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
    const { timeline } = await fetchFollowUpDetail(desk.db, desk.ana, {
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
    await using desk = await openFollowUpDesk(engine);
    const { ana, beto, change } = desk;
    await change(ana, { kind: 'status', status: 'won' }, { version: 0 });
    const late = change(beto, { kind: 'status', status: 'lost', lostReason: 'price' }, { version: 0 });
    await expect(late).rejects.toThrow('Otra persona lo cambió');
    expect(await fetchFollowUpDetail(desk.db, desk.ana, inquiry)).toMatchObject({
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
      await using desk = await openFollowUpDesk(engine);
      const { ana, beto, change } = desk;
      const id = randomUUID();
      const given = what.kind === 'hand-over' ? { ...what, to: ana.id } : what;
      for (const made of [given, { kind: 'undo', entry: id } satisfies Change]) {
        const { version } = (await fetchFollowUpDetail(desk.db, desk.ana, inquiry)).followUp;
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
    await using desk = await openFollowUpDesk(engine);
    const { ana, beto, change } = desk;
    const tries = await Promise.allSettled(
      [ana, beto].map((person) => change(person, { kind: 'claim', claimed: true }, { version: 0 })),
    );
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await fetchFollowUpDetail(desk.db, desk.ana, inquiry)).followUp.version).toBe(1);
  });

  it('the same change again changes nothing, and its id serves nothing else', async () => {
    await using desk = await openFollowUpDesk(engine);
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
    expect((await fetchFollowUpDetail(desk.db, desk.ana, other)).timeline).toEqual([]);
    for (const text of ['Una vez', 'Otra cosa'])
      await expect(
        change(text === 'Una vez' ? beto : ana, { kind: 'note', text, contact: false }, { id }),
      ).rejects.toThrow('Otra persona');
  });

  it('one id for two inquiries at once is of one of them', async () => {
    await using desk = await openFollowUpDesk(engine);
    const { ana, change } = desk;
    const id = randomUUID();
    const other = { ...inquiry, sid: '01JCYYYYYYYYYYYYYYYYYYYYYY' };
    const tries = await Promise.allSettled(
      [inquiry, other].map((of) => change(ana, { kind: 'touch', how: 'call' }, { id, of, version: 0 })),
    );
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const details = await Promise.all(
      [inquiry, other].map((of) => fetchFollowUpDetail(desk.db, desk.ana, of)),
    );
    expect(details.map(({ timeline }) => timeline.length).toSorted((a, b) => a - b)).toEqual([0, 1]);
  });

  it('notes that come at once are all kept, in one order', async () => {
    await using desk = await openFollowUpDesk(engine);
    const { ana, beto, change } = desk;
    await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        change(at % 2 ? ana : beto, { kind: 'note', text: `Nota ${at}`, contact: false }, { version: 0 }),
      ),
    );
    const { followUp, timeline } = await fetchFollowUpDetail(desk.db, desk.ana, inquiry);
    expect(followUp.notes).toBe(8);
    expect(new Set(timeline.map(({ id }) => id)).size).toBe(8);
  });

  it('a list has the follow-ups of a window, for a limited person their own, with what each has seen', async () => {
    await using desk = await openFollowUpDesk(engine);
    const { ana, beto, change, db } = desk;
    const own = { ...inquiry, sid: '01JCYYYYYYYYYYYYYYYYYYYYYY', operator: ' Beto@x.example ' };
    const old = { ...inquiry, sid: '01JCZZZZZZZZZZZZZZZZZZZZZZ', momento: MOMENT - 86_400_000 };
    for (const of of [inquiry, own, old]) await change(ana, { kind: 'claim', claimed: true }, { of });
    await markSeen(db, beto, own, MOMENT);
    await markSeen(db, beto, own, MOMENT);
    await markSeen(db, beto, old, MOMENT);
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
