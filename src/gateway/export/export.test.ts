import { randomUUID } from 'node:crypto';
import { type Socket, createConnection } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { AuditPage } from '#contract/desk/audit.ts';
import { EXPORT_COLUMNS, ExportLine } from '#contract/desk/export.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { type Engine, openDatabase } from '#database/database.ts';
import { onEachEngine } from '#testing/engines.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { CONSOLE, FOREIGN, OWN, json, openWorld } from '#testing/gateway-world.ts';

const PATH = `/desk/agencies/${OWN}/inquiries/export`;
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

const WAIT = { timeout: 10_000 };

type Consulta = ReturnType<typeof consulta>;

/** A gateway before a list of inquiries in pages of two. */
async function open(
  engine: Engine = 'sqlite',
  list: Consulta[] = [consulta(1), consulta(2), consulta(3)],
  older: Consulta[] = [],
) {
  const lines: string[] = [];
  const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } };
  const world = await openWorld({ engine, logger });
  const search = (url = '') => new URL(url, 'http://x').searchParams;
  world.upstream.answer = (request, response) => {
    const [, sid] = /consultas\/[^/]+\/([^/?]+)/.exec(request.url ?? '') ?? [];
    if (sid) {
      const one = [...list, ...older].find(({ _links }) => _links.self.href.endsWith(sid));
      return json(one ?? {}, one ? 200 : 404)(request, response);
    }
    const page = Number(search(request.url).get('pagina') ?? 1);
    const entries = list.slice((page - 1) * 2, page * 2);
    const more = list.length > page * 2;
    const links = more ? { next: { href: `/v3/consultas/${OWN}?pagina=${page + 1}` } } : {};
    return json({
      Desde: '',
      Hasta: '',
      Pagina: page,
      Total: list.length,
      PerPagina: 2,
      _links: links,
      _entries: entries,
    })(request, response);
  };
  const as = async (role: Role) => {
    const cookie = await world.signIn(role);
    const ask = (query = '') => world.call(`${PATH}${query}`, { headers: { cookie } });
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
      const { text } = await file(`?columns=sid&${query}`);
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
  const pages = () =>
    world.asked.flatMap(({ url }) => (url?.includes('?') ? [Object.fromEntries(search(url))] : []));
  /** Exports as the audit has them, newest first. */
  const noted = async (search = '') => {
    const cookie = await world.signIn('partner');
    const url = `/desk/audit?action=exportInquiries${search}`;
    return AuditPage.parse((await world.call(url, { headers: { cookie } })).json()).entries;
  };
  /** Warnings and errors of the log. */
  const complaints = () => lines.map((line) => JSON.parse(line) as { level: number; msg: string });
  /** Asks over a connection, which can be closed in the middle. */
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
    as,
    pages,
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
      `?desde=2026-03-01&hasta=2026-03-05&externalid=x&operador=o@x.example&columns=${columns.join()}`,
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
    const asked = { operador: 'o@x.example', externalid: 'x', desde: '2026-03-01', hasta: '2026-03-05' };
    expect(desk.pages()).toEqual([asked, { ...asked, pagina: '2' }]);
  });

  it('has what the inbox shows of an address, in the order of the service', async () => {
    await using desk = await open(engine, [
      consulta(1),
      consulta(2, { Auto: { Marca: 'Citroën' } }),
      consulta(3, { Momento: '2026-03-04T10:00:00.000-03:00' }),
      consulta(4, { Interesado: { Nombre: 'Juan', Apellido: 'Pérez', Telefono: '011 4444-5555' } }),
      consulta(5, { Momento: '2026-03-05T11:20:00.000-03:00' }),
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
      ['marca=citroen', [2]],
      ['buscar=perez', [4]],
      ['buscar=44445555', [4]],
      ['mias=si', [2]],
      ['seguimiento=sin-leer', [2, 4, 5]],
      ['seguimiento=pospuesta', [4]],
      ['vista=esperando', [2, 3, 5]],
      ['vista=esperando&marca=ford', [3, 5]],
      ['vista=tarde', [2, 3]],
      ['vista=mias', [2]],
      ['vista=hoy', [1, 2, 4, 5]],
      ['vista=pospuestas', [4]],
    ] as const)
      expect([search, await seller.sids(search)]).toEqual([search, sids]);
    // What is left out was read all the same.
    const { rows, read, name } = await seller.file('?vista=tarde&desde=2026-03-01');
    expect([rows, read, name]).toEqual([2, 5, `consultas-${OWN}-tarde-2026-03-01-2026-03-05.csv`]);
    // What somebody took is read by itself, whatever its age.
    const own = await seller.file('?vista=mias&desde=2026-03-01');
    expect([own.rows, own.read, own.name]).toEqual([1, 1, `consultas-${OWN}-mias-2026-03-05.csv`]);
    // Whose they are is a matter of who asks.
    const support = await desk.as('support');
    expect([await support.sids('vista=mias'), await support.sids('seguimiento=sin-leer')]).toEqual([
      [],
      [2, 3, 4, 5],
    ]);
  });

  it('has what is snoozed whatever its age, the next to return first', async () => {
    const older = [
      consulta(11, { Momento: '2025-06-01T10:00:00-03:00', OperadorResponsable: 'otra@x.example' }),
      consulta(12, { Momento: '2025-05-01T10:00:00-03:00', Auto: { Marca: 'Fiat', ExternalId: 'X-1' } }),
      consulta(13),
    ];
    await using desk = await open(engine, [consulta(1)], older);
    const seller = await desk.as('seller');
    const until = (day: string) => ({ kind: 'snooze', until: Date.parse(`2026-03-${day}T12:00:00Z`) });
    await seller.change(11, until('08'));
    await seller.change(12, until('06'));
    await seller.change(13, until('07'));
    older.pop();
    const { text, rows, gone, missing, name } = await seller.file('?vista=pospuestas&columns=sid');
    expect(text).toBe(`sid\n${sidAt(12)}\n${sidAt(11)}\n`);
    expect([rows, gone, missing, name]).toEqual([2, 1, [], `consultas-${OWN}-pospuestas-2026-03-05.csv`]);
    expect(await seller.sids('vista=pospuestas&externalid=x-1')).toEqual([12]);
    expect(await seller.sids('vista=pospuestas&operador=otra@x.example')).toEqual([11]);
    expect(await seller.sids('vista=pospuestas&desde=2025-05-02')).toEqual([11]);
    expect(await seller.sids('vista=pospuestas&hasta=2025-05-01')).toEqual([12]);
    expect(await seller.sids('vista=pospuestas&desde=2026-03-01&hasta=2026-03-05')).toEqual([]);
    // No list of the service was needed.
    expect(desk.pages()).toEqual([]);

    const { answer } = desk.world.upstream;
    desk.world.upstream.answer = (request, response) =>
      request.url?.includes(sidAt(11)) ? json({}, 400)(request, response) : answer(request, response);
    const partial = await seller.file('?vista=pospuestas');
    expect([partial.rows, partial.name, partial.missing]).toEqual([
      1,
      `consultas-${OWN}-pospuestas-2026-03-05-parcial.csv`,
      [{ desde: '2025-06-01', hasta: '2025-06-01', reason: 'failed' }],
    ]);
  });

  it('of whoever is limited to their own inquiries has those alone', async () => {
    await using desk = await open(engine);
    const partner = await desk.as('partner');
    await partner.change(1, { kind: 'snooze', until: Date.parse('2026-03-06T12:00:00Z') });
    const database = await openDatabase<GatewayTables>(desk.world.config.database);
    await database.db.updateTable('person_agency').set({ own_inquiries_only: 1 }).execute();
    await database.close();
    const seller = await desk.as('seller');
    const { rows, read } = await seller.file('?operador=otra@x.example');
    // Also where the service sends others.
    expect([rows, read]).toEqual([0, 0]);
    expect(await seller.sids('vista=pospuestas')).toEqual([]);
    expect(desk.pages().map(({ operador }) => operador)).toEqual([
      desk.world.mail('seller'),
      desk.world.mail('seller'),
    ]);
    const [snoozed, listed] = await desk.noted();
    expect([snoozed?.asked?.filters, listed?.asked?.filters]).toEqual([['operador'], ['operador']]);
  });

  describe('is in the audit once', () => {
    const whose = { agency: OWN, status: 200, code: null };
    const whole = { missing: [], moreMissing: 0 };

    it('with what was asked for, but what was searched, and how many there were', async () => {
      await using desk = await open(engine);
      const support = await desk.as('support');
      await support.file('?desde=2026-03-01&buscar=Ana%20Canaria&marca=Ford&externalid=X-1&columns=sid');
      await support.file('?vista=pospuestas&hasta=2026-03-04');
      await support.file();
      await desk.world.call(PATH, { method: 'HEAD', headers: { cookie: support.cookie } });
      const done = { ...whose, outcome: 'done', person: expect.objectContaining({ role: 'support' }) };
      const noted = await desk.noted();
      expect(noted).toEqual([
        expect.objectContaining({
          ...done,
          asked: { from: '2025-12-05', to: '2026-03-05', view: null, filters: [] },
          given: { ...whole, rows: 3 },
        }),
        expect.objectContaining({
          ...done,
          asked: { from: null, to: '2026-03-04', view: 'pospuestas', filters: [] },
          given: { ...whole, rows: 0 },
        }),
        expect.objectContaining({
          ...done,
          asked: {
            from: '2026-03-01',
            to: '2026-03-05',
            view: null,
            filters: ['externalid', 'buscar', 'marca'],
          },
          given: { ...whole, rows: 0 },
        }),
      ]);
      expect(JSON.stringify(noted)).not.toMatch(/Canaria|Ford|X-1/);
    });

    it('before the service is asked, and whole before its end is given out', async () => {
      await using desk = await open(engine);
      const partner = await desk.as('partner');
      const { answer } = desk.world.upstream;
      const meanwhile: unknown[] = [];
      const look = async () =>
        meanwhile.push((await desk.noted()).map(({ outcome, given, status }) => [outcome, given, status]));
      desk.world.upstream.answer = (request, response) => void look().then(() => answer(request, response));
      await partner.file();
      expect(meanwhile).toEqual([[['unknown', null, null]], [['unknown', null, null]]]);
      expect((await desk.noted()).map(({ outcome }) => outcome)).toEqual(['done']);
    });

    it('as partial, with the days that are missing', async () => {
      await using desk = await open(engine);
      const partner = await desk.as('partner');
      const { answer } = desk.world.upstream;
      desk.world.upstream.answer = (request, response) =>
        request.url?.includes('pagina=2') ? json({}, 400)(request, response) : answer(request, response);
      await partner.file('?desde=2026-03-01');
      const missing = [{ desde: '2026-03-01', hasta: '2026-03-05', reason: 'failed' }];
      const partial = { ...whose, outcome: 'partial', given: { rows: 2, missing, moreMissing: 0 } };
      expect(await desk.noted()).toEqual([expect.objectContaining(partial)]);
      expect(await desk.noted('&outcome=partial')).toHaveLength(1);
      expect(await desk.noted('&outcome=done')).toHaveLength(0);
      const cookie = await desk.world.signIn('partner');
      const csv = await desk.world.call('/desk/audit/export?action=exportInquiries', { headers: { cookie } });
      expect(csv.body).toContain(
        ',Parcial,200,,2026-03-01,2026-03-05,,,2,2026-03-01 al 2026-03-05: el servicio no las dio',
      );
    });

    it.each([1, 2])('as cancelled, when the connection is closed before page %i', async (page) => {
      await using desk = await open(engine);
      const partner = await desk.as('partner');
      const { answer } = desk.world.upstream;
      const held = Promise.withResolvers<void>();
      desk.world.upstream.answer = (request, response) =>
        page === 1 || request.url?.includes('pagina=2') ? held.resolve() : answer(request, response);
      const connection = await desk.connect(partner.cookie);
      await held.promise;
      connection.destroy();
      await vi.waitFor(async () => expect((await desk.noted())[0]?.outcome).not.toBe('unknown'), WAIT);
      const given = { ...whole, rows: page === 1 ? 0 : 2 };
      expect(await desk.noted()).toEqual([
        expect.objectContaining({ ...whose, outcome: 'cancelled', given }),
      ]);
      desk.world.upstream.answer = answer;
      await vi.waitFor(async () => expect((await partner.ask()).statusCode).toBe(200), WAIT);
      expect((await desk.noted()).map(({ outcome }) => outcome)).toEqual(['done', 'cancelled']);
      expect(desk.complaints()).toEqual([]);
    });

    it('as refused, when its session ends', async () => {
      await using desk = await open(engine);
      const partner = await desk.as('partner');
      const { answer } = desk.world.upstream;
      desk.world.upstream.answer = (request, response) => {
        void desk.world
          .call('/desk/session', { method: 'DELETE', headers: { ...CONSOLE, cookie: partner.cookie } })
          .then(() => answer(request, response));
      };
      await expect(partner.ask()).rejects.toThrow('destroyed before completion');
      expect(desk.pages()).toHaveLength(1);
      const refused = { outcome: 'refused', code: 'sign-in-required', given: { ...whole, rows: 2 } };
      expect(await desk.noted()).toEqual([expect.objectContaining(refused)]);
      expect(desk.complaints()).toEqual([]);
    });

    it('as partial, when the gateway stops: the file says so in its end', async () => {
      await using desk = await open(engine);
      const partner = await desk.as('partner');
      const { answer } = desk.world.upstream;
      const held = Promise.withResolvers<void>();
      desk.world.upstream.answer = (request, response) =>
        request.url?.includes('pagina=2') ? held.resolve() : answer(request, response);
      const { gateway, config } = desk.world;
      const origin = await gateway.app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
      const database = await openDatabase<GatewayTables>(config.database);
      const asked = await fetch(`${origin}${PATH}?columns=sid&desde=2026-03-01`, {
        headers: { cookie: partner.cookie },
      });
      await held.promise;
      const [text] = await Promise.all([asked.text(), gateway.close()]);
      const end = ExportLine.parse(JSON.parse(text.trimEnd().split('\n').at(-1) ?? ''));
      const missing = [{ desde: '2026-03-01', hasta: '2026-03-05', reason: 'stopped' }];
      expect(end).toMatchObject({ kind: 'end', rows: 2, missing });
      expect(end.text).toBe('PARCIAL: faltan consultas del 2026-03-01 al 2026-03-05: Vitrina se detuvo\n');
      const entry = await database.db
        .selectFrom('audit')
        .select(['ending', 'given'])
        .where('action', '=', 'exportInquiries')
        .executeTakeFirstOrThrow();
      expect([entry.ending, JSON.parse(entry.given ?? '')]).toEqual([
        'partial',
        { rows: 2, missing, moreMissing: 0 },
      ]);
      await database.close();
    });

    it('with an outcome, when the gateway stops in time and nobody reads the end', async () => {
      await using desk = await open(
        engine,
        Array.from({ length: 4 }, (_, at) => ({
          ...consulta(at),
          Interesado: { ...consulta(at).Interesado, Comentario: 'x'.repeat(2_000_000) },
        })),
      );
      const partner = await desk.as('partner');
      const { gateway, config } = desk.world;
      const database = await openDatabase<GatewayTables>(config.database);
      const socket = await desk.connect(partner.cookie);
      socket.pause();
      await vi.waitFor(() => expect(desk.pages().length).toBeGreaterThan(0), WAIT);
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
      await (await desk.as('partner')).ask('?locale=fr');
      const refused = { outcome: 'refused', status: 400, code: 'invalid-request', asked: null, given: null };
      expect(await desk.noted()).toEqual([expect.objectContaining(refused)]);
    });
  });
});

describe('a file', () => {
  it('is written as its reader reads', async () => {
    await using desk = await open('sqlite', [
      consulta(1),
      consulta(2, { Interesado: { Nombre: '=1+1', Comentario: '@x', Apellido: null }, Momento: 'ayer' }),
    ]);
    const partner = await desk.as('partner');
    const columns = 'Interesado.Nombre,Interesado.Comentario,Auto.Kilometraje,Momento,Interesado.Apellido';
    const english = await partner.file(`?columns=${columns}&locale=en&bom=1&zone=UTC`);
    expect(english.text).toBe(
      `\uFEFF${columns.replace('Momento', 'Momento (UTC)')}\n` +
        `Ana,"Hola;\r\n""vos""",1234.5,2026-03-05 13:00:00,\n` +
        `'=1+1,'@x,1234.5,ayer,\n`,
    );
    const spanish = await partner.file(`?columns=Interesado.Comentario,Auto.Kilometraje`);
    expect(spanish.text).toBe(
      `Interesado.Comentario;Auto.Kilometraje\n"Hola;\r\n""vos""";1234,5\n'@x;1234,5\n`,
    );
    const [head = ''] = (await partner.file()).text.split('\n');
    expect(head.split(';').map((name) => name.replace(/ \(.*/, ''))).toEqual([...EXPORT_COLUMNS]);
  });

  it('says how far it is', async () => {
    await using desk = await open();
    const lines = await (await desk.as('partner')).lines();
    expect(
      lines.map(({ kind, rows, read, ...rest }) => [
        kind,
        rows,
        read,
        'pages' in rest && [rest.pages, rest.total],
      ]),
    ).toEqual([
      ['rows', 0, 0, [0, null]],
      ['rows', 2, 2, [1, 3]],
      ['rows', 3, 3, [2, 3]],
      ['end', 3, 3, false],
    ]);
  });

  it('has what came twice once', async () => {
    await using desk = await open('sqlite', [consulta(1), consulta(2), consulta(2), consulta(3)]);
    expect((await (await desk.as('partner')).file('?columns=sid')).text).toBe(
      `sid\n${[1, 2, 3].map(sidAt).join('\n')}\n`,
    );
  });

  it('is named partial and says what is missing when the service goes away', async () => {
    await using desk = await open();
    const partner = await desk.as('partner');
    const { answer } = desk.world.upstream;
    desk.world.upstream.answer = (request, response) =>
      request.url?.includes('pagina=2') ? json({}, 400)(request, response) : answer(request, response);
    const { text, name, missing, rows } = await partner.file('?columns=sid&desde=2026-03-01');
    expect(name).toBe(`consultas-${OWN}-2026-03-01-2026-03-05-parcial.csv`);
    expect(missing).toEqual([{ desde: '2026-03-01', hasta: '2026-03-05', reason: 'failed' }]);
    expect(text.split('\n')).toEqual([
      'sid',
      sidAt(1),
      sidAt(2),
      'PARCIAL: faltan consultas del 2026-03-01 al 2026-03-05: el servicio no las dio',
      '',
    ]);
    expect(rows).toBe(2);
    // A page that is not what it should be is none.
    desk.world.upstream.answer = json({ _entries: null });
    expect((await partner.file('?columns=sid')).name).toContain('parcial');
  });

  it('waits where the service asks for it', async () => {
    await using desk = await open();
    const partner = await desk.as('partner');
    const { answer } = desk.world.upstream;
    let refused = 0;
    desk.world.upstream.answer = (request, response) => {
      if (refused++ > 0) return answer(request, response);
      return json({}, 429)(request, response);
    };
    expect(await partner.file('?columns=sid')).toMatchObject({ rows: 3, missing: [] });
  });

  it('is given up when nobody waits for it, and another can begin', async () => {
    await using desk = await open();
    const partner = await desk.as('partner');
    const held: (() => void)[] = [];
    const { answer } = desk.world.upstream;
    desk.world.upstream.answer = (request, response) => void held.push(() => answer(request, response));
    const connection = await desk.connect(partner.cookie);
    await vi.waitFor(() => expect(held).toHaveLength(1), { timeout: 10_000 });
    expect((await partner.ask()).statusCode).toBe(429);
    const headers = { cookie: partner.cookie };
    expect((await desk.world.call('/desk/audit/export', { headers })).statusCode).toBe(429);
    const closed = new Promise((resolve) => desk.world.asked.at(-1)?.once('close', resolve));
    connection.destroy();
    await closed;
    desk.world.upstream.answer = answer;
    await vi.waitFor(async () => expect((await partner.ask()).statusCode).toBe(200), { timeout: 10_000 });
  });

  it('400: what is no export', async () => {
    await using desk = await open();
    const partner = await desk.as('partner');
    for (const [search, field] of [
      ['desde=2025-01-01', 'desde'],
      ['hasta=2026-03-06', 'hasta'],
      ['desde=hoy', 'desde'],
      ['operador=x', 'operador'],
      ['columns=', 'columns'],
      ['columns=sid,sid', 'columns'],
      ['columns=sid,constructor', 'columns'],
      ['zone=America/Nowhere', 'zone'],
      ['locale=fr', 'locale'],
      ['bom=yes', 'bom'],
      ['vista=todas', 'vista'],
      [`buscar=${'x'.repeat(201)}`, 'buscar'],
      ['pagina=2', '_'],
    ]) {
      const answer = await partner.ask(`?${search}`);
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
    expect([head.statusCode, desk.world.asked.length]).toEqual([200, 0]);
  });
});
