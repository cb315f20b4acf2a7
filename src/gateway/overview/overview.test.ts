import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { OverviewNow, OverviewPeriod } from '#contract/desk/overview.ts';
import type { Counts, InquiryPage } from '#contract/desk/inquiries.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { addOpenMinutes, defaultHours } from '#contract/hours.ts';
import { addDays, dayAt, startOfDay } from '#contract/window.ts';
import type { Engine } from '#database/database.ts';
import { saveRefused } from '#gateway/deliveries/store.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { recordSend } from '#gateway/invitations/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, FOREIGN, OWN, type WorldOptions, json, openWorld } from '#testing/gateway-world.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const hours = defaultHours(ZONE);

const sidAt = (index: number) => `01JCINQUIRY${String(index).padStart(15, '0')}`;

interface Given {
  agency?: string;
  /** Minutes before now, a Thursday at 11:30. */
  ago: number;
  make?: string;
  origin?: string;
  operator?: string | null;
}

/** A gateway with indexed inquiries of two agencies. */
async function open(engine: Engine, given: readonly Given[], options: WorldOptions = {}) {
  const world = await openWorld({ engine, ...options });
  const { now } = world.clock;
  const inquiries = given.map(
    ({ agency = OWN, ago, make = 'Ford', origin = 'Formulario', operator = null }, index) => ({
      agency,
      entry: {
        Momento: new Date(now - ago * MINUTE).toISOString(),
        OrigenLead: origin,
        Auto: { Marca: make, Modelo: 'Ka', Precio: { Moneda: 'USD', Importe: 12_000 } },
        Interesado: { Nombre: 'Ana' },
        OperadorResponsable: operator,
        _links: { self: { href: `/v3/consultas/${agency}/${sidAt(index)}` } },
      },
    }),
  );
  const { db, ...database } = await openGatewayDatabase(world.config.database);
  await syncAgencies(db, [{ adminMail: OWN, name: 'Ruta 9' }, { adminMail: FOREIGN }], now);
  for (const agency of [OWN, FOREIGN])
    await upsertInquiries(
      db,
      inquiries.flatMap((one) => (one.agency === agency ? [one.entry] : [])),
      { agency, discoverySource: 'list', hours, now },
    );
  const as = async (role: Role) => {
    const cookie = await world.signIn(role);
    const call = (url: string, more: object = {}) =>
      world.call(url, { headers: { cookie, ...CONSOLE }, ...more });
    const days = `desde=${dayAt(world.clock.now - 6 * DAY, ZONE)}&hasta=${dayAt(world.clock.now, ZONE)}`;
    return {
      call,
      now: async (query = '') => OverviewNow.parse((await call(`/desk/overview/now${query}`)).json()),
      period: async (query = days) => OverviewPeriod.parse((await call(`/desk/overview?${query}`)).json()),
      listed: async (query: string) =>
        (await call(`/desk/inquiries?${query}`)).json<InquiryPage>().rows.length,
      rank: (payload: unknown) =>
        call('/desk/overview/settings', { method: 'PUT', payload: payload as object }),
      change: async (index: number, change: object, version = 0) => {
        const agency = inquiries[index]?.agency ?? OWN;
        world.upstream.answer = json(inquiries[index]?.entry);
        const answer = await call(`/desk/follow-up/${agency}/${sidAt(index)}/changes`, {
          method: 'POST',
          payload: { id: randomUUID(), version, change },
        });
        expect(answer.statusCode).toBe(200);
      },
      see: async (index: number) => {
        world.upstream.answer = json(inquiries[index]?.entry);
        const path = `/desk/follow-up/${inquiries[index]?.agency}/${sidAt(index)}/seen`;
        expect((await call(path, { method: 'PUT' })).statusCode).toBe(204);
      },
      days,
    };
  };
  return {
    world,
    db,
    as,
    limitSeller: () => db.updateTable('person_agency').set({ own_inquiries_only: 1 }).execute(),
    async [Symbol.asyncDispose]() {
      await database.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

const call = { kind: 'touch', how: 'call' };

onEachEngine((engine) => {
  it('200: every number of now is that of its list', async () => {
    await using it = await open(engine, [
      { ago: 10 },
      { ago: 25 },
      { ago: 31 },
      { ago: 200 },
      { ago: 5 * 60, agency: FOREIGN },
      { ago: 2 * 24 * 60 },
      { ago: 3 * 24 * 60 },
    ]);
    const partner = await it.as('partner');
    const seller = await it.as('seller');
    await partner.change(5, { kind: 'snooze', until: it.world.clock.now + MINUTE });
    await partner.change(6, { kind: 'snooze', until: it.world.clock.now + 10 * DAY });
    await partner.change(3, call);
    await seller.see(0);
    it.world.clock.now += 2 * MINUTE;

    const lists = {
      waiting: 'vista=esperando',
      overdue: 'vista=tarde',
      dueSoon: 'vista=esperando&seguimiento=por-vencer',
      unread: 'seguimiento=sin-leer',
      returned: 'vista=pospuestas&seguimiento=volvio',
    } as const;
    for (const [person, query] of [
      [partner, ''],
      [partner, `agencia=${FOREIGN}`],
      [partner, `agencia=${OWN}&agencia=${FOREIGN}`],
      [seller, ''],
    ] as const) {
      const figures = await person.now(`?${query}`);
      for (const [name, list] of Object.entries(lists) as [keyof typeof lists, string][])
        expect([name, query, figures[name]]).toEqual([name, query, await person.listed(`${list}&${query}`)]);
    }
    expect(await partner.now()).toMatchObject({ waiting: 5, overdue: 3, dueSoon: 2, unread: 6, returned: 1 });
    expect(await seller.now()).toMatchObject({ waiting: 4, overdue: 2, dueSoon: 2, unread: 4, returned: 1 });
    // Between an hour before the due time and the due time.
    const due = addOpenMinutes(it.world.clock.now - 12 * MINUTE, hours.target, hours) ?? 0;
    it.world.clock.now = due;
    expect((await partner.now(`?agencia=${OWN}`)).dueSoon).toBe(0);
  });

  it('200: agencies are silent that are missed, and only where one looks after them', async () => {
    // FOREIGN receives one at 10 each day, and none for five days and a half; OWN one a week.
    const daily = Array.from({ length: 40 }, (_, index) => ({
      agency: FOREIGN,
      ago: (index + 6) * 24 * 60 + 90,
    }));
    const weekly = Array.from({ length: 6 }, (_, index) => ({ ago: (index + 1) * 7 * 24 * 60 + 90 }));
    await using it = await open(engine, [...daily, ...weekly]);
    const partner = await it.as('partner');
    expect((await partner.now()).silent).toEqual([]);
    const read = (ago: number) =>
      it.db
        .updateTable('indexed_agency')
        .set({ swept_at: it.world.clock.now - ago })
        .execute();
    await read(2 * DAY);
    expect((await partner.now()).silent).toEqual([]);
    await read(MINUTE);
    const { silent } = await partner.now();
    // The weeks before the last inquiry had no more than 40.
    expect(silent).toEqual([
      {
        adminMail: FOREIGN,
        name: null,
        lastAt: it.world.clock.now - (6 * 24 * 60 + 90) * MINUTE,
        expected: expect.any(Number),
      },
    ]);
    expect(silent?.[0]?.expected).toBeGreaterThanOrEqual(5);
    expect(silent?.[0]?.expected).toBeLessThan(6);
    expect((await partner.now(`?agencia=${OWN}`)).silent).toEqual([]);
    expect((await (await it.as('support')).now()).silent).toHaveLength(1);
    expect(await (await it.as('seller')).now()).toMatchObject({
      silent: null,
      refusedDeliveries: null,
      stoppedTopics: null,
      unansweredInvitations: null,
    });
  });

  it('200: numbers of now over many agencies, of which some are not listed', async () => {
    await using it = await open(engine, []);
    const { now } = it.world.clock;
    const mails = Array.from({ length: 120 }, (_, index) => `a${String(index).padStart(3, '0')}@x.example`);
    await syncAgencies(
      it.db,
      mails.slice(5, -5).map((adminMail) => ({ adminMail })),
      now,
    );
    for (const [index, agency] of mails.entries()) {
      const entry = {
        Momento: new Date(now - index * MINUTE).toISOString(),
        Auto: {},
        Interesado: {},
        _links: { self: { href: `/v3/consultas/${agency}/${sidAt(index)}` } },
      };
      await upsertInquiries(it.db, [entry], { agency, discoverySource: 'list', hours, now });
    }
    const partner = await it.as('partner');
    for (const [query, waiting] of [
      ['', 120],
      [
        `?${mails
          .slice(5, -5)
          .map((mail) => `agencia=${mail}`)
          .join('&')}`,
        110,
      ],
    ] as const) {
      const { builtIn } = (await partner.call(`/desk/inquiries/counts${query}`)).json<Counts>();
      expect(await partner.now(query)).toMatchObject({
        waiting,
        unread: waiting,
        overdue: builtIn.tarde,
        dueSoon: waiting - builtIn.tarde,
      });
      expect(builtIn.esperando).toBe(waiting);
    }
  });

  it('200: refused messages since yesterday, stopped topics and unanswered invitations', async () => {
    await using it = await open(engine, []);
    const { now } = it.world.clock;
    const partner = await it.as('partner');
    expect(await partner.now()).toMatchObject({
      refusedDeliveries: 0,
      stoppedTopics: 0,
      unansweredInvitations: 0,
    });
    const yesterday = startOfDay(addDays(dayAt(now, ZONE), -1), ZONE);
    for (const at of [yesterday - 1, yesterday, now])
      await saveRefused(it.db, { topic: 'x', hookId: null, reason: 'signature', size: 1, headers: {} }, at);
    const { id } = await it.db.selectFrom('person').select('id').limit(1).executeTakeFirstOrThrow();
    const invite = (adminMail: string, daysAgo: number) =>
      recordSend(it.db, id, { adminMail, name: null }, now - daysAgo * DAY);
    await invite('una@x.example', 8);
    await invite('dos@x.example', 6);
    await invite('otra@x.example', 9);
    await invite('otra@x.example', 2);
    await invite('ya@x.example', 9);
    await it.db
      .updateTable('invitation')
      .set({ state: 'registered' })
      .where('agency_key', '=', 'ya@x.example')
      .execute();
    it.world.clock.now += MINUTE;
    const topic = (Topic: string, Configurado: boolean, Activo: boolean | null) => ({
      Topic,
      Configurado,
      Activo,
      Description: null,
      _links: {},
    });
    it.world.upstream.answer = (request, response) =>
      json({
        _links: {},
        _entries: [topic('a', true, true), topic('b', true, false), topic('c', false, null)],
        Callback: 'https://x.example',
      })(request, response);
    expect(await partner.now()).toMatchObject({
      refusedDeliveries: 2,
      stoppedTopics: 1,
      unansweredInvitations: 1,
    });
    it.world.clock.now += MINUTE;
    it.world.upstream.answer = (request) => request.socket.destroy();
    expect((await partner.now()).stoppedTopics).toBeNull();
  });

  it('200: figures of a period, of what a person may see', async () => {
    await using it = await open(engine, [
      { ago: 10, make: 'Ford', operator: 'vendedora@x.example' },
      { ago: 20, make: 'FORD', origin: 'WhatsApp' },
      { ago: 24 * 60, make: 'Fiat' },
      { ago: 60, agency: FOREIGN },
      { ago: 8 * 24 * 60 },
      { ago: 30 * 24 * 60 },
    ]);
    const [partner, support, seller] = [
      await it.as('partner'),
      await it.as('support'),
      await it.as('seller'),
    ];
    await it.db
      .updateTable('inquiry')
      .set({ operator_key: it.world.mail('seller') })
      .where('operator_key', 'is not', null)
      .execute();
    await seller.change(0, call);
    await partner.change(1, { kind: 'status', status: 'won' });
    await partner.change(2, { kind: 'status', status: 'lost', lostReason: 'price' });
    await partner.change(3, { kind: 'note', text: 'Hablamos', contact: true });

    const period = await partner.period();
    expect(period).toMatchObject({
      before: {
        desde: '2026-02-20',
        hasta: '2026-02-26',
        totals: { inquiries: 1, answered: 0, medianMinutes: null },
      },
      totals: {
        inquiries: 4,
        answered: 3,
        inTime: 2,
        medianMinutes: 20,
        p90Minutes: 60,
        channels: { call: 1, mail: 0, whatsapp: 0, other: 0, contact: 2 },
        funnel: { contacted: 2, appointment: 1, won: 1, lost: 1 },
        lostReasons: { price: 1, other: 0 },
      },
      ranksPeople: false,
      readAt: it.world.clock.now,
      complete: false,
      failure: null,
    });
    expect(period.days).toHaveLength(7);
    expect(period.days.at(-1)).toMatchObject({
      day: '2026-03-05',
      inquiries: 3,
      origins: { Formulario: 2, WhatsApp: 1 },
    });
    expect(
      period.agencies.map(({ adminMail, name, before, inquiries, days }) => [
        adminMail,
        name,
        before,
        inquiries,
        days.at(-1),
      ]),
    ).toEqual([
      [OWN, 'Ruta 9', 1, 3, 2],
      [FOREIGN, null, 0, 1, 1],
    ]);
    expect(period.breakdowns.make).toEqual([
      { value: 'Ford', count: 3 },
      { value: 'Fiat', count: 1 },
    ]);
    expect(period.breakdowns.price).toEqual([{ value: 'USD 10000-20000', count: 4 }]);
    expect(period.breakdowns.province).toEqual([{ value: null, count: 4 }]);
    expect(period.arrivals.all[3]?.[11]).toBe(2);
    const names = (people: OverviewPeriod['people']) => people.map(({ answered }) => answered);
    expect(names(period.people).toSorted((a, b) => a - b)).toEqual([1, 2]);
    expect(await support.period()).toEqual(period);

    const own = await seller.period();
    expect(own.totals).toMatchObject({ inquiries: 3, answered: 2 });
    expect(own.agencies.map(({ adminMail }) => adminMail)).toEqual([OWN]);
    expect(own.people).toMatchObject([{ inquiries: 1, answered: 1, inTime: 1, medianMinutes: 10 }]);

    await it.limitSeller();
    const limited = await seller.period();
    expect(limited.totals).toMatchObject({ inquiries: 1, answered: 1 });
    expect(limited.agencies).toMatchObject([{ adminMail: OWN, inquiries: 1, before: 0 }]);
    expect(limited.people).toEqual(own.people);
    expect(JSON.stringify(limited)).not.toContain('WhatsApp');
  });

  it('200: people are by name, by their answers where the partner allows it, and not of many agencies', async () => {
    await using it = await open(engine, [{ ago: 10 }, { ago: 20 }, { ago: 30 }]);
    const [partner, seller] = [await it.as('partner'), await it.as('seller')];
    const setName = (role: Role, name: string) =>
      it.db.updateTable('person').set({ name }).where('mail', '=', it.world.mail(role)).execute();
    await setName('seller', 'Zoe');
    await setName('partner', 'Árbol');
    await seller.change(0, call);
    await seller.change(1, call);
    await partner.change(2, call);
    const names = async () => (await partner.period()).people.map(({ name }) => name);
    expect(await names()).toEqual(['Árbol', 'Zoe']);
    for (const ranksPeople of [true, true])
      expect((await partner.rank({ ranksPeople })).statusCode).toBe(204);
    expect(await names()).toEqual(['Zoe', 'Árbol']);
    expect((await seller.period()).ranksPeople).toBe(true);
    await partner.rank({ ranksPeople: false });
    expect(await names()).toEqual(['Árbol', 'Zoe']);
    await syncAgencies(
      it.db,
      [OWN, FOREIGN, ...Array.from({ length: 20 }, (_, index) => `otra${index}@x.example`)].map(
        (adminMail) => ({
          adminMail,
        }),
      ),
      it.world.clock.now,
    );
    const many = await partner.period();
    expect([many.people, many.agencies.length, many.totals.answered]).toEqual([[], 22, 3]);
    expect((await partner.period(`agencia=${OWN}&${partner.days}`)).people).toHaveLength(2);
  });

  it('200: since when figures are whole, of what the index has and what it keeps', async () => {
    await using it = await open(engine, [{ ago: 10 }, { ago: 20, agency: FOREIGN }]);
    const [partner, seller] = [await it.as('partner'), await it.as('seller')];
    const set = (agency: string, day: string) =>
      it.db
        .updateTable('indexed_agency')
        .set({ complete_since: startOfDay(day, ZONE) })
        .where('agency_key', '=', agency)
        .execute();
    const since = async (query = '') => (await partner.period(`${partner.days}${query}`)).wholeSince;
    expect(await since()).toBeNull();
    await set(OWN, '2025-12-10');
    expect(await since()).toBeNull();
    await set(FOREIGN, '2025-11-02');
    expect(await since()).toBe('2025-12-10');
    expect(await since(`&agencia=${FOREIGN}`)).toBe('2025-11-02');
    expect((await seller.period()).wholeSince).toBe('2025-12-10');
    // The morning of a partly retained day is gone: it is 11:30.
    await set(FOREIGN, '2024-01-01');
    expect(await since(`&agencia=${FOREIGN}`)).toBe(addDays('2026-03-05', -399));
  });

  it('400: days that are none, the wrong way round or too many, and settings that are none', async () => {
    await using it = await open(engine, []);
    const partner = await it.as('partner');
    for (const [query, field] of [
      ['desde=2026-02-30&hasta=2026-03-01', 'desde'],
      ['desde=2026-03-01&hasta=hoy', 'hasta'],
      ['desde=0000-01-01&hasta=0000-01-02', 'desde'],
      ['desde=2026-03-02&hasta=2026-03-01', 'hasta'],
      ['desde=2025-03-01&hasta=2026-03-02', 'hasta'],
      ['desde=2026-03-01', 'hasta'],
      ['desde=2026-03-01&hasta=2026-03-01&agencia=x', 'agencia'],
      ['desde=2026-03-01&hasta=2026-03-01&otra=1', '_'],
    ] as const) {
      const answer = await partner.call(`/desk/overview?${query}`);
      expect([query, answer.statusCode, Object.keys(answer.json().Errors)[0]]).toEqual([query, 400, field]);
    }
    expect((await partner.call('/desk/overview?desde=2025-03-01&hasta=2026-03-01')).statusCode).toBe(200);
    expect((await partner.call('/desk/overview/now?agencia=x')).statusCode).toBe(400);
    for (const wrong of [{}, { ranksPeople: 1 }, { ranksPeople: true, more: 1 }])
      expect((await partner.rank(wrong)).statusCode).toBe(400);
  });

  it('404: agencies that the service does not list, once it was asked', async () => {
    await using it = await open(engine, [{ ago: 10 }]);
    const [partner, seller] = [await it.as('partner'), await it.as('seller')];
    const paths = ['/desk/overview/now?', `/desk/overview?${partner.days}&`];
    for (const path of paths) {
      expect((await partner.call(`${path}agencia=${OWN.toUpperCase()}`)).statusCode).toBe(200);
      for (const unknown of ['agencia=otra@x.example', `agencia=${OWN}&agencia=otra@x.example`]) {
        const answer = await partner.call(`${path}${unknown}`);
        expect([answer.statusCode, answer.json().Type]).toEqual([404, '/problems/not-found']);
        // The reply does not reveal to a seller if a foreign agency exists.
        expect((await seller.call(`${path}${unknown}`)).statusCode).toBe(403);
      }
    }
    await it.db.deleteFrom('indexed_agency').execute();
    for (const path of paths) {
      const answer = await partner.call(`${path}agencia=otra@x.example`);
      expect([answer.statusCode, answer.json().complete]).toEqual([200, false]);
    }
  });

  it('401 and 403: nobody’s, foreign agencies, and settings of a partner', async () => {
    await using it = await open(engine, [{ ago: 10, agency: FOREIGN }]);
    const seller = await it.as('seller');
    for (const path of ['/desk/overview/now', `/desk/overview?${seller.days}`]) {
      expect((await it.world.call(path, { headers: CONSOLE })).statusCode).toBe(401);
      const foreign = await seller.call(
        `${path}${path.includes('?') ? '&' : '?'}agencia=${OWN}&agencia=${FOREIGN}`,
      );
      expect([foreign.statusCode, foreign.json().Type]).toEqual([403, '/problems/foreign-agency']);
    }
    for (const role of ['seller', 'support'] as const) {
      const refused = await (await it.as(role)).rank({ ranksPeople: true });
      expect([refused.statusCode, refused.json().Type]).toEqual([403, '/problems/forbidden']);
    }
    expect((await (await it.as('partner')).period()).ranksPeople).toBe(false);
  });
});
