import { describe, expect, it, vi } from 'vitest';
import { onEachEngine } from '#testing/engines.ts';
import { createPeople } from '#gateway/people/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { stampAt } from '#testing/clocks.ts';
import { FOREIGN, OWN, json, openWorld, signIn } from '#testing/gateway-world.ts';

const PACKAGE = { Paquete: 'Oro', Productos: [], Promocion: 'nueva' };
const LIST = { Total: 41, _entries: [{ Momento: '2026-03-05T11:00:00-03:00', Auto: {}, Interesado: {} }] };

const summaryOf = (mail: string) => `/desk/agencies/${mail}/summary`;

/** Replies to lists and packages; 404 for agencies in `refuse`. */
async function open(refuse: (url: string) => boolean = () => false) {
  const world = await openWorld();
  world.upstream.answer = (request, response) => {
    const url = request.url ?? '';
    if (refuse(url)) response.writeHead(404).end();
    else json(url.includes('/productos') ? PACKAGE : LIST)(request, response);
  };
  return world;
}

describe('the summary of an agency', () => {
  it('is its newest inquiry, how many there are, and its package with what nobody knows of it', async () => {
    await using world = await open();
    const cookie = await world.signIn('partner');
    const answer = await world.call(summaryOf('Ventas@Ruta9.example'), { headers: { cookie } });
    expect(answer.json()).toEqual({
      lastInquiry: '2026-03-05T11:00:00-03:00',
      total: 41,
      package: PACKAGE,
      askedAt: world.clock.now,
    });
    expect(new Set(world.upstreamRequests.map(({ url }) => url))).toEqual(
      new Set([`/v3/agencias/${OWN}/productos`, `/v3/consultas/${OWN}`]),
    );
    expect(world.upstreamRequests).toHaveLength(2);
  });

  it('is kept for five minutes, for all who ask, whatever the case of the mail', async () => {
    await using world = await open();
    const [partner, seller] = [await world.signIn('partner'), await world.signIn('seller')];
    const ask = (cookie: string, mail = OWN) => world.call(summaryOf(mail), { headers: { cookie } });
    await Promise.all([ask(partner), ask(partner), ask(seller), ask(seller, OWN.toUpperCase())]);
    world.clock.now += 5 * 60_000 - 1;
    const { askedAt } = (await ask(partner)).json();
    expect(askedAt).toBe(world.clock.now - 5 * 60_000 + 1);
    expect(world.upstreamRequests).toHaveLength(2);
    world.clock.now += 1;
    await ask(partner);
    expect(world.upstreamRequests).toHaveLength(4);
  });

  it('has nothing where the service says nothing, and only that', async () => {
    await using world = await open((url) => url.includes('/productos'));
    const cookie = await world.signIn('support');
    expect((await world.call(summaryOf(OWN), { headers: { cookie } })).json()).toMatchObject({
      total: 41,
      package: null,
    });
  });

  it('is asked again after a failure', async () => {
    await using world = await open();
    const answerList = (answer: typeof world.upstream.answer) => {
      world.upstream.answer = (request, response) =>
        (request.url?.includes('/productos') ? json(PACKAGE) : answer)(request, response);
    };
    const cookie = await world.signIn('support');
    const fetchStatus = async () => (await world.call(summaryOf(OWN), { headers: { cookie } })).statusCode;
    answerList((_, response) => response.destroy());
    expect(await fetchStatus()).toBe(503);
    answerList(json({ _entries: 'none' }));
    expect(await fetchStatus()).toBe(502);
    // The broken list was cached like any other reply.
    answerList(json(LIST));
    world.clock.now += 5 * 60_000;
    expect(await fetchStatus()).toBe(200);
  });

  it('is asked of no more than four at a time, and all get theirs', async () => {
    await using world = await open();
    let [asking, most] = [0, 0];
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    const { answer } = world.upstream;
    world.upstream.answer = (request, response) => {
      asking += 1;
      most = Math.max(most, asking);
      void held.then(() => {
        asking -= 1;
        return answer(request, response);
      });
    };
    const cookie = await world.signIn('partner');
    const asked = Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        world.call(summaryOf(`a${at}@ruta9.example`), { headers: { cookie } }),
      ),
    );
    await vi.waitFor(() => expect(asking).toBe(4));
    release(undefined);
    const answers = await asked;
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(world.upstreamRequests).toHaveLength(60);
    expect(most).toBe(4);
  });

  it('is for a seller of their agencies alone', async () => {
    await using world = await open();
    const cookie = await world.signIn('seller');
    expect((await world.call(summaryOf(FOREIGN), { headers: { cookie } })).json()).toMatchObject({
      Type: '/problems/foreign-agency',
    });
    expect(world.upstreamRequests).toHaveLength(0);
  });
});

onEachEngine((engine) => {
  it('tells who is bound to an agency, and a limited seller of their own inquiries only', async () => {
    await using world = await openWorld({ engine, answer: json(LIST) });
    const one = { role: 'seller' as const, agencies: [OWN], password: 'una clave bien larga' };
    const database = await openGatewayDatabase(world.config.database);
    await createPeople(
      database.db,
      [
        { ...one, name: 'Zoe', mail: 'zoe@ruta9.example' },
        { ...one, name: 'Álvaro', mail: 'alvaro@ruta9.example' },
        { ...one, name: 'Bruno', mail: 'bruno@ruta9.example', agencies: [FOREIGN] },
      ],
      stampAt(1),
    );
    const set = database.db.updateTable('person_agency').set({ own_inquiries_only: 1 });
    const zoe = database.db.selectFrom('person').select('id').where('name', '=', 'Zoe');
    await set.where('person_id', '=', zoe).execute();
    await database.close();

    const cookie = await world.signIn('partner');
    const { people } = (await world.call(`/desk/agencies/${OWN}/people`, { headers: { cookie } })).json();
    const demo = world.gateway.demoPeople?.find(({ role }) => role === 'seller');
    expect(people).toHaveLength(3);
    expect(people).toContainEqual({
      name: 'Zoe',
      mail: 'zoe@ruta9.example',
      role: 'seller',
      ownInquiriesOnly: true,
    });
    expect(people[0]).toMatchObject({ name: 'Álvaro', ownInquiriesOnly: false });
    expect(people.map(({ mail }: { mail: string }) => mail)).toContain(demo?.mail);

    const entered = await signIn(world.call, { mail: 'zoe@ruta9.example', password: one.password });
    const [header = ''] = [entered.headers['set-cookie'] ?? []].flat();
    await world.call(summaryOf(OWN), { headers: { cookie: header.split(';', 1)[0] } });
    expect(world.upstreamRequests.map(({ url }) => url)).toContain(
      `/v3/consultas/${OWN}?operador=zoe%40ruta9.example`,
    );
    expect(world.upstreamRequests.map(({ url }) => url)).not.toContain(`/v3/consultas/${OWN}`);
  });
});
