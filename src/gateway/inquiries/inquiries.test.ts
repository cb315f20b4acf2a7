import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type {
  BuyerInquiries,
  CheckedInquiries,
  Counts,
  Facets,
  IndexState,
  InquiryPage,
} from '#contract/desk/inquiries.ts';
import { addressOf } from '#contract/endpoint.ts';
import { defaultHours } from '#contract/hours.ts';
import { v3 } from '#contract/v3.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { signNotification } from '#signing/webhook.ts';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, FOREIGN, OWN, type WorldOptions, json, openWorld } from '#testing/gateway-world.ts';
import { syncAgencies } from './absent-agencies.ts';
import { scheduleSweep } from './agencies.ts';
import { upsertInquiries } from './store.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
const HOUR = 3_600_000;
const SECRET = '96d0300081d644d3bdceae8fbfc77955';
const TOPIC = 'consulta-recibida';

const sidAt = (index: number) => `01JCINQUIRY${String(index).padStart(15, '0')}`;
const pathOf = (adminMail: string, index: number) =>
  addressOf(v3.viewInquiry, { adminMail, sid: sidAt(index) });

interface Given {
  agency?: string;
  hoursAgo?: number;
  phone?: string | null;
  mail?: string | null;
  name?: string;
  make?: string;
  operator?: string | null;
}

/** A gateway with indexed inquiries. */
async function open(engine: 'sqlite' | 'postgres', given: readonly Given[], options: WorldOptions = {}) {
  const world = await openWorld({ engine, ...options });
  const { now } = world.clock;
  const inquiries = given.map(
    (
      { agency = OWN, hoursAgo = 1, phone = null, mail = null, name = 'Ana', make = 'Ford', operator = null },
      index,
    ) => ({
      agency,
      inquiry: {
        Momento: new Date(now - hoursAgo * HOUR).toISOString(),
        Auto: { Marca: make },
        Interesado: { Nombre: name, Telefono: phone, Email: mail },
        OperadorResponsable: operator,
        Suyo: 'algo más',
        _links: { self: { href: pathOf(agency, index) } },
      },
    }),
  );
  const { db, ...database } = await openGatewayDatabase(world.config.database);
  await syncAgencies(db, [{ adminMail: OWN, name: 'Ruta 9' }, { adminMail: FOREIGN }], now);
  for (const agency of [OWN, FOREIGN])
    await upsertInquiries(
      db,
      inquiries.flatMap((one) => (one.agency === agency ? [one.inquiry] : [])),
      { agency, learned: 'list', hours: defaultHours(ZONE), now },
    );
  const as = async (role: 'seller' | 'partner' | 'support') => {
    const cookie = await world.signIn(role);
    const call = (url: string, options: object = {}) =>
      world.call(url, { headers: { cookie, ...CONSOLE }, ...options });
    return {
      call,
      find: async (query = '') => (await call(`/desk/inquiries${query}`)).json<InquiryPage>(),
      counts: async (query = '') => (await call(`/desk/inquiries/counts${query}`)).json<Counts>(),
      facets: async (query = '') => (await call(`/desk/inquiries/facets${query}`)).json<Facets>(),
      check: async (query: string) => (await call(`/desk/inquiries/rows${query}`)).json<CheckedInquiries>(),
      change: async (index: number, body: { version: number; change: object }, status = 200) => {
        const url = `/desk/follow-up/${OWN}/${sidAt(index)}/changes`;
        world.upstream.answer = json(inquiries[index]?.inquiry);
        const answer = await call(url, { method: 'POST', payload: { id: randomUUID(), ...body } });
        expect(answer.statusCode).toBe(status);
      },
      ofBuyer: async (index: number, agency = OWN) =>
        (await call(`/desk/inquiries/${agency}/${sidAt(index)}/buyer`)).json<BuyerInquiries>(),
    };
  };
  return {
    world,
    db,
    as,
    inquiries,
    async [Symbol.asyncDispose]() {
      await database.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

const hrefs = ({ rows }: InquiryPage) =>
  rows.map(({ inquiry }) => (inquiry._links as { self: { href: string } }).self.href.split('/').at(-1));

onEachEngine((engine) => {
  describe('lists of inquiries', () => {
    it('are asked page after page, over all agencies that the person may see', async () => {
      const given = Array.from({ length: 30 }, (_, index) => ({
        hoursAgo: index,
        agency: index % 3 ? OWN : FOREIGN,
      }));
      await using it = await open(engine, given);
      const partner = await it.as('partner');
      const first = await partner.find();
      expect(first.rows).toHaveLength(25);
      expect(first.rows[1]).toEqual({
        adminMail: OWN,
        inquiry: it.inquiries[1]?.inquiry,
        followUp: null,
        seen: false,
        dueAt: expect.any(Number) as number,
        earlierFromBuyer: false,
      });
      expect(first).toMatchObject({ total: 30, readAt: it.world.clock.now });
      expect(first.hours).toEqual({ [OWN]: defaultHours(ZONE), [FOREIGN]: defaultHours(ZONE) });
      const second = await partner.find(`?cursor=${first.next}`);
      expect(second.total).toBeNull();
      expect(second.next).toBeNull();
      expect([...hrefs(first), ...hrefs(second)]).toEqual(given.map((_, index) => sidAt(index)));
      expect(hrefs(await partner.find('?limite=2&orden=antiguas'))).toEqual([sidAt(29), sidAt(28)]);

      const seller = await it.as('seller');
      expect(new Set((await seller.find('?limite=100')).rows.map(({ adminMail }) => adminMail))).toEqual(
        new Set([OWN]),
      );
      expect((await seller.counts()).builtIn.esperando).toBe(20);
      expect((await partner.counts()).builtIn.esperando).toBe(30);
      expect(
        (await partner.counts(`?agencia=${OWN}&agencia=${FOREIGN.toUpperCase()}`)).builtIn.esperando,
      ).toBe(30);
    });

    it('say nothing of a foreign agency, by whatever endpoint', async () => {
      await using it = await open(engine, [
        { agency: FOREIGN, phone: '11 4444 3333' },
        { phone: '11 4444 3333' },
      ]);
      const seller = await it.as('seller');
      for (const path of ['', '/counts', '/facets', `/rows?sid=${sidAt(0)}`])
        for (const query of [`?agencia=${FOREIGN}`, `?agencia=${OWN}&agencia=${FOREIGN}`]) {
          const answer = await seller.call(
            `/desk/inquiries${path}${path.includes('?') ? query.replace('?', '&') : query}`,
          );
          expect([answer.statusCode, answer.json().Type]).toEqual([403, '/problems/foreign-agency']);
        }
      for (const path of ['', '/buyer'])
        expect((await seller.call(`/desk/inquiries/${FOREIGN}/${sidAt(0)}${path}`)).statusCode).toBe(403);
      expect((await seller.ofBuyer(1)).inquiries).toEqual([]);
      expect((await seller.find()).rows).toMatchObject([{ earlierFromBuyer: false }]);
      const state = (await seller.call('/desk/inquiries/state')).json<IndexState>();
      expect(state.agencies.map(({ adminMail }) => adminMail)).toEqual([OWN]);
    });

    it('are of their own inquiries for who is shown no others', async () => {
      const own = 'vendedora@vitrina.example';
      await using it = await open(engine, [
        { operator: 'otra@x.example', phone: '11 4444 3333' },
        { operator: own },
      ]);
      const mine = it.world.mail('seller');
      await it.db.updateTable('inquiry').set({ operator_key: mine }).where('sid', '=', sidAt(1)).execute();
      await it.db.updateTable('person_agency').set({ own_inquiries_only: 1 }).execute();
      const seller = await it.as('seller');
      expect(hrefs(await seller.find())).toEqual([sidAt(1)]);
      expect((await seller.counts()).builtIn.esperando).toBe(1);
      expect((await seller.facets()).total).toBe(1);
      expect((await seller.call('/desk/inquiries/state')).json<IndexState>().agencies).toMatchObject([
        { adminMail: OWN, inquiries: 1 },
      ]);
      const checked = await seller.check(`?sid=${sidAt(0)}&sid=${sidAt(1)}`);
      expect(checked.rows.map(({ sid }) => sid)).toEqual([sidAt(1)]);
      for (const path of ['', '/buyer'])
        expect((await seller.call(`/desk/inquiries/${OWN}/${sidAt(0)}${path}`)).statusCode).toBe(404);
      expect((await seller.call(`/desk/inquiries/${OWN}/${sidAt(1)}`)).statusCode).toBe(200);
    });

    it('prove what is asked about one while the service is away', async () => {
      await using it = await open(engine, [{ operator: 'otra@x.example' }, {}]);
      it.world.upstream.answer = (_, response) => response.destroy();
      const mine = it.world.mail('seller');
      await it.db.updateTable('inquiry').set({ operator_key: mine }).where('sid', '=', sidAt(1)).execute();
      await it.db.updateTable('person_agency').set({ own_inquiries_only: 1 }).execute();
      const { call } = await it.as('seller');
      for (const [index, status] of [
        [0, 503],
        [1, 200],
      ] as const) {
        const about = `${OWN}/${sidAt(index)}`;
        for (const url of [`/desk/follow-up/${about}`, `/desk/inquiries/${about}/buyer`])
          expect([url, (await call(url)).statusCode]).toEqual([url, status]);
      }
    });

    it('give one by its address, unless the service does not have it any more', async () => {
      await using it = await open(engine, [{}, {}, { agency: FOREIGN }]);
      const gone = { gone_at: it.world.clock.now };
      await it.db.updateTable('inquiry').set(gone).where('sid', '=', sidAt(1)).execute();
      const partner = await it.as('partner');
      const one = (mail: string, sid: string) => partner.call(`/desk/inquiries/${mail}/${sid}`);
      const found = await one(OWN.toUpperCase(), sidAt(0).toLowerCase());
      expect(found.json()).toEqual({ inquiry: it.inquiries[0]?.inquiry, asOf: it.world.clock.now });
      expect((await one(OWN, sidAt(1))).statusCode).toBe(404);
      // It belongs to another agency.
      expect((await one(OWN, sidAt(2))).statusCode).toBe(404);
      expect((await one(FOREIGN, sidAt(2))).statusCode).toBe(200);
    });

    it('find one by its whole sid within the scope', async () => {
      await using it = await open(engine, [{}, {}, { agency: FOREIGN }]);
      const gone = { gone_at: it.world.clock.now };
      await it.db.updateTable('inquiry').set(gone).where('sid', '=', sidAt(1)).execute();
      const [partner, seller] = [await it.as('partner'), await it.as('seller')];
      const find = async ({ find: findIn }: typeof partner, sid: string) =>
        hrefs(await findIn(`?buscar=${sid}`));
      expect(await find(partner, sidAt(0).toLowerCase())).toEqual([sidAt(0)]);
      expect(await find(partner, sidAt(1))).toEqual([]);
      expect(await find(partner, sidAt(2))).toEqual([sidAt(2)]);
      expect(await find(partner, sidAt(0).slice(0, -1))).toEqual([]);
      expect(await find(seller, sidAt(0))).toEqual([sidAt(0)]);
      expect(await find(seller, sidAt(2))).toEqual([]);
      expect((await seller.facets(`?buscar=${sidAt(0)}`)).total).toBe(1);
    });

    it('follow what people do', async () => {
      await using it = await open(engine, [{ hoursAgo: 3 }, { hoursAgo: 2 }]);
      const seller = await it.as('seller');
      await seller.change(0, { version: 0, change: { kind: 'claim', claimed: true } });
      expect((await seller.counts()).builtIn).toMatchObject({ esperando: 2, mias: 1, pospuestas: 0 });
      const until = it.world.clock.now + HOUR / 6;
      await seller.change(0, { version: 1, change: { kind: 'snooze', until } });
      expect((await seller.counts()).builtIn).toMatchObject({ esperando: 1, mias: 1, pospuestas: 1 });
      it.world.clock.now = until + 1000;
      expect(await seller.counts()).toMatchObject({ builtIn: { esperando: 2, pospuestas: 1 }, back: 1 });
      await seller.change(0, { version: 2, change: { kind: 'touch', how: 'call' } });
      expect((await seller.counts()).builtIn).toMatchObject({ esperando: 1, mias: 1, pospuestas: 0 });
      expect((await seller.find('?vista=mias')).rows).toMatchObject([{ followUp: { status: 'answered' } }]);
    });

    it('tell what they have gained since a time, and what of them is not theirs any more', async () => {
      await using it = await open(engine, [{ hoursAgo: 5 }, { hoursAgo: 4 }, { hoursAgo: 3 }]);
      const { clock } = it.world;
      const seller = await it.as('seller');
      const gained = async (view: string, since: number) =>
        hrefs(await seller.find(`?vista=${view}&novedades=${since}`));
      const start = clock.now;
      expect(await gained('esperando', start)).toEqual([]);
      // The first read of an agency indexes existing inquiries.
      expect(await gained('esperando', start - 1)).toEqual([]);
      await it.db
        .updateTable('indexed_agency')
        .set({ read_whole_at: start - 1 })
        .execute();
      expect(await gained('esperando', start - 1)).toEqual([sidAt(0), sidAt(1), sidAt(2)]);
      const until = start + HOUR / 6;
      await seller.change(1, { version: 0, change: { kind: 'snooze', until } });
      clock.now = until + 1000;
      expect(await gained('esperando', start)).toEqual([sidAt(1)]);
      expect(await gained('hoy', start)).toEqual([]);
      await seller.change(2, { version: 0, change: { kind: 'claim', claimed: true } });
      expect(await gained('mias', until)).toEqual([sidAt(2)]);
      // A note does not move it into the list.
      expect(await gained('esperando', until)).toEqual([]);
      await it.db
        .updateTable('inquiry')
        .set({ due_at: until + 500 })
        .where('sid', '=', sidAt(0))
        .execute();
      expect(await gained('tarde', until)).toEqual([sidAt(0)]);

      await seller.change(0, { version: 0, change: { kind: 'touch', how: 'call' } });
      const checked = await seller.check(`?vista=esperando&sid=${sidAt(0)}&sid=${sidAt(2).toLowerCase()}`);
      expect(checked).toMatchObject({
        rows: [
          { adminMail: OWN, sid: sidAt(2), matches: true, followUp: { status: 'new' }, seen: false },
          { adminMail: OWN, sid: sidAt(0), matches: false, followUp: { status: 'answered' } },
        ],
        readAt: clock.now,
      });
      expect(checked.hours).toEqual({ [OWN]: defaultHours(ZONE) });
    });

    it('count a saved view over agencies of its own, of those that the person may see', async () => {
      await using it = await open(engine, [{}, { agency: FOREIGN }, { agency: FOREIGN }]);
      const count = async (role: 'seller' | 'partner', search: string) => {
        const one = await it.as(role);
        const id = randomUUID();
        const payload = { id, name: search, search, shared: false };
        expect((await one.call('/desk/views', { method: 'POST', payload })).statusCode).toBe(201);
        return (await one.counts(`?agencia=${OWN}&guardadas=${id}`)).saved[id];
      };
      expect(await count('partner', '?marca=ford')).toBe(1);
      expect(await count('partner', `?agencia=${FOREIGN}`)).toBe(2);
      expect(await count('partner', '?agencia=todas')).toBe(3);
      expect(await count('seller', '?agencia=todas')).toBe(1);
    });

    it('count saved views, whose days may be relative', async () => {
      await using it = await open(engine, [
        { make: 'Ford' },
        { make: 'Fiat' },
        { make: 'Fiat', hoursAgo: 24 * 20 },
      ]);
      const seller = await it.as('seller');
      const save = async (search: string) => {
        const id = randomUUID();
        const payload = { id, name: search, search, shared: false };
        expect((await seller.call('/desk/views', { method: 'POST', payload })).statusCode).toBe(201);
        return id;
      };
      const [fiat, recent, waiting] = [
        await save('?marca=fiat'),
        await save('?marca=fiat&desde=-7d'),
        await save('?cola=esperando&desde=nunca'),
      ];
      const query = [fiat, recent, waiting].map((id) => `guardadas=${id}`).join('&');
      expect((await seller.counts(`?${query}`)).saved).toEqual({ [fiat]: 2, [recent]: 1, [waiting]: 3 });
      expect((await seller.counts(`?guardadas=${fiat}`)).saved).toEqual({ [fiat]: 2 });
      expect((await seller.counts()).saved).toEqual({});
    });

    it('count no saved view of somebody else', async () => {
      await using it = await open(engine, [{}]);
      const [seller, partner] = [await it.as('seller'), await it.as('partner')];
      const payload = { id: randomUUID(), name: 'Mía', search: '?marca=ford', shared: false };
      expect((await partner.call('/desk/views', { method: 'POST', payload })).statusCode).toBe(201);
      expect((await seller.counts(`?guardadas=${payload.id}`)).saved).toEqual({});
    });

    it('tell whose inquiries are the same buyer’s, and why', async () => {
      await using it = await open(engine, [
        { phone: '0351 15-555-0111', mail: 'ana@correo.example', hoursAgo: 5 },
        { phone: '+54 9 351 555-0111', agency: FOREIGN, hoursAgo: 4 },
        { mail: 'ANA@correo.example', hoursAgo: 3 },
        { phone: '1111111111', hoursAgo: 2 },
        { phone: '1111111111' },
      ]);
      const partner = await it.as('partner');
      expect((await partner.ofBuyer(0)).inquiries).toMatchObject([
        { adminMail: OWN, sid: sidAt(2), reasons: ['mail'], followUp: null },
        { adminMail: FOREIGN, sid: sidAt(1), reasons: ['phone'] },
      ]);
      expect((await partner.find()).rows.map(({ earlierFromBuyer }) => earlierFromBuyer)).toEqual([
        false,
        false,
        true,
        true,
        false,
      ]);
    });

    it.each([
      '?cursor=x',
      '?cursor=W10',
      '?desde=ayer',
      '?limite=101',
      '?vista=otra',
      '?agencia=nadie',
      '?novedades=hoy',
      '?otro=1',
      '/rows',
      '/rows?sid=x',
    ])('refuse what cannot be asked: %s', async (query) => {
      await using it = await open(engine, []);
      const partner = await it.as('partner');
      expect((await partner.call(`/desk/inquiries${query}`)).statusCode).toBe(400);
    });
  });

  describe('the index', () => {
    it('has an inquiry before its webhook is answered, once, and tells how it came', async () => {
      await using it = await open(engine, [], {
        answer: json({ Callback: 'https://a.example/x', _links: {} }, 201),
      });
      const support = await it.as('support');
      const configured = await support.call(`/v3/appnotificaciones/${TOPIC}`, {
        method: 'POST',
        payload: { Callback: 'https://a.example/x', Secret: SECRET },
      });
      expect(configured.statusCode).toBe(201);
      const body = JSON.stringify({
        Momento: new Date(it.world.clock.now).toISOString(),
        Auto: { Marca: 'Fiat' },
        Interesado: { Nombre: 'Ana' },
        _links: { self: { href: it.world.upstream.origin + pathOf(OWN, 7) } },
      });
      for (let time = 0; time < 2; time++) {
        const headers = signNotification(
          { id: randomUUID(), topic: TOPIC, body, at: it.world.clock.now },
          SECRET,
        );
        const path = new URL(it.world.gateway.receiverUrl).pathname;
        const sent = await it.world.call(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          payload: body,
        });
        expect(sent.statusCode).toBe(204);
      }
      expect(hrefs(await support.find(`?agencia=${OWN}&buscar=fiat`))).toEqual([sidAt(7)]);
      expect(await it.db.selectFrom('inquiry').select(['learned', 'waits']).execute()).toEqual([
        { learned: 'webhook', waits: 1 },
      ]);
    });

    it('keeps nothing of an erased inquiry that a webhook brings again', async () => {
      const phone = '11 4444-3333';
      await using it = await open(engine, [{ name: 'Zoe', phone }], {
        answer: json({ Callback: 'https://a.example/x', _links: {} }, 201),
      });
      const partner = await it.as('partner');
      await partner.call(`/v3/appnotificaciones/${TOPIC}`, {
        method: 'POST',
        payload: { Callback: 'https://a.example/x', Secret: SECRET },
      });
      await partner.call(`/desk/inquiries/${OWN}/${sidAt(0)}/buyer`, { method: 'DELETE' });
      const send = async (index: number) => {
        const at = it.world.clock.now;
        const self = { href: it.world.upstream.origin + pathOf(OWN, index) };
        const body = JSON.stringify({ ...it.inquiries[0]?.inquiry, _links: { self } });
        const headers = signNotification({ id: randomUUID(), topic: TOPIC, body, at }, SECRET);
        const sent = await it.world.call(new URL(it.world.gateway.receiverUrl).pathname, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          payload: body,
        });
        expect(sent.statusCode).toBe(204);
      };
      await send(0);
      // The same buyer wrote this one before the erasure, too.
      await send(7);
      expect((await partner.find()).rows).toEqual([]);
      const deliveries = await it.db.selectFrom('delivery').select(['outcome', 'payload']).execute();
      expect(deliveries).toEqual(Array.from({ length: 2 }, () => ({ outcome: 'received', payload: null })));
      const events = await it.db
        .selectFrom('live_event')
        .select('id')
        .where('kind', '=', 'inquiry')
        .execute();
      expect(events).toEqual([]);
    });

    it('keeps an agency and an inquiry that a person’s read does not find', async () => {
      await using it = await open(engine, [{}]);
      const [partner, seller] = [await it.as('partner'), await it.as('seller')];
      it.world.upstream.answer = json({ _entries: [], _links: {} });
      const list = addressOf(v3.listInquiries, { adminMail: OWN });
      for (const person of [partner, seller]) expect((await person.call(list)).statusCode).toBe(200);
      const lastAgencies = () => it.db.selectFrom('person').select('last_agency').execute();
      it.world.upstream.answer = (_, response) => response.writeHead(404).end();
      expect((await partner.call(list)).statusCode).toBe(404);
      expect((await partner.call(pathOf(OWN, 0))).statusCode).toBe(404);
      expect(hrefs(await partner.find())).toEqual([sidAt(0)]);
      expect(await it.db.selectFrom('indexed_agency').select('agency_key').execute()).toHaveLength(2);
      // It stays the first page of others.
      expect((await lastAgencies()).filter(({ last_agency }) => last_agency === OWN)).toHaveLength(1);
    });

    it('takes up a page that somebody is shown, and tells others of what it lacked', async () => {
      await using it = await open(engine, [{}, {}]);
      const at = it.world.clock.now;
      await it.db.updateTable('indexed_agency').set({ read_whole_at: at }).execute();
      const [known] = it.inquiries;
      const arrived = { ...known?.inquiry, _links: { self: { href: pathOf(OWN, 9) } } };
      it.world.upstream.answer = json({ _entries: [known?.inquiry, arrived, 'otra cosa'], _links: {} });
      const seller = await it.as('seller');
      const list = addressOf(v3.listInquiries, { adminMail: OWN });
      for (let time = 0; time < 2; time++) expect((await seller.call(list)).statusCode).toBe(200);
      expect((await seller.find()).rows).toHaveLength(3);
      const events = await it.db.selectFrom('live_event').select('data').execute();
      expect(events.map(({ data }) => JSON.parse(data) as object)).toEqual([
        { adminMail: OWN, sid: sidAt(9) },
      ]);
    });

    it('takes up an inquiry that is opened as it is now, and hides a disassociated agency', async () => {
      await using it = await open(engine, [{ make: 'Ford' }, { agency: FOREIGN }]);
      const partner = await it.as('partner');
      it.world.upstream.answer = json({ ...it.inquiries[0]?.inquiry, Auto: { Marca: 'Renault' } });
      expect((await partner.call(pathOf(OWN, 0))).statusCode).toBe(200);
      expect(hrefs(await partner.find('?marca=renault'))).toEqual([sidAt(0)]);
      expect((await partner.find(`?agencia=${OWN}&buscar=ford`)).rows).toEqual([]);

      it.world.upstream.answer = (_, response) => response.writeHead(204).end();
      expect((await partner.call(`/v3/agencias/${OWN}/desasociar`, { method: 'PATCH' })).statusCode).toBe(
        204,
      );
      expect(hrefs(await partner.find())).toEqual([sidAt(1)]);
      const shown = it.db.selectFrom('indexed_agency').select('agency_key').where('gone_at', 'is', null);
      expect(await shown.execute()).toEqual([{ agency_key: FOREIGN }]);
    });

    it('is read every minute where somebody looks at it', async () => {
      await using it = await open(engine, [{}]);
      const { now } = it.world.clock;
      const dueAt = async () =>
        (await it.db.selectFrom('indexed_agency').select('due_at').orderBy('agency_key').execute()).map(
          (row) => row.due_at - now,
        );
      await it.db
        .updateTable('indexed_agency')
        .set({ due_at: now + HOUR })
        .execute();
      const partner = await it.as('partner');
      await partner.find(`?agencia=${OWN}`);
      expect(await dueAt()).toEqual([HOUR, 60_000]);
      await partner.counts();
      expect(await dueAt()).toEqual([60_000, 60_000]);
    });

    it('erases what it has of a buyer, for good, and nothing of others', async () => {
      const phone = '11 4444-3333';
      await using it = await open(engine, [
        { name: 'Zoe', phone, mail: 'zoe@x.example' },
        { name: 'Zoe', phone: '+54 9 11 4444 3333', agency: FOREIGN },
        { name: 'Beto', mail: 'beto@x.example' },
        { name: 'Caro' },
      ]);
      const partner = await it.as('partner');
      const note = { kind: 'note', text: 'Zoe vive en Salta', contact: true };
      await partner.change(0, { version: 0, change: note });
      await it.db
        .insertInto('delivery')
        .values(
          [0, 2].map((index) => ({
            id: `D${index}`,
            at: it.world.clock.now,
            topic: TOPIC,
            agency: OWN,
            agency_key: OWN,
            sid: sidAt(index),
            outcome: 'received' as const,
            headers: '{}',
            payload: 'Zoe',
          })),
        )
        .execute();
      const erase = (index: number) =>
        partner.call(`/desk/inquiries/${OWN}/${sidAt(index)}/buyer`, { method: 'DELETE' });
      expect((await erase(9)).statusCode).toBe(404);
      expect((await erase(0)).json()).toEqual({ inquiries: 2 });

      expect(hrefs(await partner.find())).toEqual([sidAt(2), sidAt(3)]);
      expect((await partner.find('?buscar=zoe')).rows).toEqual([]);
      const tables = ['inquiry', 'follow_up_entry', 'delivery'] as const;
      const stored = await Promise.all(tables.map((table) => it.db.selectFrom(table).selectAll().execute()));
      expect(JSON.stringify(stored)).not.toMatch(/zoe@|444433|Salta/i);
      const payloads = await it.db.selectFrom('delivery').select(['id', 'payload']).orderBy('id').execute();
      expect(payloads).toEqual([
        { id: 'D0', payload: null },
        { id: 'D2', payload: 'Zoe' },
      ]);
      const timeline = await partner.call(`/desk/follow-up/${OWN}/${sidAt(0)}`);
      expect(timeline.json()).toMatchObject({ timeline: [{ change: { kind: 'note', text: '—' } }] });

      // What is written afterwards is not stored, nor is what opening it at the service shows.
      expect(timeline.json()).toMatchObject({ erasedAt: it.world.clock.now });
      it.world.upstream.answer = json(it.inquiries[0]?.inquiry);
      for (const [change, status] of [
        [{ kind: 'note', text: 'Zoe vive en Salta', contact: false }, 409],
        [{ kind: 'hand-over', to: 'p1', note: 'Llamar a Zoe' }, 409],
        [{ kind: 'status', status: 'lost' }, 200],
      ] as const) {
        await partner.change(0, { version: 1, change }, status);
      }
      const seen = `/desk/follow-up/${OWN}/${sidAt(0)}/seen`;
      await partner.call(seen, { method: 'PUT' });
      const rewritten = await Promise.all(
        tables.map((table) => it.db.selectFrom(table).selectAll().execute()),
      );
      expect(JSON.stringify(rewritten)).not.toMatch(/zoe@|Llamar|444433|Salta/i);

      // Neither opening it nor a sweep restores its data.
      it.world.upstream.answer = json(it.inquiries[0]?.inquiry);
      expect((await partner.call(pathOf(OWN, 0))).statusCode).toBe(200);
      expect((await partner.find('?buscar=zoe')).rows).toEqual([]);
      expect((await erase(0)).json()).toEqual({ inquiries: 0 });

      // Without phone, mail or document only this inquiry is erased.
      expect((await erase(3)).json()).toEqual({ inquiries: 1 });
      expect(hrefs(await partner.find())).toEqual([sidAt(2)]);
    });

    it('says how old an answer is, and whether it is whole', async () => {
      await using it = await open(engine, [{}]);
      const partner = await it.as('partner');
      expect(await partner.find()).toMatchObject({ asOf: null, complete: false });
      const at = it.world.clock.now;
      await it.db.updateTable('indexed_agency').set({ swept_at: at, read_whole_at: at }).execute();
      await it.db
        .updateTable('indexed_agency')
        .set({ swept_at: at - 1000 })
        .where('agency_key', '=', FOREIGN)
        .execute();
      expect(await partner.find()).toMatchObject({ asOf: at - 1000, complete: true, failure: null });
      expect(await partner.find(`?agencia=${OWN}`)).toMatchObject({ asOf: at, complete: true });
      await scheduleSweep(it.db, OWN, at + HOUR);
      const state = (await partner.call('/desk/inquiries/state')).json<IndexState>();
      expect(state.agencies).toMatchObject([
        { adminMail: FOREIGN, name: null, inquiries: 0 },
        { adminMail: OWN, name: 'Ruta 9', inquiries: 1, sweptAt: at },
      ]);
    });

    it.each([
      ['/problems/upstream-unreachable', 'upstream-unreachable'],
      ['status 500', 'upstream-failed'],
      // The service replies.
      ['too-many-requests', null],
    ])('says that the service does not answer: %s', async (failure, code) => {
      await using it = await open(engine, [{}]);
      await it.db
        .updateTable('indexed_agency')
        .set({ failing_since: 1, failure })
        .where('agency_key', '=', FOREIGN)
        .execute();
      const partner = await it.as('partner');
      for (const ask of [partner.find, partner.counts, partner.facets])
        expect(await ask()).toMatchObject({ failure: code });
      expect(await partner.find(`?agencia=${OWN}`)).toMatchObject({ failure: null });
      expect(await (await it.as('seller')).find()).toMatchObject({ failure: null });
    });

    it('reads an agency at once where a person is the first to see that the service fails, or answers again', async () => {
      await using it = await open(engine, [{}]);
      const { world, db } = it;
      const partner = await it.as('partner');
      const later = world.clock.now + HOUR;
      const set = (values: { failure?: string | null }) =>
        db
          .updateTable('indexed_agency')
          .set({ due_at: later, ...values })
          .execute();
      const due = async () => {
        const rows = await db.selectFrom('indexed_agency').select(['agency_key', 'due_at']).execute();
        return rows.flatMap(({ agency_key, due_at }) => (due_at < later ? [agency_key] : []));
      };
      for (const path of [`/v3/consultas/${OWN}`, pathOf(OWN, 0)]) {
        await set({ failure: null });
        world.upstream.answer = (_, response) => response.destroy();
        expect((await partner.call(path)).statusCode).toBe(503);
        expect(await due()).toEqual([OWN]);

        await set({ failure: '/problems/upstream-unreachable' });
        await partner.call(path);
        expect(await due()).toEqual([]);
        world.upstream.answer = json(
          path.endsWith(OWN) ? { _links: {}, _entries: [] } : it.inquiries[0]?.inquiry,
        );
        expect((await partner.call(path)).statusCode).toBe(200);
        expect(await due()).toEqual([OWN]);

        await set({ failure: null });
        await partner.call(path);
        expect(await due()).toEqual([]);
      }
    });
  });
});
