import { webhookUse } from '#service/apps/sealed-secrets.ts';
import { expect, it } from 'vitest';
import { AppWebhook, AppWebhooks } from '#contract/webhooks.ts';
import { onEachEngine } from '#testing/engines.ts';
import { type ServiceWorld, openRefusalWorld, openServiceWorld } from '#testing/service-world.ts';

const PATH = '/v3/appnotificaciones/consulta-recibida';
const CALLBACK = 'https://callbacks.example/hook';

const send = (world: ServiceWorld, method: 'POST' | 'PUT' | 'DELETE', body?: object, path = PATH) =>
  world.call(path, { method, ...(body && { body: JSON.stringify(body) }) });

onEachEngine((engine) => {
  it('goes through the states of brief 3: 404, 201, 409, 200, 204, 404', async () => {
    await using world = await openServiceWorld(engine);
    for (const [method, body] of [['PUT', { Callback: CALLBACK }], ['DELETE']] as const)
      expect((await send(world, method, body)).statusCode).toBe(404);
    expect((await world.call(PATH)).statusCode).toBe(404);

    const made = await send(world, 'POST', {
      Callback: CALLBACK,
      Secret: 's'.repeat(16),
      Description: 'una',
    });
    expect([made.statusCode, made.headers.location]).toEqual([201, PATH]);
    expect(AppWebhook.parse(made.json())).toEqual({
      Callback: CALLBACK,
      Secret: null,
      Description: 'una',
      Activo: true,
      HeaderCustom01: null,
      HeaderCustom02: null,
      HeaderCustom03: null,
      _links: {
        self: { href: PATH },
        modificar: { href: PATH, method: 'PUT' },
        eliminar: { href: PATH, method: 'DELETE' },
      },
    });
    const again = await send(world, 'POST', { Callback: CALLBACK }, PATH.toUpperCase());
    expect([again.statusCode, Object.keys(again.json<{ Errors: object }>().Errors)]).toEqual([409, ['_']]);

    const header = { Name: 'X-MYAPP', Value: 'a b' };
    const replaced = await send(world, 'PUT', { Callback: CALLBACK, Activo: false, HeaderCustom02: header });
    expect(replaced.statusCode).toBe(200);
    const read = await world.call(PATH.toUpperCase());
    expect(AppWebhook.parse(read.json())).toMatchObject({
      Description: null,
      Activo: false,
      HeaderCustom02: header,
    });
    expect([(await send(world, 'DELETE')).statusCode, (await send(world, 'DELETE')).statusCode]).toEqual([
      204, 404,
    ]);
  });

  it('a topic of 80 characters can be configured', async () => {
    await using world = await openServiceWorld(engine);
    const topic = 't'.repeat(80);
    await world.database.db
      .insertInto('topics')
      .values({ topic, description: 'Largo', offered: 0 })
      .execute();
    await world.database.db
      .insertInto('app_topics')
      .values({ app_key: world.credentials.key, topic })
      .execute();
    const path = `/v3/appnotificaciones/${topic}`;
    expect((await send(world, 'POST', { Callback: CALLBACK }, path)).statusCode).toBe(201);
    expect((await world.call(path)).statusCode).toBe(200);
  });

  it('200: lists the topics available, configured or not', async () => {
    await using world = await openServiceWorld(engine);
    await send(world, 'POST', { Callback: CALLBACK, Activo: false });
    const list = AppWebhooks.parse((await world.call('/v3/appnotificaciones')).json());
    expect(list._entries).toMatchObject([
      {
        Topic: 'agencia-registrada',
        Configurado: false,
        Activo: null,
        _links: { configurar: { method: 'POST' } },
      },
      {
        Topic: 'consulta-recibida',
        Configurado: true,
        Activo: false,
        _links: { modificar: { method: 'PUT' }, eliminar: { method: 'DELETE' } },
      },
    ]);
  });

  it('keeps apps apart', async () => {
    await using world = await openServiceWorld(engine);
    const as = await world.otherApp();
    await send(world, 'POST', { Callback: CALLBACK });
    expect((await world.call(PATH, { as })).statusCode).toBe(404);
    expect((await world.call(PATH, { as, method: 'DELETE' })).statusCode).toBe(404);
    expect((await world.call(PATH)).statusCode).toBe(200);
  });

  it('keeps a secret left out, replaces one given, removes null', async () => {
    await using world = await openServiceWorld(engine);
    const kept = async () => {
      const { db } = world.database;
      const row = await db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
      return row.secret && world.secrets.open(row.secret, webhookUse(row));
    };
    await send(world, 'POST', { Callback: CALLBACK, Secret: 'a'.repeat(16) });
    await send(world, 'PUT', { Callback: CALLBACK });
    expect(await kept()).toBe('a'.repeat(16));
    await send(world, 'PUT', { Callback: CALLBACK, Secret: 'b'.repeat(256) });
    expect(await kept()).toBe('b'.repeat(256));
    await send(world, 'PUT', { Callback: CALLBACK, Secret: null });
    expect(await kept()).toBeNull();
  });

  it('lets one of two POSTs configure the topic, 20 times over', async () => {
    await using world = await openServiceWorld(engine);
    for (let round = 0; round < 20; round += 1) {
      const post = () => send(world, 'POST', { Callback: CALLBACK });
      const replies = await Promise.all([post(), post()]);
      expect(replies.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['201', '409']);
      await send(world, 'DELETE');
    }
  });

  const refusing = openRefusalWorld(engine, async () => {});

  it.each(['agencia-desasociada', 'nada', 'x'.repeat(80)])(
    '403, 404: a topic not available: %s',
    async (topic) => {
      const path = `/v3/appnotificaciones/${topic}`;
      const post = await send(refusing(), 'POST', { Callback: CALLBACK }, path);
      expect(post.statusCode).toBe(403);
      expect((await send(refusing(), 'PUT', { Callback: CALLBACK }, path)).statusCode).toBe(404);
      // The scope is checked before the body.
      expect((await send(refusing(), 'POST', {}, path)).statusCode).toBe(403);
      expect((await send(refusing(), 'PUT', {}, path)).statusCode).toBe(404);
      expect((await send(refusing(), 'DELETE', undefined, path)).statusCode).toBe(404);
      expect((await refusing().call(path)).statusCode).toBe(404);
    },
  );

  it.each(['x'.repeat(81), '%00'])('400 where it is listed, else 404: a malformed topic', async (topic) => {
    const path = `/v3/appnotificaciones/${topic}`;
    for (const method of ['POST', 'PUT'] as const)
      expect((await send(refusing(), method, { Callback: CALLBACK }, path)).statusCode).toBe(400);
    expect((await send(refusing(), 'DELETE', undefined, path)).statusCode).toBe(404);
    expect((await refusing().call(path)).statusCode).toBe(404);
  });

  const good = { Name: 'X-A', Value: 'v' };
  it.each([
    [{}, ['Callback']],
    [{ Callback: null }, ['Callback']],
    [{ Callback: 'hook' }, ['Callback']],
    [{ Callback: 'ftp://a.example/' }, ['Callback']],
    [{ Callback: 'http://a.example/' }, ['Callback']],
    [{ Callback: 'https://user@a.example/' }, ['Callback']],
    [{ Callback: 'https://a.example/\n' }, ['Callback']],
    [{ Callback: `https://a.example/${'x'.repeat(1024)}` }, ['Callback']],
    [{ Callback: CALLBACK, Secret: 'x'.repeat(15) }, ['Secret']],
    [{ Callback: CALLBACK, Secret: 'x'.repeat(257) }, ['Secret']],
    [{ Callback: CALLBACK, Secret: `whsec_${'!'.repeat(40)}` }, ['Secret']],
    [{ Callback: CALLBACK, Secret: `whsec_${Buffer.alloc(23).toString('base64')}` }, ['Secret']],
    [{ Callback: CALLBACK, Secret: `whsec_${Buffer.alloc(32).toString('base64').slice(0, -1)}` }, ['Secret']],
    [{ Callback: CALLBACK, Description: 'x'.repeat(257) }, ['Description']],
    [{ Callback: CALLBACK, Description: '\0' }, ['Description']],
    [{ Callback: CALLBACK, Activo: 'true' }, ['Activo']],
    [{ Callback: CALLBACK, Otro: 1 }, ['Otro']],
    [{ Callback: CALLBACK, HeaderCustom01: { Name: 'Host', Value: 'x' } }, ['HeaderCustom01.Name']],
    [{ Callback: CALLBACK, HeaderCustom01: { Name: 'Content-Type', Value: 'x' } }, ['HeaderCustom01.Name']],
    [{ Callback: CALLBACK, HeaderCustom01: { Name: 'Webhook-Id', Value: 'x' } }, ['HeaderCustom01.Name']],
    ...[
      'Expect',
      'cookie',
      'Set-Cookie',
      'Transfer-Encoding',
      'Connection',
      'Upgrade',
      'Date',
      'Via',
      'Origin',
    ].map((Name): [object, string[]] => [
      { Callback: CALLBACK, HeaderCustom01: { Name, Value: '100-continue' } },
      ['HeaderCustom01.Name'],
    ]),
    [{ Callback: CALLBACK, HeaderCustom01: { Name: 'A:', Value: 'x' } }, ['HeaderCustom01.Name']],
    [{ Callback: CALLBACK, HeaderCustom01: { Name: 'A', Value: 'a\r\nB: c' } }, ['HeaderCustom01.Value']],
    [{ Callback: CALLBACK, HeaderCustom01: { Name: 'A', Value: '' } }, ['HeaderCustom01.Value']],
    [
      { Callback: CALLBACK, HeaderCustom01: good, HeaderCustom03: { Name: 'x-a', Value: 'w' } },
      ['HeaderCustom03.Name'],
    ],
  ])('400: %j', async (body, names) => {
    for (const method of ['POST', 'PUT'] as const) {
      const reply = await send(refusing(), method, body);
      expect(reply.statusCode).toBe(400);
      expect(Object.keys(reply.json<{ Errors: object }>().Errors)).toEqual(names);
    }
    expect((await refusing().call(PATH)).statusCode).toBe(404);
  });
});
