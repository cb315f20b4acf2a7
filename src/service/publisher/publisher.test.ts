import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Consultas } from '#contract/inquiries.ts';
import { ValidationProblem } from '#contract/problem.ts';
import { onEachEngine } from '#testing/engines.ts';
import { openCallbackReceiver } from '#testing/callback-receiver.ts';
import { propertyRuns } from '#testing/property-runs.ts';
import { type ServiceWorld, createInquiry, createPublishedInquiry } from '#testing/service-world.ts';
import {
  MAIL,
  LIST,
  PUBLISH,
  PACKAGE,
  PACK,
  type Published,
  openPublisherWorld,
  publish,
  receive,
  countRows,
} from '#testing/publisher-world.ts';

interface Notified {
  _links: { self: { href: string } };
}

const list = async (world: ServiceWorld) => Consultas.parse((await world.call(LIST)).json());

onEachEngine((engine) => {
  it('400: very many faults are a short problem', async () => {
    await using world = await openPublisherWorld(engine);
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
    await using world = await openPublisherWorld(engine);
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
    await using world = await openPublisherWorld(engine);
    const { Id, Momento: _, OperadorResponsable: __, ...rest } = createPublishedInquiry();
    const defined = (value: object) =>
      Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
    const short = { Id, ...rest, Auto: defined(rest.Auto), Interesado: defined(rest.Interesado) };
    await receive(world, [short as Published]);
    const [entry] = (await list(world))._entries;
    expect(entry).toMatchObject({ Auto: rest.Auto, Interesado: rest.Interesado, OperadorResponsable: MAIL });
  });

  it('200: an agency that was disassociated still receives, and nobody is notified', async () => {
    await using world = await openPublisherWorld(engine);
    await world.call('/v3/appnotificaciones/consulta-recibida', {
      method: 'POST',
      body: JSON.stringify({ Callback: 'https://a.example/' }),
    });
    await world.call(`/v3/agencias/${MAIL}/desasociar`, { method: 'PATCH' });
    await receive(world, [createPublishedInquiry()]);
    expect([await countRows(world, 'inquiries'), await countRows(world, 'deliveries')]).toEqual([1, 0]);
  });

  it('200: ids belong to the publisher and the agency', async () => {
    await using world = await openPublisherWorld(engine);
    await world.agency('otra@a.example');
    await receive(world, [createPublishedInquiry()]);
    const other = { ...world, publisher: await world.otherApp({ isPublisher: true }) };
    const changed = [createPublishedInquiry({ OrigenLead: 'Chat' })];
    expect((await receive(other, changed))[0]?.Repetida).toBe(false);
    const entries = await receive(world, changed, '/publisher/consultas/OTRA@a.example');
    expect(entries[0]?.Repetida).toBe(false);
    expect(await countRows(world, 'inquiries')).toBe(3);
    // Each id stands for the inquiry of its publisher and agency.
    const repeated = await receive(world, [createPublishedInquiry()]);
    expect(repeated).toMatchObject([{ Repetida: true }]);
    expect(await receive(other, changed)).toMatchObject([{ Repetida: true }]);
    const elsewhere = await receive(world, changed, '/publisher/consultas/OTRA@a.example');
    expect(elsewhere).toEqual([{ ...entries[0], Repetida: true }]);
    expect(repeated[0]?._links).not.toEqual(elsewhere[0]?._links);
  });

  it('200: a repeat may be written in another order of its members', async () => {
    await using world = await openPublisherWorld(engine);
    const [first] = await receive(world, [createPublishedInquiry()]);
    const reordered = Object.fromEntries(Object.entries(createPublishedInquiry()).toReversed());
    expect(await receive(world, [reordered as Published])).toEqual([{ ...first, Repetida: true }]);
  });

  it('200: 500 inquiries in one request are received and notified once, also repeated in another order', async () => {
    await using world = await openPublisherWorld(engine);
    await world.call('/v3/appnotificaciones/consulta-recibida', {
      method: 'POST',
      body: JSON.stringify({ Callback: 'https://a.example/' }),
    });
    const many = Array.from({ length: 500 }, (_, at) => createPublishedInquiry({ Id: `x-${at}` }));
    const sent = await receive(world, many);
    const again = await receive(world, many.toReversed());
    for (const entry of sent) entry.Repetida = true;
    expect(again).toEqual(sent.toReversed());
    expect((await list(world)).Total).toBe(500);
    const messages = await world.database.db.selectFrom('deliveries').select('body').execute();
    const notified = messages.map(({ body }) => (JSON.parse(body) as Notified)._links.self.href);
    expect(notified.toSorted()).toEqual(sent.map(({ _links }) => String(_links.consulta?.href)).toSorted());
  });

  it('an inquiry is seen by the app that it names, or that published it where it is about a vehicle', async () => {
    await using world = await openPublisherWorld(engine);
    const { Auto } = createPublishedInquiry();
    const { key } = world.credentials;
    await receive(world, [
      createPublishedInquiry({ Id: '1' }),
      createPublishedInquiry({ Id: '2', AppKey: key }),
      createPublishedInquiry({ Id: '3', AppKey: key, Auto: { ...Auto, ExternalId: '' } }),
    ]);
    const rows = await world.database.db.selectFrom('inquiries').select('published_by').execute();
    const seenBy = rows.map(({ published_by }) => published_by);
    expect(new Set(seenBy)).toEqual(new Set([world.publisher.key, key, null]));
    const unknown = [
      createPublishedInquiry({ Id: '4' }),
      createPublishedInquiry({ Id: '5', AppKey: 'f'.repeat(32) }),
    ];
    const refused = await publish(world, unknown);
    expect([refused.statusCode, ValidationProblem.parse(refused.json()).Errors]).toEqual([
      400,
      { '1.AppKey': ['es desconocida'] },
    ]);
    expect(await countRows(world, 'inquiries')).toBe(3);
  });

  it('repeats and reorderings, also at the same time, are received and notified once', async () => {
    const numbered = fc.integer({ min: 0, max: 8 });
    const batches = fc.array(fc.array(numbered, { minLength: 1, maxLength: 6 }), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(batches, fc.boolean(), async (given, isConcurrent) => {
        await using world = await openPublisherWorld(engine);
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
        expect(await countRows(world, 'deliveries')).toBe(distinct);
        expect(await countRows(world, 'published_inquiries')).toBe(distinct);
      }),
      { numRuns: engine === 'sqlite' ? propertyRuns(8, 40) : propertyRuns(3, 20) },
    );
  }, 60_000);

  it('409: an id with other content, in this request or an earlier one; nothing is received', async () => {
    await using world = await openPublisherWorld(engine);
    const first = createPublishedInquiry({ Id: '1' });
    const fresh = createPublishedInquiry({ Id: '2' });
    const changed = createPublishedInquiry({ Id: '1', OrigenLead: 'Chat' });
    const refuse = async (body: Published[], names: string[]) => {
      const reply = await publish(world, body);
      expect(reply.statusCode).toBe(409);
      expect(Object.keys(ValidationProblem.parse(reply.json()).Errors)).toEqual(names);
    };
    await refuse([first, fresh, changed], ['0.Id', '2.Id']);
    expect(await countRows(world, 'inquiries')).toBe(0);
    await receive(world, [first]);
    await refuse([fresh, changed], ['1.Id']);
    expect(await countRows(world, 'inquiries')).toBe(1);
  });

  it('a request saves nothing when the webhook message cannot be queued', async () => {
    await using world = await openPublisherWorld(engine);
    await world.call('/v3/appnotificaciones/consulta-recibida', {
      method: 'POST',
      body: JSON.stringify({ Callback: 'https://a.example/' }),
    });
    await world.database.db.schema.alterTable('deliveries').renameTo('elsewhere').execute();
    expect((await publish(world, [createPublishedInquiry()])).statusCode).toBe(500);
    await world.database.db.schema.alterTable('elsewhere').renameTo('deliveries').execute();
    expect([await countRows(world, 'inquiries'), await countRows(world, 'published_inquiries')]).toEqual([
      0, 0,
    ]);
    expect((await receive(world, [createPublishedInquiry()]))[0]?.Repetida).toBe(false);
    expect([await countRows(world, 'inquiries'), await countRows(world, 'deliveries')]).toEqual([1, 1]);
  });

  it('a package is set, replaced, and read by the app of the agency', async () => {
    await using world = await openPublisherWorld(engine);
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
});
