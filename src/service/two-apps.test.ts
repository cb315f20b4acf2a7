import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { Agencias } from '#contract/agencies.ts';
import { Consultas, ConsultasRef } from '#contract/inquiries.ts';
import type { Credentials } from '#signing/request.ts';
import { openCallbackReceiver } from '#testing/callback-receiver.ts';
import { onEachEngine } from '#testing/engines.ts';
import {
  NOON,
  type ServiceWorld,
  createInquiry,
  createPublishedInquiry,
  openServiceWorld,
} from '#testing/service-world.ts';

// Brief 4.5, rule 1: an app lists what its own publications received; other kinds where the agency enabled the app for them.

const MAIL = 'ventas@a.example';
const LIST = `/v3/consultas/${MAIL}`;
const REF = 'application/vnd.service.ref+json';

/** Two publishers on one agency: `first` invited it, `second` was added and sees what its own publications received. */
interface TwoApps extends ServiceWorld {
  first: Credentials;
  second: Credentials;
}

const inquiryOf = (ExternalId: string) => ({ ...createInquiry().Auto, ExternalId });

onEachEngine((engine) => {
  async function openTwoApps(): Promise<TwoApps> {
    const world = await openServiceWorld(engine);
    const [first, second] = [
      await world.otherApp({ isPublisher: true }),
      await world.otherApp({ isPublisher: true }),
    ];
    await world.agency(MAIL, {}, [], first);
    expect(await world.agencies.associate(second.key, MAIL, false)).toBe(true);
    return Object.assign(world, { first, second });
  }

  /** Publishes an inquiry. @returns the path of the inquiry */
  async function publish(
    world: TwoApps,
    as: Credentials,
    changes: Parameters<typeof createPublishedInquiry>[0] = {},
  ): Promise<string> {
    const reply = await world.call(`/publisher/consultas/${MAIL}`, {
      as,
      method: 'POST',
      body: JSON.stringify([createPublishedInquiry({ Id: ulid(), ...changes })]),
    });
    expect(reply.statusCode).toBe(200);
    const { _entries } = reply.json<{ _entries: { _links: { consulta: { href: string } } }[] }>();
    return _entries[0]?._links.consulta.href ?? '';
  }

  const listPaths = async (world: TwoApps, as: Credentials, search = '') => {
    const page = Consultas.parse((await world.call(LIST + search, { as })).json());
    expect(page.Total).toBe(page._entries.length);
    const titles = ConsultasRef.parse(
      (await world.call(LIST + search, { as, headers: { accept: REF } })).json(),
    );
    const paths = page._entries.map(({ _links }) => String(_links.self?.href));
    expect(titles._entries.map(({ href }) => href)).toEqual(paths);
    return paths.toSorted();
  };
  const configure = (world: TwoApps, as: Credentials, topic: string, Callback: string) =>
    world.call(`/v3/appnotificaciones/${topic}`, {
      as,
      method: 'POST',
      body: JSON.stringify({ Callback }),
    });
  const statuses = async (world: TwoApps, as: Credentials, path: string) => [
    (await world.call(path, { as })).statusCode,
    (await world.call(path, { as, method: 'OPTIONS' })).statusCode,
    (await world.call(`${path}/resendwebhook`, { as, method: 'POST' })).statusCode,
    (await world.call(`${path}/resendwebhook`, { as, method: 'OPTIONS' })).statusCode,
  ];

  it('each app lists, reads, resends and is told what its association covers', async () => {
    await using world = await openTwoApps();
    await using receiver = await openCallbackReceiver();
    const { first, second } = world;
    for (const [app, name] of [
      [first, 'first'],
      [second, 'second'],
    ] as const)
      await configure(world, app, 'consulta-recibida', `${receiver.url}?${name}`);
    const ofFirst = await publish(world, first, { Auto: inquiryOf('auto-1') });
    const ofSecond = await publish(world, second, {
      Auto: inquiryOf('auto-1'),
      OperadorResponsable: 'ana@a.example',
    });
    const named = await publish(world, first, { Auto: inquiryOf('auto-2'), AppKey: second.key });
    const ofNone = await publish(world, second, { Auto: inquiryOf('') });

    const all = [ofFirst, ofSecond, named, ofNone].toSorted();
    const own = [ofSecond, named].toSorted();
    expect(await listPaths(world, first)).toEqual(all);
    expect(await listPaths(world, second)).toEqual(own);
    expect(await listPaths(world, second, '?externalid=AUTO-1')).toEqual([ofSecond]);
    expect(await listPaths(world, second, '?operador=ana@a.example')).toEqual([ofSecond]);
    expect(await listPaths(world, second, '?operador=ana@a.example&externalid=auto-2')).toEqual([]);
    expect(await listPaths(world, second, `?operador=${MAIL}`)).toEqual(own);

    await world.worker.drain();
    const told = (name: string) =>
      receiver.requests
        .filter(({ path }) => path.endsWith(name))
        .map(({ body }) => (JSON.parse(body) as { _links: { self: { href: string } } })._links.self.href)
        .toSorted();
    expect(told('first')).toEqual(all);
    expect(told('second')).toEqual(own);

    for (const path of all) expect(await statuses(world, first, path)).toEqual([200, 204, 202, 204]);
    for (const path of own) expect(await statuses(world, second, path)).toEqual([200, 204, 202, 204]);
    for (const path of [ofFirst, ofNone])
      expect(await statuses(world, second, path)).toEqual([404, 404, 404, 404]);
    await world.worker.drain();
    expect(told('first')).toHaveLength(2 * all.length);
    expect(told('second')).toHaveLength(2 * own.length);
  });

  it('an app sees all when the agency enables it, at once, and its own again afterwards', async () => {
    await using world = await openTwoApps();
    const { first, second } = world;
    const ofFirst = await publish(world, first);
    const ofSecond = await publish(world, second);
    expect(await listPaths(world, second)).toEqual([ofSecond]);
    await world.agencies.associate(second.key, MAIL, true);
    expect(await listPaths(world, second)).toEqual([ofFirst, ofSecond].toSorted());
    await world.agencies.associate(second.key, MAIL, false);
    expect(await listPaths(world, second)).toEqual([ofSecond]);
    await world.agencies.associate(first.key, MAIL, false);
    expect(await listPaths(world, first)).toEqual([ofFirst]);
  });

  it('inquiries received before it was known who published them stay visible to the inviting app only', async () => {
    await using world = await openTwoApps();
    const agency = await world.agencies.findRegistered(MAIL);
    if (!agency) throw new Error('No agency');
    const sid = ulid(NOON - 1000);
    await world.inquiries.receive(agency, [{ sid, consulta: createInquiry(), publishedBy: null }], 0);
    expect(await listPaths(world, world.first)).toEqual([`${LIST}/${sid}`]);
    expect(await listPaths(world, world.second)).toEqual([]);
  });

  it('400: an app that the service does not have; nothing is received', async () => {
    await using world = await openTwoApps();
    const reply = await world.call(`/publisher/consultas/${MAIL}`, {
      as: world.first,
      method: 'POST',
      body: JSON.stringify([createPublishedInquiry({ AppKey: 'f'.repeat(32) })]),
    });
    expect([reply.statusCode, reply.json<{ Errors: object }>().Errors]).toEqual([
      400,
      { '0.AppKey': ['es desconocida'] },
    ]);
    expect(await listPaths(world, world.first)).toEqual([]);
  });

  it('each app reads, edits and leaves the agency as its own', async () => {
    await using world = await openTwoApps();
    const { first, second, credentials: stranger } = world;
    const agency = `/v3/agencias/${MAIL}`;
    const listed = async (as: Credentials, search = '') =>
      Agencias.parse((await world.call(`/v3/agencias${search}`, { as })).json())._entries.map(
        ({ AdminMail }) => AdminMail,
      );
    for (const as of [first, second]) {
      expect(await listed(as)).toEqual([MAIL]);
      expect(await listed(as, `?operador=${MAIL}`)).toEqual([MAIL]);
      expect(await listed(as, '?operador=nadie@a.example')).toEqual([]);
      expect((await world.call(`${agency}/productos`, { as })).statusCode).toBe(200);
      const edited = await world.call(agency, {
        as,
        method: 'PUT',
        body: JSON.stringify({ Nombre: `Por ${as.key}` }),
      });
      expect([edited.statusCode, edited.json<{ Nombre: string }>().Nombre]).toEqual([200, `Por ${as.key}`]);
    }
    expect(await listed(stranger)).toEqual([]);
    expect((await world.call(agency, { as: stranger })).statusCode).toBe(404);

    const leave = async (as: Credentials) =>
      (await world.call(`${agency}/desasociar`, { as, method: 'PATCH' })).statusCode;
    expect(await leave(second)).toBe(204);
    expect(await leave(second)).toBe(403);
    expect(await listed(second)).toEqual([]);
    expect((await world.call(LIST, { as: second })).statusCode).toBe(404);
    expect((await world.call(agency, { as: second, method: 'OPTIONS' })).statusCode).toBe(404);
    expect((await world.call(agency, { as: second, method: 'PUT', body: '{}' })).statusCode).toBe(403);
    expect(await listed(first)).toEqual([MAIL]);
    expect(await leave(first)).toBe(204);
    expect(await listed(first)).toEqual([]);
  });

  it('the service tells an app that has the topic of its disassociation, and nothing else about the agency', async () => {
    await using world = await openTwoApps();
    await using receiver = await openCallbackReceiver();
    const { first, second } = world;
    const topic = 'agencia-desasociada';
    expect((await configure(world, second, topic, receiver.url)).statusCode).toBe(403);
    for (const { key } of [first, second])
      await world.database.db.insertInto('app_topics').values({ app_key: key, topic }).execute();
    await configure(world, first, topic, `${receiver.url}?first`);
    expect((await configure(world, second, topic, `${receiver.url}?second`)).statusCode).toBe(201);
    await configure(world, second, 'consulta-recibida', `${receiver.url}?second`);
    await publish(world, second);
    await world.call(`/v3/agencias/${MAIL}/desasociar`, { as: second, method: 'PATCH' });
    await publish(world, second);
    await world.worker.drain();
    expect(
      receiver.requests.map(({ path, headers, body }) => [path, headers['notification-topic'], body]),
    ).toEqual([
      ['/hook?second', topic, JSON.stringify({ AdminMail: MAIL, Momento: '2026-11-20T12:00:00-03:00' })],
    ]);
  });

  it('the service sends nothing of a topic that is not available to the app any more', async () => {
    await using world = await openTwoApps();
    const { second } = world;
    await configure(world, second, 'consulta-recibida', 'https://a.example/');
    await world.database.db.deleteFrom('app_topics').where('app_key', '=', second.key).execute();
    await publish(world, second);
    expect(await world.database.db.selectFrom('deliveries').selectAll().execute()).toEqual([]);
  });

  it('an agency that is not registered, or an app that does not exist, is not associated', async () => {
    await using world = await openTwoApps();
    await world.agency('invitada@a.example', { registered_at: null }, [], world.first);
    expect(await world.agencies.associate(world.second.key, 'invitada@a.example', true)).toBe(false);
    expect(await world.agencies.associate(world.second.key, 'nadie@a.example', true)).toBe(false);
    expect(await world.agencies.associate('nadie', MAIL, true)).toBe(false);
  });
});
