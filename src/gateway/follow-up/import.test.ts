import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ImportMatch } from '#contract/desk/follow-up-import.ts';
import type { FollowUpDetail } from '#contract/desk/follow-up.ts';
import type { Job } from '#contract/desk/jobs.ts';
import { OverviewPeriod } from '#contract/desk/overview.ts';
import { defaultHours } from '#contract/hours.ts';
import { addDays, dayAt } from '#contract/window.ts';
import type { Engine } from '#database/database.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, OWN, json, openWorld } from '#testing/gateway-world.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
const MINUTE = 60_000;
const sidOf = (number: number) => `01JCINQUIRY${String(number).padStart(15, '0')}`;

interface Buyer {
  phone?: string;
  mail?: string;
}

/** A gateway whose index has inquiries of an agency, each two hours older than the one before. */
async function open(engine: Engine, buyers: readonly Buyer[]) {
  const world = await openWorld({ engine });
  const { now } = world.clock;
  const { db, ...database } = await openGatewayDatabase(world.config.database);
  const momentoOf = (number: number) => now - (number + 1) * 120 * MINUTE;
  const entries = buyers.map(({ phone = null, mail = null }, number) => ({
    Momento: new Date(momentoOf(number)).toISOString(),
    Auto: {},
    Interesado: { Nombre: 'Ana', Telefono: phone, Email: mail },
    _links: { self: { href: `/v3/consultas/${OWN}/${sidOf(number)}` } },
  }));
  await syncAgencies(db, [{ adminMail: OWN, name: null }], now);
  await upsertInquiries(db, entries, {
    agency: OWN,
    discoverySource: 'list',
    hours: defaultHours(ZONE),
    now,
  });
  const cookie = await world.signIn('partner');
  const call = (url: string, payload?: object) =>
    world.call(url, {
      headers: { ...CONSOLE, cookie },
      ...(payload ? { method: 'POST' as const, payload } : {}),
    });
  return {
    db,
    momentoOf,
    match: async (row: object, more: object = {}) =>
      (await call('/desk/follow-up-imports/matches', { rows: [row], ...more })).json<{
        rows: ImportMatch[][];
      }>().rows[0],
    import: async (number: number, more: object) => {
      const row = { cells: [], adminMail: OWN, sid: sidOf(number), version: 0, ...more };
      const body = { id: randomUUID(), name: '', columns: [], rows: [row] };
      const job = (await call('/desk/follow-up-imports', body)).json<Job>();
      expect(job).toMatchObject({ state: 'done', done: 1 });
      return job;
    },
    undo: (id: string) => call(`/desk/jobs/${id}/undo`, { id: randomUUID() }),
    change: (number: number, change: object, version = 0) => {
      world.upstream.answer = json(entries[number]);
      return call(`/desk/follow-up/${OWN}/${sidOf(number)}/changes`, { id: randomUUID(), version, change });
    },
    detail: async (number: number) =>
      (await call(`/desk/follow-up/${OWN}/${sidOf(number)}`)).json<FollowUpDetail>(),
    answers: async () => {
      const days = `desde=${addDays(dayAt(now, ZONE), -6)}&hasta=${dayAt(now, ZONE)}`;
      return OverviewPeriod.parse((await call(`/desk/overview?${days}`)).json()).totals;
    },
    isWaiting: async (number: number) =>
      (
        await db
          .selectFrom('inquiry')
          .select('is_waiting')
          .where('sid', '=', sidOf(number))
          .executeTakeFirst()
      )?.is_waiting,
    async [Symbol.asyncDispose]() {
      await database.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

onEachEngine((engine) => {
  describe('an imported follow-up', () => {
    it('an undone import can be repeated', async () => {
      await using it = await open(engine, [{ phone: '341 555 0001' }]);
      const row = { phone: '341 555 0001' };
      expect(await it.match(row)).toMatchObject([
        { version: 0, hasFollowUp: false, status: 'new', lostReason: null, by: ['phone'] },
      ]);
      const { id } = await it.import(0, { status: 'won', note: 'mal' });
      expect(await it.match(row)).toMatchObject([{ hasFollowUp: true }]);
      await it.undo(id);
      const [match] = (await it.match(row)) ?? [];
      expect(match).toMatchObject({ hasFollowUp: false });
      await it.import(0, { status: 'lost', lostReason: 'price', version: match?.version });
      expect((await it.detail(0)).followUp).toMatchObject({ status: 'lost', lostReason: 'price', notes: 0 });
    });

    it('is there after a note or a call alone, also without a version of its own', async () => {
      await using it = await open(engine, [{ mail: 'a@x.example' }, { mail: 'b@x.example' }]);
      await it.change(0, { kind: 'note', text: 'x', contact: false });
      await it.change(1, { kind: 'touch', how: 'call' });
      expect(await it.match({ mail: 'a@x.example' })).toMatchObject([{ version: 0, hasFollowUp: true }]);
      expect(await it.match({ mail: 'b@x.example' })).toMatchObject([{ hasFollowUp: true }]);
    });

    it('was answered when its row says, also after an undo of something else', async () => {
      await using it = await open(engine, [{}]);
      const answeredAt = it.momentoOf(0) + 30 * MINUTE;
      await it.import(0, { status: 'contacted', answeredAt });
      expect((await it.detail(0)).followUp.firstContact).toMatchObject({ at: answeredAt });
      expect(await it.answers()).toMatchObject({ answered: 1, medianMinutes: 30 });
      const { version } = (await it.detail(0)).followUp;
      await it.change(0, { kind: 'claim', claimed: true }, version);
      const { timeline } = await it.detail(0);
      await it.change(0, { kind: 'undo', entry: timeline[0]?.id });
      expect((await it.detail(0)).followUp.firstContact).toMatchObject({ at: answeredAt });
    });

    it.each(['answered', 'contacted', 'appointment', 'won'])(
      'that is %s without a date waits for nobody and is no answer, whatever is done afterwards',
      async (status) => {
        await using it = await open(engine, [{}, {}]);
        await it.import(0, { status });
        expect(await it.isWaiting(0)).toBe(0);
        expect(await it.isWaiting(1)).toBe(1);
        await it.change(0, { kind: 'touch', how: 'call' });
        await it.change(0, { kind: 'note', text: 'x', contact: true });
        expect((await it.detail(0)).followUp).toMatchObject({ firstTouch: null, firstContact: null });
        expect(await it.answers()).toMatchObject({ answered: 0 });
      },
    );

    it.each([
      ['before its inquiry', -1, null],
      ['with its inquiry', 0, 0],
      ['at the import', 120 * MINUTE, 120 * MINUTE],
      ['after the import', 120 * MINUTE + 1, null],
    ])('was answered when its row says, from its inquiry to the import: %s', async (_, ms, answered) => {
      await using it = await open(engine, [{}]);
      const momento = it.momentoOf(0);
      await it.import(0, { status: 'contacted', answeredAt: momento + ms });
      const { firstContact, status } = (await it.detail(0)).followUp;
      expect([status, firstContact && firstContact.at - momento]).toEqual(['contacted', answered]);
    });

    it('alone can say when it was answered: such a change by hand is refused', async () => {
      await using it = await open(engine, [{}]);
      const answeredAt = it.momentoOf(0);
      const refused = await it.change(0, { kind: 'status', status: 'contacted', answeredAt });
      expect(refused.statusCode).toBe(400);
    });
  });

  describe('a row', () => {
    const ANA = { phone: '341 555 0001', mail: 'ana@x.example' };
    const BETO = { phone: '341 555 0002', mail: 'beto@x.example' };

    it('says by what each inquiry was found: a phone and a mail may belong to two buyers', async () => {
      await using it = await open(engine, [ANA, BETO]);
      expect(await it.match(ANA)).toMatchObject([{ sid: sidOf(0), by: ['phone', 'mail'] }]);
      expect(await it.match({ phone: ANA.phone, mail: BETO.mail })).toMatchObject([
        { sid: sidOf(0), by: ['phone'] },
        { sid: sidOf(1), by: ['mail'] },
      ]);
      expect(await it.match({ ...ANA, sid: sidOf(1) })).toMatchObject([{ sid: sidOf(1), by: ['sid'] }]);
    });

    it('keeps the buyer of its mail, however many inquiries have its phone', async () => {
      await using it = await open(engine, [...Array.from({ length: 12 }, () => ANA), BETO]);
      const found = await it.match({ phone: ANA.phone, mail: BETO.mail });
      expect(found?.map(({ by }) => by.join())).toEqual([
        ...Array.from({ length: 10 }, () => 'phone'),
        'mail',
      ]);
    });

    it.each([
      { phone: 'Tel: 0341 15-555-0001' },
      { phone: '(341) 555-0001 int. 12' },
      { phone: '341 555 0009 / 341 555 0001' },
      { mail: 'Ana Paz <ANA@x.example>' },
      { mail: 'ana@x.example.' },
      { mail: 'otra@x.example; ana@x.example' },
    ])('is understood as people write it: %j', async (row) => {
      await using it = await open(engine, [ANA, BETO]);
      expect((await it.match(row))?.map(({ sid }) => sid)).toEqual([sidOf(0)]);
    });

    it.each([
      '555-0001',
      '555 0001 int. 4',
      '15 555-0001',
      '15-341-555-0001',
      '0341 15 555 0001',
      '+54 9 0341 15 5550001',
      '9 341 5550001',
      '341 155-550-001',
      '341 555-0001 / 555-0009',
      '341 555-0009 / 555-0001',
      '341 5550009 - 341 5550001',
      '3415550009 3415550001',
      '(0341) 555-0001 (interno 12)',
      '341 555-0001 ext. 3',
      '5493415550001.0',
      'cel. 15 5550001 (Ana)',
    ])('the phone %j is found in its region', async (phone) => {
      await using it = await open(engine, [ANA, BETO]);
      expect((await it.match({ phone }, { region: 'AR-S' }))?.map(({ sid }) => sid)).toEqual([sidOf(0)]);
    });

    it('a rounded phone, and one without area code in another region or in none, is not guessed', async () => {
      await using it = await open(engine, [ANA, { phone: '54 9351' }]);
      expect(await it.match({ phone: '5,49351E+11' }, { region: 'AR-S' })).toEqual([]);
      expect(await it.match({ phone: '555-0001' }, { region: 'AR-X' })).toEqual([]);
      expect(await it.match({ phone: '555-0001' })).toEqual([]);
    });
  });
});
