import { randomUUID } from 'node:crypto';
import { type Socket, createConnection } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { AuditPage } from '#contract/desk/audit.ts';
import { EXPORT_COLUMNS, ExportDocument, ExportLine } from '#contract/desk/export.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { defaultHours } from '#contract/hours.ts';
import { type Engine, openDatabase } from '#database/database.ts';
import { onEachEngine } from '#testing/engines.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { CONSOLE, FOREIGN, OWN, type World, json, openWorld } from '#testing/gateway-world.ts';

const PATH = `/desk/inquiries/export?agencia=${OWN}`;
const sidAt = (number: number) => `01JCXXXXXXXXXXXXXXXX${String(number).padStart(6, '0')}`;

const consulta = (number: number, more: object = {}) => ({
  Momento: '2026-03-05T10:00:00.000-03:00',
  OrigenLead: 'Formulario',
  TipoAnuncio: 'Usado',
  Auto: { Marca: 'Ford', Modelo: 'Ka', Kilometraje: 1234.5, Precio: { Moneda: 'ARS', Importe: 10.5 } },
  Interesado: {
    Nombre: 'Ana',
    Email: 'ana@x.example',
    Telefono: '+54 11 5555',
    Comentario: 'Hola;\r\n"vos"',
  },
  OperadorResponsable: null,
  _links: { self: { href: `/v3/consultas/${OWN}/${sidAt(number)}` } },
  ...more,
});

const WAIT = { timeout: 10_000, interval: 20 };

type Consulta = ReturnType<typeof consulta>;

/** A gateway with indexed inquiries; the service returns pages of two. */
async function open(
  engine: Engine = 'sqlite',
  list: Consulta[] = [consulta(1), consulta(2), consulta(3)],
  agencies = [OWN],
) {
  const lines: string[] = [];
  const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } };
  const search = (url = '') => new URL(url, 'http://x').searchParams;
  const answer: World['upstream']['answer'] = (request, response) => {
    if (request.url === '/v3/agencias')
      return json({ _links: {}, _entries: agencies.map((AdminMail) => ({ AdminMail })) })(request, response);
    const entriesOf = (mail: string) => list.filter(({ _links }) => _links.self.href.includes(mail));
    const [, mail = '', sid] = /consultas\/([^/?]+)(?:\/([^?]+))?/.exec(request.url ?? '') ?? [];
    const all = entriesOf(decodeURIComponent(mail));
    if (sid) {
      const one = all.find(({ _links }) => _links.self.href.endsWith(sid));
      return json(one ?? {}, one ? 200 : 404)(request, response);
    }
    const page = Number(search(request.url).get('pagina') ?? 1);
    const more = all.length > page * 2;
    return json({
      Desde: '',
      Hasta: '',
      Pagina: page,
      Total: all.length,
      PerPagina: 2,
      _links: more ? { next: { href: `/v3/consultas/${mail}?pagina=${page + 1}` } } : {},
      _entries: all.slice((page - 1) * 2, page * 2),
    })(request, response);
  };
  const world = await openWorld({ engine, logger, answer, sweeps: true });
  const cookie = await world.signIn('partner');
  await vi.waitFor(async () => {
    const counts = await world.call('/desk/inquiries/counts', { headers: { cookie } });
    expect(counts.json()).toMatchObject({ complete: true });
  }, WAIT);
  world.upstreamRequests.length = 0;
  const as = async (role: Role) => {
    const cookie = await world.signIn(role);
    const ask = (query = '') => world.call(`${PATH}${query && `&${query}`}`, { headers: { cookie } });
    const lines = async (query = '') => {
      const answer = await ask(query);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        200,
        'application/x-ndjson; charset=utf-8',
      ]);
      return answer.body
        .trimEnd()
        .split('\n')
        .map((line) => ExportLine.parse(JSON.parse(line)));
    };
    const file = async (query = '') => {
      const all = await lines(query);
      const end = all.at(-1);
      if (end?.kind !== 'end') throw new Error('It has no end');
      return { ...end, text: all.map(({ text }) => text).join('') };
    };
    const sids = async (query: string) => {
      const { text } = await file(`columns=sid&${query}`);
      return text.split('\n').flatMap((line) => (line.startsWith('01JC') ? [Number(line.slice(-6))] : []));
    };
    const change = async (number: number, what: object) => {
      const answer = await world.call(`/desk/follow-up/${OWN}/${sidAt(number)}/changes`, {
        method: 'POST',
        headers: { ...CONSOLE, cookie },
        payload: { id: randomUUID(), version: 0, change: what },
      });
      expect(answer.statusCode).toBe(200);
    };
    return { cookie, ask, lines, file, sids, change };
  };
  /** Makes the next export wait for the service. @returns a function that waits for the call and releases its reply */
  const holdService = () => {
    world.clock.now += 60_000;
    const asked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    world.upstream.answer = (request, response) => {
      if (!request.url?.includes('/consultas/')) return answer(request, response);
      asked.resolve();
      void released.promise.then(() => answer(request, response));
    };
    return { asked: asked.promise, release: released.resolve };
  };
  /** Audit entries of exports, newest first. */
  const noted = async (search = '') => {
    const cookie = await world.signIn('partner');
    const url = `/desk/audit?action=exportInquiries${search}`;
    return AuditPage.parse((await world.call(url, { headers: { cookie } })).json()).entries;
  };
  /** Warnings and errors of the log. */
  const complaints = () => lines.map((line) => JSON.parse(line) as { level: number; msg: string });
  /** Calls over a connection that can be closed midway. */
  const connect = async (cookie: string): Promise<Socket> => {
    const { app } = world.gateway;
    const origin = await app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
    const socket = createConnection({ host: '127.0.0.1', port: Number(new URL(origin).port) });
    socket
      .resume()
      .write(`GET ${PATH} HTTP/1.1\r\nhost: ${new URL(origin).host}\r\ncookie: ${cookie}\r\n\r\n`);
    return socket;
  };
  return {
    world,
    list,
    as,
    holdService,
    noted,
    complaints,
    connect,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

onEachEngine((engine) => {
  it('200: everything that matches, with what people did about it', async () => {
    await using desk = await open(engine);
    const seller = await desk.as('seller');
    const change = { kind: 'status', status: 'lost', lostReason: 'price' };
    for (const what of [{ kind: 'touch', how: 'call' }, change]) await seller.change(2, what);
    const columns = [
      'sid',
      'Momento',
      'Auto.Precio.Importe',
      'Interesado.Telefono',
      'Seguimiento.Estado',
      'Seguimiento.Motivo',
      'Seguimiento.PrimerIntento.Por',
      'Reloj.Vence',
      'Reloj.Minutos',
      'Reloj.ATiempo',
    ];
    const { text, name, rows, missing } = await seller.file(
      `desde=2026-03-01&hasta=2026-03-05&headers=interface&columns=${columns.join()}`,
    );
    const zone = 'America/Argentina/Buenos_Aires';
    expect(text.split('\n')).toEqual([
      columns.map((column) => (/^Momento|Vence/.test(column) ? `${column} (${zone})` : column)).join(';'),
      `${sidAt(1)};2026-03-05 10:00:00;10,5;'+54 11 5555;nueva;;;2026-03-05 10:30:00;;no`,
      `${sidAt(2)};2026-03-05 10:00:00;10,5;'+54 11 5555;perdida;precio;Valeria Sosa;2026-03-05 10:30:00;90;no`,
      `${sidAt(3)};2026-03-05 10:00:00;10,5;'+54 11 5555;nueva;;;2026-03-05 10:30:00;;no`,
      '',
    ]);
    expect([rows, missing, name]).toEqual([3, [], `consultas-${OWN}-2026-03-01-2026-03-05.csv`]);
  });

  it('has what the inbox shows of an address, in its order, whatever its age', async () => {
    await using desk = await open(engine, [
      consulta(5, { Momento: '2026-03-05T11:20:00.000-03:00' }),
      consulta(1),
      consulta(2, { Auto: { Marca: 'Citroën' } }),
      consulta(4, { Interesado: { Nombre: 'Juan', Apellido: 'Pérez', Telefono: '011 4444-5555' } }),
      consulta(3, { Momento: '2025-06-04T10:00:00.000-03:00' }),
    ]);
    const seller = await desk.as('seller');
    await seller.change(1, { kind: 'touch', how: 'call' });
    await seller.change(2, { kind: 'claim', claimed: true });
    await seller.change(4, { kind: 'snooze', until: Date.parse('2026-03-06T12:00:00Z') });
    await desk.world.call(`/desk/follow-up/${OWN}/${sidAt(3)}/seen`, {
      method: 'PUT',
      headers: { ...CONSOLE, cookie: seller.cookie },
    });
    for (const [search, sids] of [
      ['', [5, 1, 2, 4, 3]],
      ['desde=2026-03-01', [5, 1, 2, 4]],
      ['hasta=2026-03-04', [3]],
      ['marca=citroen', [2]],
      ['buscar=perez', [4]],
      ['buscar=44445555', [4]],
      ['mias=si', [2]],
      ['seguimiento=sin-leer', [5, 2, 4]],
      ['seguimiento=pospuesta', [4]],
      ['vista=esperando', [3, 2, 5]],
      ['vista=esperando&marca=ford', [3, 5]],
      ['vista=tarde', [3, 2]],
      ['vista=mias', [2]],
      ['vista=hoy', [5, 1, 2, 4]],
      ['vista=pospuestas', [4]],
    ] as const)
      expect([search, await seller.sids(search)]).toEqual([search, sids]);
    const late = await seller.file('vista=tarde&desde=2026-03-01');
    expect([late.rows, late.name]).toEqual([1, `consultas-${OWN}-tarde-2026-03-01-2026-03-05.csv`]);
    expect((await seller.file('vista=mias')).name).toBe(`consultas-${OWN}-mias-2026-03-05.csv`);
    // Results depend on the caller.
    const support = await desk.as('support');
    expect([
      await support.sids('masked=1&vista=mias'),
      await support.sids('masked=1&seguimiento=sin-leer'),
    ]).toEqual([[], [5, 2, 4, 3]]);
  });

  it('is of several agencies, and of none that the person may not see', async () => {
    const foreign = consulta(9, { _links: { self: { href: `/v3/consultas/${FOREIGN}/${sidAt(9)}` } } });
    await using desk = await open(engine, [consulta(1), foreign], [OWN, FOREIGN]);
    const ask = async (role: Role, search: string) => {
      const { cookie } = await desk.as(role);
      const answer = await desk.world.call(
        `/desk/inquiries/export?headers=interface&columns=Agencia,sid${search}`,
        {
          headers: { cookie },
        },
      );
      const lines = answer.statusCode === 200 ? answer.body.trimEnd().split('\n') : [];
      return [answer.statusCode, lines.flatMap((line) => ExportLine.parse(JSON.parse(line)).text).join('')];
    };
    const both = `Agencia;sid\n${OWN};${sidAt(1)}\n${FOREIGN};${sidAt(9)}\n`;
    expect(await ask('partner', '')).toEqual([200, both]);
    expect(await ask('partner', `&agencia=${OWN}&agencia=${FOREIGN}`)).toEqual([200, both]);
    expect(await ask('seller', '')).toEqual([200, `Agencia;sid\n${OWN};${sidAt(1)}\n`]);
    expect(await ask('seller', `&agencia=${OWN}&agencia=${FOREIGN}`)).toEqual([403, '']);
    const noted = await desk.noted('&outcome=done');
    expect(noted.map(({ agency, asked }) => [agency, asked?.agencies])).toEqual([
      [OWN, undefined],
      [null, [OWN, FOREIGN]],
      [null, undefined],
    ]);
  });

  it('of whoever is limited to their own inquiries has those alone', async () => {
    const others = consulta(1, { OperadorResponsable: 'otra@x.example' });
    await using desk = await open(engine, [others, consulta(2)]);
    const database = await openDatabase<GatewayTables>(desk.world.config.database);
    await database.db.updateTable('person_agency').set({ own_inquiries_only: 1 }).execute();
    await database.db
      .updateTable('inquiry')
      .set({ operator_key: desk.world.mail('seller') })
      .where('sid', '=', sidAt(2))
      .execute();
    await database.close();
    const seller = await desk.as('seller');
    expect(await seller.sids('')).toEqual([2]);
    expect(await seller.sids('operador=otra@x.example')).toEqual([]);
    const [last] = await desk.noted();
    expect(last?.asked?.filters).toEqual(['operador']);
  });

  it('has what arrived just now without a webhook', async () => {
    await using desk = await open(engine);
    const partner = await desk.as('partner');
    desk.world.clock.now += 60_000;
    desk.list.unshift(consulta(4, { Momento: '2026-03-05T11:30:30.000-03:00' }));
    expect(await partner.sids('')).toEqual([4, 1, 2, 3]);
  });

  describe('is in the audit once', () => {
    const whose = { agency: OWN, status: 200, code: null };
    const whole = { missing: [], moreMissing: 0 };

    it('with what was asked for, but what was searched, and how many there were', async () => {
      await using desk = await open(engine);
      const support = await desk.as('support');
      await support.file(
        'masked=1&desde=2026-03-01&buscar=Ana%20Canaria&marca=Ford&externalid=X-1&columns=sid',
      );
      await support.file('masked=1&vista=pospuestas&hasta=2026-03-04');
      await support.file('masked=1&format=json');
      await desk.world.call(`${PATH}&masked=1`, { method: 'HEAD', headers: { cookie: support.cookie } });
      const done = { ...whose, outcome: 'done', person: expect.objectContaining({ role: 'support' }) };
      const noted = await desk.noted();
      expect(noted).toEqual([
        expect.objectContaining({
          ...done,
          asked: { from: null, to: null, view: null, filters: [], format: 'json', masked: true },
          given: { ...whole, rows: 3 },
        }),
        expect.objectContaining({
          ...done,
          asked: {
            from: null,
            to: '2026-03-04',
            view: 'pospuestas',
            filters: [],
            format: 'csv',
            masked: true,
          },
          given: { ...whole, rows: 0 },
        }),
        expect.objectContaining({
          ...done,
          asked: {
            from: '2026-03-01',
            to: null,
            view: null,
            filters: ['externalid', 'buscar', 'marca'],
            format: 'csv',
            masked: true,
          },
          given: { ...whole, rows: 0 },
        }),
      ]);
      expect(JSON.stringify(noted)).not.toMatch(/Canaria|Ford|X-1/);
    });

    it('before the service is asked, and whole before its end is given out', async () => {
      await using desk = await open(engine);
      const partner = await desk.as('partner');
      const service = desk.holdService();
      const file = partner.file();
      await service.asked;
      const [before] = await desk.noted();
      expect([before?.outcome, before?.given, before?.status]).toEqual(['unknown', null, null]);
      service.release();
      await file;
      expect((await desk.noted()).map(({ outcome }) => outcome)).toEqual(['done']);
    });

    it('as partial, with the days that may be missing', async () => {
      await using desk = await open(engine);
      const partner = await desk.as('partner');
      desk.world.clock.now += 60_000;
      desk.world.upstream.answer = json({}, 400);
      await partner.file('desde=2026-03-01');
      const missing = [{ agencia: OWN, desde: '2026-03-05', hasta: '2026-03-05', reason: 'stale' }];
      const partial = { ...whose, outcome: 'partial', given: { rows: 3, missing, moreMissing: 0 } };
      expect(await desk.noted()).toEqual([expect.objectContaining(partial)]);
      expect(await desk.noted('&outcome=partial')).toHaveLength(1);
      expect(await desk.noted('&outcome=done')).toHaveLength(0);
      const cookie = await desk.world.signIn('partner');
      const csv = await desk.world.call('/desk/audit/export?action=exportInquiries', { headers: { cookie } });
      expect(csv.body).toContain(
        `,Parcial,200,,2026-03-01,,,,3,${OWN}: 2026-03-05: el servicio no respondió,csv,no`,
      );
    });

    it('as cancelled, when the connection is closed', async () => {
      await using desk = await open(engine);
      const partner = await desk.as('partner');
      const service = desk.holdService();
      const connection = await desk.connect(partner.cookie);
      await service.asked;
      connection.destroy();
      await vi.waitFor(async () => expect((await desk.noted())[0]?.outcome).not.toBe('unknown'), WAIT);
      const given = { ...whole, rows: 0 };
      expect(await desk.noted()).toEqual([
        expect.objectContaining({ ...whose, outcome: 'cancelled', given }),
      ]);
      service.release();
      await vi.waitFor(async () => expect((await partner.ask()).statusCode).toBe(200), WAIT);
      expect((await desk.noted()).map(({ outcome }) => outcome)).toEqual(['done', 'cancelled']);
      expect(desk.complaints()).toEqual([]);
    });

    it('as refused, when its session ends', async () => {
      await using desk = await open(engine);
      const partner = await desk.as('partner');
      const service = desk.holdService();
      const asked = partner.ask();
      await service.asked;
      await desk.world.call('/desk/session', {
        method: 'DELETE',
        headers: { ...CONSOLE, cookie: partner.cookie },
      });
      service.release();
      await expect(asked).rejects.toThrow('destroyed before completion');
      const refused = { outcome: 'refused', code: 'sign-in-required', given: { ...whole, rows: 0 } };
      expect(await desk.noted()).toEqual([expect.objectContaining(refused)]);
      expect(desk.complaints()).toEqual([]);
    });

    it('as partial, when the gateway stops: the file says so in its end', async () => {
      await using desk = await open(engine);
      const partner = await desk.as('partner');
      const service = desk.holdService();
      const { gateway, config } = desk.world;
      const origin = await gateway.app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
      const database = await openDatabase<GatewayTables>(config.database);
      const asked = await fetch(`${origin}${PATH}&columns=sid&desde=2026-03-01`, {
        headers: { cookie: partner.cookie },
      });
      await service.asked;
      const [text] = await Promise.all([asked.text(), gateway.close()]);
      const end = ExportLine.parse(JSON.parse(text.trimEnd().split('\n').at(-1) ?? ''));
      expect(end).toMatchObject({
        kind: 'end',
        rows: 0,
        missing: [
          { agencia: OWN, reason: 'stale' },
          { desde: '2026-03-01', hasta: '2026-03-05', reason: 'stopped' },
        ],
      });
      expect(end.text).toContain(
        'PARCIAL: pueden faltar consultas del 2026-03-01 al 2026-03-05: Vitrina se detuvo\n',
      );
      const entry = await database.db
        .selectFrom('audit')
        .select('ending')
        .where('action', '=', 'exportInquiries')
        .executeTakeFirstOrThrow();
      expect(entry.ending).toBe('partial');
      await database.close();
    });

    it('with an outcome, when the gateway stops in time and nobody reads the end', async () => {
      await using desk = await open(engine);
      const partner = await desk.as('partner');
      const { gateway, config } = desk.world;
      const database = await openDatabase<GatewayTables>(config.database);
      const long = Array.from({ length: 220 }, (_, at) => ({
        ...consulta(at),
        OrigenLead: 'x'.repeat(100_000),
      }));
      await upsertInquiries(database.db, long, {
        agency: OWN,
        learned: 'list',
        hours: defaultHours('America/Argentina/Buenos_Aires'),
        now: desk.world.clock.now,
      });
      const socket = await desk.connect(partner.cookie);
      socket.pause();
      await vi.waitFor(async () => expect(await desk.noted()).toHaveLength(1), WAIT);
      const started = performance.now();
      await gateway.close();
      expect(performance.now() - started).toBeLessThan(8000);
      const entry = await database.db
        .selectFrom('audit')
        .select('ending')
        .where('action', '=', 'exportInquiries')
        .executeTakeFirstOrThrow();
      expect(['partial', 'failed']).toContain(entry.ending);
      await database.close();
    });

    it('as failed, when something breaks, which is in the log', async () => {
      await using desk = await open(engine);
      const partner = await desk.as('partner');
      const database = await openDatabase<GatewayTables>(desk.world.config.database);
      await sql`alter table follow_up rename to elsewhere`.execute(database.db);
      await database.close();
      await expect(partner.ask()).rejects.toThrow('destroyed before completion');
      const failed = { outcome: 'failed', code: 'internal', given: { ...whole, rows: 0 } };
      expect(await desk.noted()).toEqual([expect.objectContaining(failed)]);
      expect(desk.complaints()).toContainEqual(
        expect.objectContaining({ level: 50, msg: 'an export broke off' }),
      );
    });

    it('as refused, when it is none', async () => {
      await using desk = await open(engine);
      await (await desk.as('partner')).ask('locale=fr');
      const refused = { outcome: 'refused', status: 400, code: 'invalid-request', asked: null, given: null };
      expect(await desk.noted()).toEqual([expect.objectContaining(refused)]);
    });
  });
});

describe('a file', () => {
  it('is written as its reader reads', async () => {
    await using desk = await open('sqlite', [
      consulta(1),
      consulta(2, { Interesado: { Nombre: '=1+1', Comentario: '@x', Apellido: null } }),
    ]);
    const partner = await desk.as('partner');
    const columns = 'Interesado.Nombre,Interesado.Comentario,Auto.Kilometraje,Momento,Interesado.Apellido';
    const english = await partner.file(`columns=${columns}&headers=interface&locale=en&bom=1&zone=UTC`);
    expect(english.text).toBe(
      `\uFEFF${columns.replace('Momento', 'Momento (UTC)')}\n` +
        `Ana,"Hola;\r\n""vos""",1234.5,2026-03-05 13:00:00,\n` +
        `'=1+1,'@x,1234.5,2026-03-05 13:00:00,\n`,
    );
    const spanish = await partner.file(`columns=Interesado.Comentario,Auto.Kilometraje`);
    expect(spanish.text).toBe(`Comentario;Kilometraje\n"Hola;\r\n""vos""";1234,5\n'@x;1234,5\n`);
    const [head = ''] = (await partner.file('headers=interface')).text.split('\n');
    expect(head.split(';').map((name) => name.replace(/ \(.*/, ''))).toEqual([...EXPORT_COLUMNS]);
  });

  it('has the names of the dialog in its language, or those of the interface', async () => {
    await using desk = await open();
    const partner = await desk.as('partner');
    for (const [search, head] of [
      ['', 'Momento (UTC);Correo'],
      ['&locale=en', 'Time (UTC),Email'],
      ['&headers=interface', 'Momento (UTC);Interesado.Email'],
    ] as const) {
      const { text } = await partner.file(`columns=Momento,Interesado.Email&zone=UTC${search}`);
      expect(text.split('\n')[0]).toBe(head);
    }
  });

  it('is JSON with typed values', async () => {
    await using desk = await open('sqlite', [consulta(1), consulta(2, { Interesado: {} })]);
    const seller = await desk.as('seller');
    await seller.change(1, { kind: 'touch', how: 'call' });
    const columns = [
      'Momento',
      'Interesado.Comentario',
      'Interesado.Apellido',
      'Auto.Precio.Importe',
      'Seguimiento.Estado',
      'Reloj.Minutos',
      'Reloj.ATiempo',
    ];
    const search = `format=json&bom=1&columns=${columns.join()}`;
    const { text, name } = await seller.file(`${search}&headers=interface`);
    expect(name).toBe(`consultas-${OWN}-2026-03-05.json`);
    const [first, second] = ExportDocument.parse(JSON.parse(text)).rows;
    expect(first).toEqual({
      Momento: '2026-03-05T10:00:00-03:00',
      'Interesado.Comentario': 'Hola;\r\n"vos"',
      'Interesado.Apellido': null,
      'Auto.Precio.Importe': 10.5,
      'Seguimiento.Estado': 'answered',
      'Reloj.Minutos': 90,
      'Reloj.ATiempo': false,
    });
    expect(second).toMatchObject({ 'Interesado.Comentario': null, 'Reloj.Minutos': null });
    const named = await seller.file(`${search}&locale=en&zone=UTC`);
    expect(ExportDocument.parse(JSON.parse(named.text)).rows[0]).toMatchObject({
      Time: '2026-03-05T13:00:00+00:00',
      Comment: 'Hola;\r\n"vos"',
      'On time': false,
    });
  });

  it('is valid JSON without rows, in many batches, and when it is partial', async () => {
    await using desk = await open();
    const partner = await desk.as('partner');
    const read = async (search: string) =>
      ExportDocument.parse(JSON.parse((await partner.file(`format=json&columns=sid&${search}`)).text));
    expect(await read('marca=Fiat')).toEqual({ rows: [], missing: [] });
    const database = await openDatabase<GatewayTables>(desk.world.config.database);
    const many = Array.from({ length: 250 }, (_, at) => consulta(at + 10));
    await upsertInquiries(database.db, many, {
      agency: OWN,
      learned: 'list',
      hours: defaultHours('America/Argentina/Buenos_Aires'),
      now: desk.world.clock.now,
    });
    await database.close();
    expect((await read('')).rows).toHaveLength(253);
    desk.world.clock.now += 60_000;
    desk.world.upstream.answer = json({}, 400);
    const { rows, missing } = await read('');
    expect([rows.length, missing]).toEqual([
      253,
      [{ agencia: OWN, desde: '2026-03-05', hasta: '2026-03-05', reason: 'stale' }],
    ]);
  });

  it('is masked, also in its name, in both formats', async () => {
    const Interesado = {
      Nombre: 'Ana Canaria',
      Apellido: 'Pérez',
      Email: 'ana.canaria@x.example',
      Telefono: '+54 9 11 5555 1234',
      DocIdentidad: '30123456',
      Comentario: 'Soy Ana: 11 5555-1234 o ana.canaria@x.example',
    };
    await using desk = await open('sqlite', [consulta(1, { Interesado })]);
    const support = await desk.as('support');
    const columns = Object.keys(Interesado).map((name) => `Interesado.${name}`);
    const csv = await support.file(`masked=1&locale=en&columns=${columns.join()}`);
    expect(csv.name).toBe(`consultas-${OWN}-2026-03-05-enmascarado.csv`);
    expect(csv.text.split('\n')[1]).toBe(
      `Ana C•••,P•••,a•••@x.example,'+54 9 11 •••• 1234,•••456,Soy Ana: ••• o •••`,
    );
    const { text } = await support.file('masked=1&format=json');
    const whole = `${csv.text}${text}`;
    expect(text).toContain('+54 9 11 •••• 1234');
    for (const secret of ['Canaria', 'canaria', 'Pérez', '5555', '30123'])
      expect(whole).not.toContain(secret);
  });

  it('403: is only masked for support', async () => {
    await using desk = await open();
    const { ask } = await desk.as('support');
    for (const search of ['', 'masked=0', 'columns=sid', 'format=json']) {
      const answer = await ask(search);
      expect([answer.statusCode, answer.json().Type]).toEqual([403, '/problems/forbidden']);
    }
    expect((await ask('masked=1')).statusCode).toBe(200);
    const [done, ...refused] = await desk.noted();
    expect([done?.outcome, refused.map(({ outcome, code }) => [outcome, code])]).toEqual([
      'done',
      Array.from({ length: 4 }, () => ['refused', 'forbidden']),
    ]);
    for (const role of ['seller', 'partner'] as const) {
      const person = await desk.as(role);
      expect((await person.ask()).statusCode).toBe(200);
      expect((await person.file('masked=1&columns=Interesado.Email')).text).toContain('a•••@x.example');
    }
  });

  it('says how far it is', async () => {
    await using desk = await open();
    const lines = await (await desk.as('partner')).lines();
    expect(lines.map((line) => [line.kind, line.rows, line.kind === 'rows' && line.total])).toEqual([
      ['rows', 0, null],
      ['rows', 3, 3],
      ['end', 3, false],
    ]);
  });

  it('is named partial and says what may be missing where an agency could not be read', async () => {
    await using desk = await open();
    const partner = await desk.as('partner');
    desk.world.clock.now += 60_000;
    desk.world.upstream.answer = json({ _entries: null });
    const { text, name, missing, rows } = await partner.file('columns=sid&desde=2026-03-01');
    expect(name).toBe(`consultas-${OWN}-2026-03-01-2026-03-05-parcial.csv`);
    expect(missing).toEqual([{ agencia: OWN, desde: '2026-03-05', hasta: '2026-03-05', reason: 'stale' }]);
    expect(text.split('\n')).toEqual([
      'Identificador (sid)',
      sidAt(1),
      sidAt(2),
      sidAt(3),
      `PARCIAL: ${OWN}: pueden faltar consultas del 2026-03-05 al 2026-03-05: el servicio no respondió`,
      '',
    ]);
    expect(rows).toBe(3);
    // No gaps on earlier days.
    expect((await partner.file('hasta=2026-03-04')).missing).toEqual([]);
  });

  it('is given up when nobody waits for it, and another can begin', async () => {
    await using desk = await open();
    const partner = await desk.as('partner');
    const service = desk.holdService();
    const connection = await desk.connect(partner.cookie);
    await service.asked;
    expect((await partner.ask()).statusCode).toBe(429);
    const headers = { cookie: partner.cookie };
    expect((await desk.world.call('/desk/audit/export', { headers })).statusCode).toBe(429);
    connection.destroy();
    service.release();
    await vi.waitFor(async () => expect((await partner.ask()).statusCode).toBe(200), WAIT);
  });

  it('400: what is no export', async () => {
    await using desk = await open();
    const partner = await desk.as('partner');
    for (const [search, field] of [
      ['desde=hoy', 'desde'],
      ['operador=x', 'operador'],
      ['columns=', 'columns'],
      ['columns=sid,sid', 'columns'],
      ['columns=sid,constructor', 'columns'],
      ['zone=America/Nowhere', 'zone'],
      ['locale=fr', 'locale'],
      ['bom=yes', 'bom'],
      ['format=xml', 'format'],
      ['headers=none', 'headers'],
      ['masked=yes', 'masked'],
      ['vista=todas', 'vista'],
      [`buscar=${'x'.repeat(201)}`, 'buscar'],
      ['pagina=2', '_'],
    ]) {
      const answer = await partner.ask(search);
      expect([search, answer.statusCode, answer.json().Errors]).toEqual([
        search,
        400,
        { [field ?? '']: ['invalid'] },
      ]);
    }
    const headers = { cookie: (await desk.as('seller')).cookie };
    const foreign = await desk.world.call(PATH.replace(OWN, FOREIGN), { headers });
    expect(foreign.json().Type).toBe('/problems/foreign-agency');
    const head = await desk.world.call(PATH, { method: 'HEAD', headers });
    expect([head.statusCode, desk.world.upstreamRequests.length]).toEqual([200, 0]);
  });
});
