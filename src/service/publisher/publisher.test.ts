import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Consultas } from '#contract/inquiries.ts';
import { Problem, ValidationProblem } from '#contract/problem.ts';
import { ConsultasRecibidas } from '#contract/publisher.ts';
import type { Credentials } from '#signing/request.ts';
import { onBothEngines } from '#testing/engines.ts';
import { openCallbackReceiver } from '#testing/callback-receiver.ts';
import { propertyRuns } from '#testing/property-runs.ts';
import {
  NOON,
  type ServiceWorld,
  createInquiry,
  createPublishedInquiry,
  openServiceWorld,
} from '#testing/service-world.ts';
import { shareFixture } from '#testing/share-fixture.ts';

const MAIL = 'ventas@a.example';
const LIST = `/v3/consultas/${MAIL}`;
const PUBLISH = `/publisher/consultas/${MAIL}`;
const PACKAGE = `/publisher/agencias/${MAIL}/productos`;
const PACK = {
  Paquete: 'Oro',
  Desde: '2026-01-01',
  Hasta: '2026-12-31',
  Productos: [{ Exposicion: 'Alta', Contratadas: 10, Utilizadas: 4 }],
};

type Published = ReturnType<typeof createPublishedInquiry>;
interface PublisherWorld extends ServiceWorld {
  publisher: Credentials;
}

onBothEngines((engine) => {
  /** A world with an agency and an app that may publish. */
  async function openPublisherWorld(): Promise<PublisherWorld> {
    const world = await openServiceWorld(engine);
    await world.agency(MAIL);
    return Object.assign(world, { publisher: await world.otherApp({ isPublisher: true }) });
  }

  const publish = (world: PublisherWorld, body: unknown, path = PUBLISH) =>
    world.call(path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      as: world.publisher,
    });
  const receive = async (world: PublisherWorld, body: Published[], path = PUBLISH) => {
    const reply = await publish(world, body, path);
    expect(reply.statusCode).toBe(200);
    return ConsultasRecibidas.parse(reply.json())._entries;
  };
  const list = async (world: ServiceWorld) => Consultas.parse((await world.call(LIST)).json());
  const count = async (world: ServiceWorld, table: 'inquiries' | 'deliveries' | 'published_inquiries') =>
    (await world.database.db.selectFrom(table).selectAll().execute()).length;

  it('400: very many faults are a short problem', async () => {
    await using world = await openPublisherWorld();
    const names = Array.from({ length: 20_000 }, (_, at) => [`m${at}`, 0]);
    const bodies: [path: string, method: 'POST' | 'PUT', body: unknown][] = [
      [PUBLISH, 'POST', [Object.fromEntries(names)]],
      [PUBLISH, 'POST', names.map(() => ({}))],
      [PACKAGE, 'PUT', { ...PACK, Productos: Array.from({ length: 20_000 }, () => ({})) }],
    ];
    for (const [path, method, body] of bodies) {
      const reply = await world.call(path, { method, body: JSON.stringify(body), as: world.publisher });
      const { Errors } = ValidationProblem.parse(reply.json());
      expect([reply.statusCode, Object.keys(Errors).length <= 1000]).toEqual([400, true]);
      expect(reply.body.length).toBeLessThan(200_000);
    }
  });

  it('200: receives inquiries in order, with a link to each, and notifies the app of the agency', async () => {
    await using world = await openPublisherWorld();
    await using receiver = await openCallbackReceiver();
    await world.call('/v3/appnotificaciones/consulta-recibida', {
      method: 'POST',
      body: JSON.stringify({ Callback: receiver.url }),
    });
    expect((await list(world)).Total).toBe(0);
    const entries = await receive(world, [
      createPublishedInquiry({ Id: 'b', Momento: '2026-11-19T10:00:00-03:00' }),
      createPublishedInquiry({ Id: 'a', Momento: undefined, OperadorResponsable: 'nueva@a.example' }),
    ]);
    expect(entries.map(({ Id, Repetida }) => [Id, Repetida])).toEqual([
      ['b', false],
      ['a', false],
    ]);
    const [first, second] = await Promise.all(
      entries.map(async ({ _links }) => (await world.call(String(_links.consulta?.href))).json()),
    );
    expect(first).toMatchObject({ ...createInquiry(), OperadorResponsable: MAIL });
    expect(first).not.toHaveProperty('Id');
    expect(second).toMatchObject({
      Momento: '2026-11-20T12:00:00-03:00',
      OperadorResponsable: 'nueva@a.example',
    });
    expect((await list(world))._entries).toEqual([second, first]);
    expect((await world.call(`/v3/agencias?operador=nueva@a.example`)).json()).toMatchObject({
      _entries: [{ AdminMail: MAIL }],
    });
    await world.worker.drain();
    expect(new Set(receiver.requests.map(({ body }) => JSON.parse(body)))).toEqual(new Set([first, second]));
  });

  it('200: members without a value may be left out', async () => {
    await using world = await openPublisherWorld();
    const { Id, Momento: _, OperadorResponsable: __, ...rest } = createPublishedInquiry();
    const defined = (value: object) =>
      Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
    const short = { Id, ...rest, Auto: defined(rest.Auto), Interesado: defined(rest.Interesado) };
    await receive(world, [short as Published]);
    const [entry] = (await list(world))._entries;
    expect(entry).toMatchObject({ Auto: rest.Auto, Interesado: rest.Interesado, OperadorResponsable: MAIL });
  });

  it('200: an agency that was disassociated still receives, and nobody is notified', async () => {
    await using world = await openPublisherWorld();
    await world.call('/v3/appnotificaciones/consulta-recibida', {
      method: 'POST',
      body: JSON.stringify({ Callback: 'https://a.example/' }),
    });
    await world.call(`/v3/agencias/${MAIL}/desasociar`, { method: 'PATCH' });
    await receive(world, [createPublishedInquiry()]);
    expect([await count(world, 'inquiries'), await count(world, 'deliveries')]).toEqual([1, 0]);
  });

  it('200: ids belong to the publisher and the agency', async () => {
    await using world = await openPublisherWorld();
    await world.agency('otra@a.example');
    await receive(world, [createPublishedInquiry()]);
    const other = { ...world, publisher: await world.otherApp({ isPublisher: true }) };
    const changed = [createPublishedInquiry({ OrigenLead: 'Chat' })];
    expect((await receive(other, changed))[0]?.Repetida).toBe(false);
    const entries = await receive(world, changed, '/publisher/consultas/OTRA@a.example');
    expect(entries[0]?.Repetida).toBe(false);
    expect(await count(world, 'inquiries')).toBe(3);
  });

  it('200: a repeat may be written in another order of its members', async () => {
    await using world = await openPublisherWorld();
    const [first] = await receive(world, [createPublishedInquiry()]);
    const reordered = Object.fromEntries(Object.entries(createPublishedInquiry()).toReversed());
    expect(await receive(world, [reordered as Published])).toEqual([{ ...first, Repetida: true }]);
  });

  it('200: 500 inquiries in one request, repeated in another order', async () => {
    await using world = await openPublisherWorld();
    const many = Array.from({ length: 500 }, (_, at) => createPublishedInquiry({ Id: `x-${at}` }));
    const sent = await receive(world, many);
    const again = await receive(world, many.toReversed());
    for (const entry of sent) entry.Repetida = true;
    expect(again).toEqual(sent.toReversed());
    expect((await list(world)).Total).toBe(500);
  });

  it('repeats and reorderings, also at the same time, are received and notified once', async () => {
    const numbered = fc.integer({ min: 0, max: 8 });
    const batches = fc.array(fc.array(numbered, { minLength: 1, maxLength: 6 }), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(batches, fc.boolean(), async (given, isConcurrent) => {
        await using world = await openPublisherWorld();
        await world.call('/v3/appnotificaciones/consulta-recibida', {
          method: 'POST',
          body: JSON.stringify({ Callback: 'https://a.example/' }),
        });
        const send = (ids: number[]) =>
          receive(
            world,
            ids.map((id) =>
              createPublishedInquiry({ Id: `i-${id}`, OperadorResponsable: `v${id % 3}@a.example` }),
            ),
          );
        const replies = [];
        if (isConcurrent) replies.push(...(await Promise.all(given.map(send))));
        else for (const ids of given) replies.push(await send(ids));
        const distinct = new Set(given.flat()).size;
        const received = replies.flat().filter(({ Repetida }) => !Repetida);
        const hrefs = new Map(received.map(({ Id, _links }) => [Id, _links.consulta?.href]));
        expect([received.length, hrefs.size]).toEqual([distinct, distinct]);
        for (const { Id, _links } of replies.flat()) expect(_links.consulta?.href).toBe(hrefs.get(Id));
        expect((await list(world)).Total).toBe(distinct);
        expect(await count(world, 'deliveries')).toBe(distinct);
        expect(await count(world, 'published_inquiries')).toBe(distinct);
      }),
      { numRuns: engine === 'sqlite' ? propertyRuns(8, 40) : propertyRuns(3, 20) },
    );
  }, 60_000);

  it('409: an id with other content, in this request or an earlier one; nothing is received', async () => {
    await using world = await openPublisherWorld();
    const first = createPublishedInquiry({ Id: '1' });
    const fresh = createPublishedInquiry({ Id: '2' });
    const changed = createPublishedInquiry({ Id: '1', OrigenLead: 'Chat' });
    const refuse = async (body: Published[], names: string[]) => {
      const reply = await publish(world, body);
      expect(reply.statusCode).toBe(409);
      expect(Object.keys(ValidationProblem.parse(reply.json()).Errors)).toEqual(names);
    };
    await refuse([first, fresh, changed], ['0.Id', '2.Id']);
    expect(await count(world, 'inquiries')).toBe(0);
    await receive(world, [first]);
    await refuse([fresh, changed], ['1.Id']);
    expect(await count(world, 'inquiries')).toBe(1);
  });

  it('saves nothing when the webhook message cannot be queued', async () => {
    await using world = await openPublisherWorld();
    await world.call('/v3/appnotificaciones/consulta-recibida', {
      method: 'POST',
      body: JSON.stringify({ Callback: 'https://a.example/' }),
    });
    await world.database.db.schema.alterTable('deliveries').renameTo('elsewhere').execute();
    expect((await publish(world, [createPublishedInquiry()])).statusCode).toBe(500);
    await world.database.db.schema.alterTable('elsewhere').renameTo('deliveries').execute();
    expect([await count(world, 'inquiries'), await count(world, 'published_inquiries')]).toEqual([0, 0]);
    expect((await receive(world, [createPublishedInquiry()]))[0]?.Repetida).toBe(false);
    expect([await count(world, 'inquiries'), await count(world, 'deliveries')]).toEqual([1, 1]);
  });

  const refusing = shareFixture(openPublisherWorld);
  const { Auto, Interesado } = createInquiry();
  const long = (length: number) => 'x'.repeat(length);

  it.each<[string, unknown, string[]]>([
    ['no JSON', '{', ['_']],
    ['no array', createPublishedInquiry(), ['_']],
    ['no inquiries', [], ['_']],
    ['501 inquiries', Array.from({ length: 501 }, () => createPublishedInquiry()), ['_']],
    ['no Id', [{ ...createPublishedInquiry(), Id: undefined }], ['0.Id']],
    ['an Id with a space', [createPublishedInquiry({ Id: 'a b' })], ['0.Id']],
    ['an Id that is too long', [createPublishedInquiry({ Id: long(101) })], ['0.Id']],
    ['a day', [createPublishedInquiry({ Momento: '2026-11-19' })], ['0.Momento']],
    ['no offset', [createPublishedInquiry({ Momento: '2026-11-19T10:00:00' })], ['0.Momento']],
    ['no such day', [createPublishedInquiry({ Momento: '2026-02-30T10:00:00Z' })], ['0.Momento']],
    ['before 1970', [createPublishedInquiry({ Momento: '1969-12-31T23:59:59Z' })], ['0.Momento']],
    ['the future', [createPublishedInquiry({ Momento: '2026-11-20T12:05:00.001-03:00' })], ['0.Momento']],
    [
      'a control character',
      [createPublishedInquiry({ Auto: { ...Auto, ExternalId: '\0' } })],
      ['0.Auto.ExternalId'],
    ],
    ['no make', [createPublishedInquiry({ Auto: { ...Auto, Marca: null } as never })], ['0.Auto.Marca']],
    [
      'no currency',
      [createPublishedInquiry({ Auto: { ...Auto, Precio: { Moneda: '', Importe: 1 } } })],
      ['0.Auto.Precio.Moneda'],
    ],
    [
      'an infinite price',
      JSON.stringify([createPublishedInquiry()]).replace('15000000', '1e400'),
      ['0.Auto.Precio.Importe'],
    ],
    [
      'a long comment',
      [createPublishedInquiry({ Interesado: { ...Interesado, Comentario: long(10_001) } })],
      ['0.Interesado.Comentario'],
    ],
    ['no mail', [createPublishedInquiry({ OperadorResponsable: 'nadie' })], ['0.OperadorResponsable']],
    ['an unknown member', [{ ...createPublishedInquiry(), Sid: 'x', _links: {} }], ['0.Sid', '0._links']],
    [
      'every invalid item',
      [createPublishedInquiry(), { ...createPublishedInquiry(), Auto: { ...Auto, Otro: 1 } }, null],
      ['2', '1.Auto.Otro'],
    ],
  ])('400: %s; nothing is received', async (_, body, names) => {
    const world = refusing();
    const reply = await publish(world, body);
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(ValidationProblem.parse(reply.json()).Errors)).toEqual(names);
    expect(await count(world, 'published_inquiries')).toBe(0);
  });

  it('a moment up to five minutes ahead is taken', async () => {
    await using world = await openPublisherWorld();
    await receive(world, [createPublishedInquiry({ Momento: new Date(NOON + 300_000).toISOString() })]);
    expect(await count(world, 'inquiries')).toBe(1);
  });

  it.each([
    ['an agency that does not exist', '/publisher/consultas/nadie@a.example', 404],
    ['no mail', '/publisher/consultas/nadie', 400],
    ['another path', '/publisher/nada', 404],
  ])('refuses %s', async (_, path, status) => {
    expect((await publish(refusing(), [], path)).statusCode).toBe(status);
  });

  it('404: an agency that was only invited', async () => {
    await using world = await openPublisherWorld();
    await world.agency('invitada@a.example', { registered_at: null });
    const reply = await publish(world, [createPublishedInquiry()], '/publisher/consultas/invitada@a.example');
    expect([reply.statusCode, reply.body]).toEqual([404, '']);
  });

  it('403: an app that may not publish, before its body, and whether the agency exists or not', async () => {
    const world = refusing();
    for (const mail of [MAIL, 'nadie@a.example'])
      for (const [method, path] of [
        ['POST', `/publisher/consultas/${mail}`],
        ['PUT', `/publisher/agencias/${mail}/productos`],
      ] as const) {
        const reply = await world.call(path, { method, body: '{}' });
        expect([method, reply.statusCode]).toEqual([method, 403]);
        expect(Problem.parse(reply.json())).toMatchObject({ Title: 'Operación prohibida', Instance: path });
        expect((await world.call(path, { method: 'OPTIONS' })).statusCode).toBe(404);
      }
  });

  it('401: no signature, or a body that was changed', async () => {
    const world = refusing();
    expect((await world.app.inject({ method: 'POST', url: PUBLISH })).statusCode).toBe(401);
    const reply = await world.call(PUBLISH, {
      method: 'POST',
      body: JSON.stringify([createPublishedInquiry()]),
      headers: { digest: 'sha-256=x' },
      as: world.publisher,
    });
    expect(reply.statusCode).toBe(401);
  });

  it('413: more than 2 MiB; other endpoints keep their limit', async () => {
    const world = refusing();
    const limit = 2 * 1024 * 1024;
    const [under, over] = [
      await publish(world, ' '.repeat(limit)),
      await publish(world, ' '.repeat(limit + 1)),
    ];
    expect([under.statusCode, over.statusCode]).toEqual([400, 413]);
    expect(Problem.parse(over.json()).Detail).toBe('El cuerpo supera los 2048 KiB.');
    const other = await world.call(PACKAGE, {
      method: 'PUT',
      body: ' '.repeat(256 * 1024 + 1),
      as: world.publisher,
    });
    expect(Problem.parse(other.json())).toMatchObject({
      Status: 413,
      Detail: 'El cuerpo supera los 256 KiB.',
    });
  });

  it('429: each publisher has its limit of requests', async () => {
    await using world = await openServiceWorld(engine, { rateLimit: 1 });
    await world.agency(MAIL);
    const publisher = await world.otherApp({ isPublisher: true });
    const limited = Object.assign(world, { publisher });
    await receive(limited, [createPublishedInquiry()]);
    const reply = await publish(limited, [createPublishedInquiry()]);
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '60']);
    expect((await world.call(LIST)).statusCode).toBe(200);
  });

  it('a package is set, replaced, and read by the app of the agency', async () => {
    await using world = await openPublisherWorld();
    const put = (body: object) =>
      world.call(PACKAGE, { method: 'PUT', body: JSON.stringify(body), as: world.publisher });
    for (const pack of [PACK, { ...PACK, Paquete: 'Plata', Productos: [] }]) {
      const reply = await put(pack);
      expect(reply.statusCode).toBe(200);
      expect(reply.json()).toEqual((await world.call(`/v3/agencias/${MAIL}/productos`)).json());
      expect(reply.json()).toMatchObject({
        ...pack,
        Productos: pack.Productos.map((given) => Object.assign({ Disponibles: 6 }, given)),
      });
    }
    expect((await world.call(PACKAGE, { method: 'PUT', body: JSON.stringify(PACK) })).statusCode).toBe(403);
  });

  it.each<[string, object, string[]]>([
    ['an unknown member', { ...PACK, Otro: 1 }, ['Otro']],
    ['no such day', { ...PACK, Desde: '2026-02-30' }, ['Desde']],
    ['an end before its start', { ...PACK, Hasta: '2025-12-31' }, ['Hasta']],
    [
      'more used than bought',
      { ...PACK, Productos: [{ ...PACK.Productos[0], Utilizadas: 11 }] },
      ['Productos.0.Utilizadas'],
    ],
    ['an exposure twice', { ...PACK, Productos: [PACK.Productos[0], PACK.Productos[0]] }, ['Productos']],
    [
      'an unknown exposure',
      { ...PACK, Productos: [{ ...PACK.Productos[0], Exposicion: 'Nula' }] },
      ['Productos.0.Exposicion'],
    ],
  ])('400: a package with %s', async (_, pack, names) => {
    const world = refusing();
    const reply = await world.call(PACKAGE, {
      method: 'PUT',
      body: JSON.stringify(pack),
      as: world.publisher,
    });
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(ValidationProblem.parse(reply.json()).Errors)).toEqual(names);
  });
});
