import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  type ChangeFollowUp,
  Colleagues,
  FollowUpDetail,
  FollowUps,
  TIMELINE_PAGE,
  type TimelineEntry,
} from '#contract/desk/follow-up.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { addressOf } from '#contract/endpoint.ts';
import { defaultHours } from '#contract/hours.ts';
import { v3 } from '#contract/v3.ts';
import { type Engine, openDatabase } from '#database/database.ts';
import { onEachEngine } from '#testing/engines.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { createPeople } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import {
  CONSOLE,
  FOREIGN,
  OWN,
  SID,
  type World,
  cookieOf,
  json,
  openWorld,
  signIn,
} from '#testing/gateway-world.ts';

type Method = 'GET' | 'POST' | 'PUT';
type Change = ChangeFollowUp['change'];

const PASSWORD = 'una clave bien larga';
const MOMENTO = '2026-03-05T10:00:00-03:00';
const OTHER_SID = '01JCYYYYYYYYYYYYYYYYYYYYYY';
const ONE = `/desk/follow-up/${OWN}/${SID}`;
const INQUIRY = addressOf(v3.viewInquiry, { adminMail: OWN, sid: SID });
const NOTE = { kind: 'note', text: 'Llama el lunes', contact: false } satisfies Change;
const INVALID = '/problems/invalid-request';
const CLAIM: Change = { kind: 'claim', claimed: true };

function inquiry(OperadorResponsable: unknown = null, Momento: unknown = MOMENTO) {
  const _links = { self: { href: INQUIRY } };
  return json({ Momento, OperadorResponsable, Auto: {}, Interesado: { Nombre: 'Ana' }, _links });
}

/** The demo's people and three sellers: Zoe, of the agency; Bruno, of another; Ida, disabled. */
async function open(engine: Engine) {
  const world = await openWorld({ engine, answer: inquiry() });
  const seller = { role: 'seller' as const, agencies: [OWN], password: PASSWORD };
  await inDatabase(world, async ({ db }) => {
    await createPeople(
      db,
      [
        { ...seller, name: 'Zoe', mail: 'zoe@ruta9.example' },
        { ...seller, name: 'Bruno', mail: 'bruno@otra.example', agencies: [FOREIGN] },
        { ...seller, name: 'Ida', mail: 'ida@ruta9.example' },
      ],
      1,
    );
    await db.updateTable('person').set({ disabled_at: 2 }).where('name', '=', 'Ida').execute();
  });
  const people = await inDatabase(world, ({ db }) =>
    db.selectFrom('person').select(['id', 'name']).execute(),
  );
  const idOf = (name: string) => people.find((person) => person.name === name)?.id ?? '';
  const as = (cookie: string) => {
    const ask = (method: Method, url: string, payload?: object) =>
      world.call(url, { method, headers: { ...CONSOLE, cookie }, ...(payload && { payload }) });
    const view = async () => FollowUpDetail.parse((await ask('GET', ONE)).json());
    return {
      ask,
      view,
      change: async (
        change: Change,
        { version, id = randomUUID() }: { version?: number; id?: string } = {},
      ) =>
        ask('POST', `${ONE}/changes`, {
          id,
          version: version ?? (await view()).followUp.version,
          change,
        }),
    };
  };
  const signedIn = async (role: Role) => as(await world.signIn(role));
  const zoe = async () =>
    as(cookieOf(await signIn(world.call, { mail: 'zoe@ruta9.example', password: PASSWORD })));
  return { world, idOf, signedIn, zoe, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

async function inDatabase<Result>(
  world: World,
  use: (database: Awaited<ReturnType<typeof openDatabase<GatewayTables>>>) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase<GatewayTables>(world.config.database);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** Puts an inquiry of the agency into the index, or changes its operator. */
function indexInquiry(
  world: World,
  sid: string,
  { operator = null, momento = MOMENTO }: { operator?: string | null; momento?: string } = {},
): Promise<unknown> {
  const entry = {
    Momento: momento,
    OperadorResponsable: operator,
    Auto: {},
    Interesado: { Nombre: 'Ana' },
    _links: { self: { href: addressOf(v3.viewInquiry, { adminMail: OWN, sid }) } },
  };
  return inDatabase(world, ({ db }) =>
    upsertInquiries(db, [entry], {
      agency: OWN,
      learned: 'webhook',
      hours: defaultHours('America/Argentina/Buenos_Aires'),
      now: world.clock.now,
    }),
  );
}

function limit(world: World, name: string): Promise<unknown> {
  return inDatabase(world, ({ db }) =>
    db
      .updateTable('person_agency')
      .set({ own_inquiries_only: 1 })
      .where('person_id', '=', (eb) => eb.selectFrom('person').select('id').where('name', '=', name))
      .execute(),
  );
}

onEachEngine((engine) => {
  describe('changes', () => {
    it('200: are kept with who, when and from where, and seen by colleagues', async () => {
      await using desk = await open(engine);
      const valeria = await desk.signedIn('seller');
      const answer = await valeria.change(NOTE);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, no-store']);
      const { followUp, timeline } = FollowUpDetail.parse(answer.json());
      expect(followUp).toMatchObject({ sid: SID, status: 'new', notes: 1, version: 0 });
      expect(timeline).toEqual<TimelineEntry[]>([
        {
          id: expect.any(String) as string,
          at: desk.world.clock.now,
          by: { id: desk.idOf('Valeria Sosa'), name: 'Valeria Sosa' },
          address: '127.0.0.1',
          change: NOTE,
          to: null,
          undone: false,
        },
      ]);
      const zoe = await desk.zoe();
      expect((await zoe.view()).timeline).toEqual(timeline);
      expect((await (await desk.signedIn('support')).view()).timeline).toEqual(timeline);
    });

    it('are proved by asking the service for the inquiry first', async () => {
      await using desk = await open(engine);
      const partner = await desk.signedIn('partner');
      const { world } = desk;
      world.upstream.answer = (_, response) => response.writeHead(404).end();
      const answer = await partner.change(NOTE);
      expect([answer.statusCode, answer.json().Type]).toEqual([404, '/problems/not-found']);
      expect((await partner.ask('PUT', `${ONE}/seen`)).statusCode).toBe(404);
      expect(world.upstreamRequests.map(({ url }) => url)).toEqual(
        Array(2).fill(`/v3/consultas/${OWN}/${SID}`),
      );
      world.upstream.answer = inquiry();
      expect((await partner.view()).timeline).toEqual([]);
    });

    it('404 and 5xx: where the service does not show it', async () => {
      await using desk = await open(engine);
      const seller = await desk.signedIn('seller');
      const problem = 'application/problem+json';
      for (const [status, ...said] of [
        [404, { Type: 'x' }, 400, problem],
        [404, { Type: 'x' }, 403, problem],
        [503, { Type: 'x' }, 429, problem],
        [503, {}, 500],
        [502, { Momento: null }],
        [502, { Momento: 'ayer' }],
      ] as [number, ...Parameters<typeof json>][]) {
        desk.world.upstream.answer = json(...said);
        expect([said, (await seller.change(NOTE)).statusCode]).toEqual([said, status]);
      }
      expect((await seller.view()).timeline).toEqual([]);
    });

    it('200 while the service is away, where the index has the inquiry', async () => {
      await using desk = await open(engine);
      const seller = await desk.signedIn('seller');
      const { upstream } = desk.world;
      const away = () => (upstream.answer = (_, response) => response.destroy());
      away();
      expect((await seller.change(NOTE)).statusCode).toBe(503);
      expect((await seller.ask('PUT', `${ONE}/seen`)).statusCode).toBe(503);

      upstream.answer = inquiry();
      // Opening the inquiry indexes it.
      expect((await (await desk.signedIn('partner')).ask('GET', INQUIRY)).statusCode).toBe(200);
      away();
      expect((await seller.change(NOTE)).statusCode).toBe(200);
      expect((await seller.ask('PUT', `${ONE}/seen`)).statusCode).toBe(204);
      expect((await (await desk.signedIn('partner')).change(CLAIM)).statusCode).toBe(200);
      expect((await seller.view()).followUp).toMatchObject({ notes: 1, version: 1 });
    });

    it('200 at once while the service says nothing, where the index has the inquiry', async () => {
      await using desk = await open(engine);
      await limit(desk.world, 'Zoe');
      await indexInquiry(desk.world, SID, { operator: 'zoe@ruta9.example' });
      // A service that never replies.
      desk.world.upstream.answer = () => {};
      for (const person of [await desk.signedIn('seller'), await desk.zoe()]) {
        expect((await person.change(NOTE)).statusCode).toBe(200);
        expect((await person.change({ kind: 'touch', how: 'call' })).statusCode).toBe(200);
        expect((await person.ask('PUT', `${ONE}/seen`)).statusCode).toBe(204);
        expect((await person.ask('PUT', `${ONE}/looking`)).statusCode).toBe(200);
        expect((await person.ask('GET', `/desk/follow-up/${OWN}`)).statusCode).toBe(200);
      }
      expect(desk.world.upstreamRequests).toEqual([]);
    });

    it('is refused while the service is away to who is shown their own only, unless it is theirs', async () => {
      await using desk = await open(engine);
      await limit(desk.world, 'Zoe');
      const [partner, zoe] = [await desk.signedIn('partner'), await desk.zoe()];
      const { upstream } = desk.world;
      const responsible = async (mail: string | null) => {
        upstream.answer = inquiry(mail);
        expect((await partner.ask('GET', INQUIRY)).statusCode).toBe(200);
        upstream.answer = (_, response) => response.destroy();
      };
      for (const [mail, change, seen] of [
        [null, 503, 503],
        ['zoe@ruta9.example', 200, 204],
        ['vendedora@vitrina.example', 503, 503],
      ] as const) {
        await responsible(mail);
        expect((await zoe.change(NOTE, { version: 0 })).statusCode).toBe(change);
        expect((await zoe.ask('PUT', `${ONE}/seen`)).statusCode).toBe(seen);
      }
    });

    it('400: a body that is none', async () => {
      await using desk = await open(engine);
      const seller = await desk.signedIn('seller');
      for (const wrong of [
        { id: '1' },
        { version: undefined },
        { version: 0.5 },
        { by: 'Zoe' },
        { change: { kind: 'delete' } },
        { change: { ...NOTE, text: ' \n' } },
        { change: { ...NOTE, text: 'x'.repeat(4001) } },
        { change: { kind: 'status', status: 'sold' } },
        { change: { kind: 'status', status: 'lost', lostReason: 'x' } },
        { change: { kind: 'snooze', until: '2026-03-06' } },
        { change: { kind: 'snooze', until: -1 } },
        { change: { kind: 'snooze', until: Date.parse('2100-01-01T00:00:00.001Z') } },
        { change: { kind: 'snooze', until: Number.MAX_SAFE_INTEGER } },
        { change: { kind: 'touch', how: 'fax' } },
      ]) {
        const body = { id: randomUUID(), version: 0, change: NOTE, ...wrong };
        const answer = await seller.ask('POST', `${ONE}/changes`, body);
        expect([wrong, answer.statusCode, answer.json().Type]).toEqual([wrong, 400, INVALID]);
      }
      expect(desk.world.upstreamRequests).toHaveLength(0);
    });

    it('404: an address that can be no inquiry', async () => {
      await using desk = await open(engine);
      const partner = await desk.signedIn('partner');
      for (const sid of ['x', `..%2f${SID}`, `${SID}%3fx`, `${SID}%00`]) {
        const answer = await partner.ask('PUT', `/desk/follow-up/${OWN}/${sid}/seen`);
        expect([sid, answer.statusCode]).toEqual([sid, 404]);
      }
      expect(desk.world.upstreamRequests).toHaveLength(0);
    });

    it('403: a foreign agency, without asking the service; and support, who reads', async () => {
      await using desk = await open(engine);
      const seller = await desk.signedIn('seller');
      const foreign = ONE.replace(OWN, FOREIGN);
      const body = { id: randomUUID(), version: 0, change: NOTE };
      for (const [method, url, payload] of [
        ['POST', `${foreign}/changes`, body],
        ['PUT', `${foreign}/seen`, undefined],
        ['GET', foreign, undefined],
        ['GET', `/desk/follow-up/${FOREIGN}`, undefined],
        ['GET', `/desk/agencies/${FOREIGN}/colleagues`, undefined],
      ] as const)
        expect((await seller.ask(method, url, payload)).json().Type).toBe('/problems/foreign-agency');
      const support = await desk.signedIn('support');
      expect((await support.change(NOTE, { version: 0 })).json().Type).toBe('/problems/forbidden');
      expect(desk.world.upstreamRequests).toHaveLength(0);
      expect((await support.ask('PUT', `${ONE}/seen`)).statusCode).toBe(204);
    });

    it('409: on what somebody else changed meanwhile; of two at once one wins', async () => {
      await using desk = await open(engine);
      const [valeria, zoe] = [await desk.signedIn('seller'), await desk.zoe()];
      const answers = await Promise.all([valeria, zoe].map(({ change }) => change(CLAIM, { version: 0 })));
      expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
      const late = await zoe.change({ kind: 'status', status: 'lost' }, { version: 0 });
      expect([late.statusCode, late.json().Type]).toEqual([409, '/problems/changed-meanwhile']);
      expect((await zoe.view()).followUp).toMatchObject({ status: 'new', version: 1 });
    });

    it('the same one again, also at the same time, changes nothing and answers the same', async () => {
      await using desk = await open(engine);
      const seller = await desk.signedIn('seller');
      const id = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => seller.change(CLAIM, { id, version: 0 })),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
      for (const answer of answers) expect(answer.json()).toEqual(answers[0]?.json());
      expect(answers[0]?.json()).toMatchObject({ followUp: { version: 1 }, timeline: [{ id }] });
    });

    it('are taken back by the id they were made with', async () => {
      await using desk = await open(engine);
      const seller = await desk.signedIn('seller');
      const id = randomUUID();
      await seller.change({ kind: 'status', status: 'won' }, { id });
      const undone = await seller.change({ kind: 'undo', entry: id });
      expect(undone.json()).toMatchObject({
        followUp: { status: 'new', firstContact: null, version: 2 },
        timeline: [{ change: { kind: 'undo', entry: id } }, { id, undone: true }],
      });
      expect((await seller.change({ kind: 'undo', entry: id })).statusCode).toBe(409);
      expect((await seller.change({ kind: 'undo', entry: randomUUID() })).statusCode).toBe(404);
    });

    it('are in the audit, with the inquiry and nothing of what was written', async () => {
      await using desk = await open(engine);
      await (await desk.signedIn('seller')).change(NOTE);
      const audit = (await (await desk.signedIn('partner')).ask('GET', '/desk/audit')).json();
      expect(audit.entries).toContainEqual(
        expect.objectContaining({
          action: 'changeFollowUp',
          agency: OWN,
          target: SID,
          outcome: 'done',
          person: expect.objectContaining({ mail: desk.world.mail('seller') }) as object,
        }),
      );
      expect(JSON.stringify(audit)).not.toContain(NOTE.text);
    });
  });

  describe('a long timeline', () => {
    const text = 'x'.repeat(4000);

    it('is read in pages, and a change answers with the newest one', async () => {
      await using desk = await open(engine);
      const valeria = await desk.signedIn('seller');
      const ids = Array.from({ length: 70 }, () => randomUUID());
      let answer;
      for (const id of ids) answer = await valeria.change({ ...NOTE, text }, { version: 0, id });
      expect(answer?.body.length).toBeLessThan(TIMELINE_PAGE * 4500);
      const newest = await valeria.view();
      expect(answer?.json()).toEqual(newest);
      const pages = [newest];
      for (let page = newest; page.timeline.length === TIMELINE_PAGE;) {
        const before = page.timeline.at(-1)?.id;
        page = FollowUpDetail.parse((await valeria.ask('GET', `${ONE}?before=${before}`)).json());
        pages.push(page);
      }
      expect(pages.map(({ timeline }) => timeline.length)).toEqual([30, 30, 10]);
      expect(pages.flatMap(({ timeline }) => timeline.map(({ id }) => id))).toEqual(ids.toReversed());
      for (const { entries, followUp } of pages) expect([entries, followUp.notes]).toEqual([70, 70]);
    });

    it('404: before an entry of another inquiry; 400: before what is no entry', async () => {
      await using desk = await open(engine);
      const valeria = await desk.signedIn('seller');
      await valeria.change(NOTE);
      for (const [before, status] of [
        [randomUUID(), 404],
        ['x', 400],
        ['', 400],
      ] as const)
        expect((await valeria.ask('GET', `${ONE}?before=${before}`)).statusCode).toBe(status);
    });

    it('409: has so many notes and no more, while other changes go on and a repeat is answered', async () => {
      await using desk = await open(engine);
      const valeria = await desk.signedIn('seller');
      const id = randomUUID();
      await valeria.change(NOTE, { version: 0, id });
      for (let count = 1; count < 200; count += 1)
        expect((await valeria.change(NOTE, { version: 0 })).statusCode).toBe(200);
      const refused = await valeria.change(NOTE, { version: 0 });
      expect([refused.statusCode, refused.json().Type]).toEqual([409, '/problems/timeline-full']);
      expect((await valeria.change(NOTE, { version: 0, id })).statusCode).toBe(200);
      expect((await valeria.change(CLAIM, { version: 0 })).statusCode).toBe(200);
      expect(await valeria.view()).toMatchObject({ entries: 201, followUp: { notes: 200, version: 1 } });
      // Fills the timeline up to its limit.
      await inDatabase(desk.world, ({ db }) =>
        db.updateTable('follow_up_entry').set({ number: 1000 }).where('number', '=', 201).execute(),
      );
      const full = await valeria.change({ kind: 'touch', how: 'call' }, { version: 1 });
      expect([full.statusCode, full.json().Type]).toEqual([409, '/problems/timeline-full']);
    });
  });

  describe('handing over', () => {
    it('is to whoever may see the inquiry and work on it', async () => {
      await using desk = await open(engine);
      const valeria = await desk.signedIn('seller');
      for (const name of ['Zoe', 'Paula Ferreyra', 'Valeria Sosa']) {
        const answer = await valeria.change({ kind: 'hand-over', to: desk.idOf(name), note: 'Lo conocés' });
        const { followUp, timeline } = FollowUpDetail.parse(answer.json());
        expect([followUp.claimedBy?.name, timeline[0]?.to?.name]).toEqual([name, name]);
      }
    });

    it('400: never to anybody else', async () => {
      await using desk = await open(engine);
      const valeria = await desk.signedIn('seller');
      for (const name of ['Bruno', 'Ida', 'Simón Aguirre', 'nobody']) {
        const answer = await valeria.change({ kind: 'hand-over', to: desk.idOf(name) });
        expect([name, answer.json().Errors]).toEqual([name, { 'change.to': ['invalid'] }]);
      }
      expect(await valeria.view()).toMatchObject({ followUp: { claimedBy: null, version: 0 }, timeline: [] });
    });

    it('is not to somebody who has not accepted yet', async () => {
      await using desk = await open(engine);
      await inDatabase(desk.world, ({ db }) =>
        db.updateTable('person').set({ accepted_at: null }).where('name', '=', 'Zoe').execute(),
      );
      const valeria = await desk.signedIn('seller');
      expect((await valeria.change({ kind: 'hand-over', to: desk.idOf('Zoe') })).statusCode).toBe(400);
    });

    it('is to a limited seller where it is theirs', async () => {
      await using desk = await open(engine);
      await limit(desk.world, 'Zoe');
      const valeria = await desk.signedIn('seller');
      const toZoe: Change = { kind: 'hand-over', to: desk.idOf('Zoe') };
      expect((await valeria.change(toZoe)).statusCode).toBe(400);
      desk.world.upstream.answer = inquiry(' ZOE@ruta9.example');
      expect((await valeria.change(toZoe)).statusCode).toBe(200);
    });

    it('offers those colleagues, by name', async () => {
      await using desk = await open(engine);
      await limit(desk.world, 'Zoe');
      const valeria = await desk.signedIn('seller');
      const names = async (search = '') => {
        const answer = await valeria.ask('GET', `/desk/agencies/${OWN.toUpperCase()}/colleagues${search}`);
        return Colleagues.parse(answer.json()).colleagues.map(({ name }) => name);
      };
      expect(await names()).toEqual(['Paula Ferreyra', 'Valeria Sosa']);
      expect(await names('?operador=Zoe@ruta9.example')).toEqual(['Paula Ferreyra', 'Valeria Sosa', 'Zoe']);
      expect(await names('?operador=bruno@otra.example')).not.toContain('Bruno');
      expect((await valeria.ask('GET', `/desk/agencies/${OWN}/colleagues?x=1`)).statusCode).toBe(400);
    });

    it('offers the first of 10,000 colleagues, and finds the others by name', async () => {
      await using desk = await open(engine);
      await inDatabase(desk.world, ({ db }) => addSellers(db, 10_000));
      const valeria = await desk.signedIn('seller');
      const find = async (search: string) => {
        const answer = await valeria.ask('GET', `/desk/agencies/${OWN}/colleagues${search}`);
        expect(answer.payload.length).toBeLessThan(8000);
        const { colleagues, more } = Colleagues.parse(answer.json());
        return { names: colleagues.map(({ name }) => name), more };
      };
      const first = await find('');
      expect([first.names.length, first.names[0], first.more]).toEqual([50, 'Ágata 00000', true]);
      expect(await find('?q=%20AGATA%20099')).toMatchObject({ names: { length: 50 }, more: true });
      expect(await find('?q=agata%2009999')).toEqual({ names: ['Ágata 09999'], more: false });
      expect(await find('?q=%25')).toEqual({ names: [], more: false });
      expect(
        (await valeria.ask('GET', `/desk/agencies/${OWN}/colleagues?q=${'a'.repeat(101)}`)).statusCode,
      ).toBe(400);
    });
  });

  describe('a seller who is shown their own inquiries only', () => {
    it('404 without a body: writes and reads nothing of another’s', async () => {
      await using desk = await open(engine);
      await limit(desk.world, 'Zoe');
      const zoe = await desk.zoe();
      for (const answerOf of [
        inquiry(),
        inquiry('otra@ruta9.example'),
        json({}, 403, 'application/problem+json'),
      ]) {
        desk.world.upstream.answer = answerOf;
        const answers = [
          await zoe.change(NOTE, { version: 0 }),
          await zoe.ask('PUT', `${ONE}/seen`),
          await zoe.ask('GET', ONE),
        ];
        for (const { statusCode, body } of answers) expect([statusCode, body]).toEqual([404, '']);
      }
      expect((await (await desk.signedIn('seller')).view()).timeline).toEqual([]);
    });

    it('200: works on their own, asking for each once', async () => {
      await using desk = await open(engine);
      await limit(desk.world, 'Zoe');
      const zoe = await desk.zoe();
      desk.world.upstream.answer = inquiry('zoe@ruta9.example');
      expect((await zoe.change(CLAIM, { version: 0 })).statusCode).toBe(200);
      expect(desk.world.upstreamRequests).toHaveLength(1);
      expect((await zoe.ask('PUT', `${ONE}/seen`)).statusCode).toBe(204);
      expect(desk.world.upstreamRequests).toHaveLength(2);
    });

    it('is told of their own in a list', async () => {
      await using desk = await open(engine);
      await limit(desk.world, 'Zoe');
      const valeria = await desk.signedIn('seller');
      await valeria.change(CLAIM);
      await indexInquiry(desk.world, SID);
      await indexInquiry(desk.world, OTHER_SID, { operator: 'Zoe@ruta9.example' });
      const other = `/desk/follow-up/${OWN}/${OTHER_SID}/changes`;
      await valeria.ask('POST', other, { id: randomUUID(), version: 0, change: CLAIM });
      const list = FollowUps.parse((await (await desk.zoe()).ask('GET', `/desk/follow-up/${OWN}`)).json());
      expect(list.followUps.map(({ sid }) => sid)).toEqual([OTHER_SID]);
    });
  });

  describe('the list', () => {
    it('200: is of a window, with what the person has opened', async () => {
      await using desk = await open(engine);
      const [valeria, zoe] = [await desk.signedIn('seller'), await desk.zoe()];
      await valeria.change({ kind: 'status', status: 'contacted' });
      for (const _ of [1, 2]) {
        const seen = await valeria.ask('PUT', `${ONE}/seen`);
        expect([seen.statusCode, seen.body]).toEqual([204, '']);
      }
      const list = async ({ ask }: typeof zoe, search = '') => {
        const { followUps, seen } = FollowUps.parse(
          (await ask('GET', `/desk/follow-up/${OWN}${search}`)).json(),
        );
        return [followUps.map(({ sid, status }) => [sid, status]), seen];
      };
      expect(await list(valeria)).toEqual([[[SID, 'contacted']], [SID]]);
      expect(await list(zoe)).toEqual([[[SID, 'contacted']], []]);
      expect(await list(valeria, '?desde=2026-03-05&hasta=2026-03-05')).toEqual([
        [[SID, 'contacted']],
        [SID],
      ]);
      expect(await list(valeria, '?hasta=2026-03-04')).toEqual([[], []]);
    });

    it('200: is of what rests or is back, whatever its age', async () => {
      await using desk = await open(engine);
      const [valeria, zoe] = [await desk.signedIn('seller'), await desk.zoe()];
      const now = desk.world.clock.now;
      const rest = (sid: string, until: number | null, version: number) =>
        valeria.ask('POST', `/desk/follow-up/${OWN}/${sid}/changes`, {
          id: randomUUID(),
          version,
          change: { kind: 'snooze', until },
        });
      const list = async ({ ask }: typeof zoe) => {
        const answer = await ask('GET', `/desk/follow-up/${OWN}?snoozed=1`);
        const { followUps, seen } = FollowUps.parse(answer.json());
        return [followUps.map(({ sid }) => sid), seen];
      };
      await indexInquiry(desk.world, SID);
      await indexInquiry(desk.world, OTHER_SID, {
        operator: 'zoe@ruta9.example',
        momento: '2024-01-02T10:00:00-03:00',
      });
      await rest(SID, now + 2000, 0);
      await rest(OTHER_SID, now + 1000, 0);
      await zoe.ask('PUT', `/desk/follow-up/${OWN}/${OTHER_SID}/seen`);
      expect(await list(valeria)).toEqual([[OTHER_SID, SID], []]);
      expect(await list(zoe)).toEqual([[OTHER_SID, SID], [OTHER_SID]]);
      await limit(desk.world, 'Zoe');
      expect(await list(zoe)).toEqual([[OTHER_SID], [OTHER_SID]]);
      // Expired snoozes stay listed before pending ones until somebody changes the inquiry.
      desk.world.clock.now = now + 1000;
      expect(await list(valeria)).toEqual([[OTHER_SID, SID], []]);
      desk.world.clock.now = now + 3000;
      expect(await list(valeria)).toEqual([[OTHER_SID, SID], []]);
      const change = { kind: 'note', text: 'No atiende', contact: false };
      await valeria.ask('POST', `/desk/follow-up/${OWN}/${OTHER_SID}/changes`, {
        id: randomUUID(),
        version: 1,
        change,
      });
      expect(await list(valeria)).toEqual([[SID], []]);
      await rest(SID, null, 1);
      expect(await list(valeria)).toEqual([[], []]);
    });

    it('400: what is no window', async () => {
      await using desk = await open(engine);
      const seller = await desk.signedIn('seller');
      for (const [search, field = ''] of [
        ['?desde=2025-01-01', 'desde'],
        ['?desde=2026-03-04&hasta=2026-03-03', 'desde'],
        ['?hasta=2026-03-06', 'hasta'],
        ['?desde=ayer', 'desde'],
        ['?pagina=2', '_'],
        ['?snoozed=2', 'snoozed'],
      ]) {
        const answer = await seller.ask('GET', `/desk/follow-up/${OWN}${search}`);
        expect([answer.statusCode, answer.json().Errors]).toEqual([400, { [field]: ['invalid'] }]);
      }
    });
  });
});

/** Adds sellers of the agency as a gateway of an earlier version would: the last one without a `name_key`. */
async function addSellers(db: Kysely<GatewayTables>, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, at) => String(at).padStart(5, '0'));
  for (let at = 0; at < count; at += 1000) {
    const part = ids.slice(at, at + 1000);
    await db
      .insertInto('person')
      .values(
        part.map((id) => ({
          id,
          mail: `${id}@x.example`,
          name: `Ágata ${id}`,
          name_key: id === ids.at(-1) ? '' : `agata ${id}`,
          role: 'seller' as const,
          password_hash: '',
          last_agency: null,
          created_at: 0,
          disabled_at: null,
          accepted_at: 0,
          second_factor_secret: null,
          second_factor_next: null,
          second_factor_step: null,
        })),
      )
      .execute();
    await db
      .insertInto('person_agency')
      .values(part.map((id) => ({ person_id: id, admin_mail: OWN, own_inquiries_only: 0 as const })))
      .execute();
  }
}
