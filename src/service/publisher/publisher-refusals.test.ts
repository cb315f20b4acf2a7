import { expect, it } from 'vitest';
import { Problem, ValidationProblem } from '#contract/problem.ts';
import { onBothEngines } from '#testing/engines.ts';
import { NOON, createInquiry, createPublishedInquiry, openServiceWorld } from '#testing/service-world.ts';
import { shareFixture } from '#testing/share-fixture.ts';
import {
  MAIL,
  LIST,
  PUBLISH,
  PACKAGE,
  PACK,
  openPublisherWorld,
  publish,
  receive,
  countRows,
} from '#testing/publisher-world.ts';

onBothEngines((engine) => {
  const refusing = shareFixture(() => openPublisherWorld(engine));

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
    expect(await countRows(world, 'published_inquiries')).toBe(0);
  });

  it('a moment up to five minutes ahead is taken', async () => {
    await using world = await openPublisherWorld(engine);
    await receive(world, [createPublishedInquiry({ Momento: new Date(NOON + 300_000).toISOString() })]);
    expect(await countRows(world, 'inquiries')).toBe(1);
  });

  it.each([
    ['an agency that does not exist', '/publisher/consultas/nadie@a.example', 404],
    ['no mail', '/publisher/consultas/nadie', 400],
    ['another path', '/publisher/nada', 404],
  ])('a publisher’s request refuses %s', async (_, path, status) => {
    expect((await publish(refusing(), [], path)).statusCode).toBe(status);
  });

  it('404: an agency that was only invited', async () => {
    await using world = await openPublisherWorld(engine);
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
