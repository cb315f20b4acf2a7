import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { AuditPage } from '#contract/desk/audit.ts';
import { EXPORT_COLUMNS, ExportDocument, MAX_RUNNING_EXPORTS } from '#contract/desk/export.ts';
import { FILE_DAYS, Job } from '#contract/desk/jobs.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { defaultHours } from '#contract/hours.ts';
import { type Engine, openDatabase } from '#database/database.ts';
import { onBothEngines, onEachEngine } from '#testing/engines.ts';
import { eraseBuyer, parseBuyerKeys } from '#gateway/inquiries/erasure.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { CONSOLE, FOREIGN, OWN, type World, json, openWorld } from '#testing/gateway-world.ts';

const PATH = '/desk/exports';
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
    const get = (url: string) => world.call(url, { headers: { cookie } });
    const send = (method: 'POST' | 'PUT', url: string, payload: object) =>
      world.call(url, { method, headers: { ...CONSOLE, cookie }, payload });
    /** Asks for an export by a search like the inbox's, of the own agency unless it names others. */
    const ask = (search = '', id: string = randomUUID()) => {
      const parameters = new URLSearchParams(search);
      const agencia = parameters.has('agencia') ? parameters.getAll('agencia').filter(Boolean) : [OWN];
      const body = {
        id,
        ...Object.fromEntries(parameters),
        agencia: agencia.length > 0 ? agencia : undefined,
      };
      return send('POST', PATH, body);
    };
    const jobOf = async (id: string) => Job.parse((await get(`/desk/jobs/${id}`)).json());
    const ended = (id: string) =>
      vi.waitFor(async () => {
        const job = await jobOf(id);
        expect(job.finishedAt).not.toBeNull();
        return job;
      }, WAIT);
    const start = async (search = '') => {
      const answer = await ask(search);
      expect(answer.statusCode).toBe(200);
      return Job.parse(answer.json()).id;
    };
    const download = (id: string) => get(`/desk/jobs/${id}/file`);
    const setState = (id: string, state: Job['state']) => send('PUT', `/desk/jobs/${id}/state`, { state });
    const file = async (search = '') => {
      const id = await start(search);
      const { name, rows, file: made } = await ended(id);
      const answer = await download(id);
      expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
        200,
        `attachment; filename="${name}"`,
      ]);
      return { id, name, rows, missing: made?.missing, text: answer.body };
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
    return { cookie, get, send, ask, start, jobOf, ended, download, setState, file, sids, change };
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
  const database = await openDatabase<GatewayTables>(world.config.database);
  const { db } = database;
  /** Adds inquiries to the index. */
  const index = (entries: Consulta[]) =>
    upsertInquiries(db, entries, {
      agency: OWN,
      learned: 'list',
      hours: defaultHours('America/Argentina/Buenos_Aires'),
      now: world.clock.now,
    });
  return {
    world,
    list,
    as,
    holdService,
    noted,
    complaints,
    db,
    index,
    async [Symbol.asyncDispose]() {
      await database.close();
      await world[Symbol.asyncDispose]();
    },
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
      const person = await desk.as(role);
      const query = `headers=interface&columns=Agencia,sid&agencia=${search}`;
      const { statusCode } = await person.ask(query);
      return [statusCode, statusCode === 200 ? (await person.file(query)).text : ''];
    };
    const both = `Agencia;sid\n${OWN};${sidAt(1)}\n${FOREIGN};${sidAt(9)}\n`;
    expect(await ask('partner', '')).toEqual([200, both]);
    expect(await ask('partner', `${OWN}&agencia=${FOREIGN}`)).toEqual([200, both]);
    expect(await ask('seller', '')).toEqual([200, `Agencia;sid\n${OWN};${sidAt(1)}\n`]);
    expect(await ask('seller', `${OWN}&agencia=${FOREIGN}`)).toEqual([403, '']);
    const noted = await desk.noted('&outcome=done');
    expect(noted.filter((_, at) => at % 2).map(({ agency, asked }) => [agency, asked?.agencies])).toEqual([
      [OWN, undefined],
      [null, [OWN, FOREIGN]],
      [null, undefined],
    ]);
  });

  it('of whoever is limited to their own inquiries has those alone', async () => {
    const others = consulta(1, { OperadorResponsable: 'otra@x.example' });
    await using desk = await open(engine, [others, consulta(2)]);
    await desk.db.updateTable('person_agency').set({ own_inquiries_only: 1 }).execute();
    await desk.db
      .updateTable('inquiry')
      .set({ operator_key: desk.world.mail('seller') })
      .where('sid', '=', sidAt(2))
      .execute();
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

    it('from its start on, and whole before its file can be had', async () => {
      await using desk = await open(engine);
      const partner = await desk.as('partner');
      const service = desk.holdService();
      const id = await partner.start();
      await service.asked;
      const [before] = await desk.noted();
      expect([before?.outcome, before?.given, before?.status]).toEqual(['unknown', null, null]);
      expect((await partner.download(id)).statusCode).toBe(404);
      service.release();
      await partner.ended(id);
      expect((await desk.noted()).map(({ outcome, target }) => [outcome, target])).toEqual([['done', id]]);
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

    it('as cancelled, without a file', async () => {
      await using desk = await open(engine);
      const partner = await desk.as('partner');
      const service = desk.holdService();
      const id = await partner.start();
      await service.asked;
      expect((await partner.setState(id, 'cancelled')).statusCode).toBe(200);
      service.release();
      const given = { ...whole, rows: 0 };
      expect(await desk.noted()).toEqual([
        expect.objectContaining({ ...whose, outcome: 'cancelled', given }),
      ]);
      await partner.file();
      expect((await partner.download(id)).statusCode).toBe(404);
      const parts = await desk.db
        .selectFrom('export_part')
        .select('job_id')
        .where('job_id', '=', id)
        .execute();
      expect(parts).toEqual([]);
      expect(desk.complaints()).toEqual([]);
    });

    it('as refused, when a right is taken away meanwhile, and as cancelled with the access', async () => {
      await using desk = await open(engine);
      const people = () => desk.db.updateTable('person').where('mail', '=', desk.world.mail('seller'));
      for (const [takeAway, outcome, code] of [
        [() => people().set({ role: 'support' }).execute(), 'refused', 'forbidden'],
        [
          () => desk.db.updateTable('person_agency').set({ admin_mail: FOREIGN }).execute(),
          'refused',
          'foreign-agency',
        ],
        [
          () =>
            desk.db.updateTable('person_agency').set({ admin_mail: OWN, own_inquiries_only: 1 }).execute(),
          'refused',
          'foreign-agency',
        ],
        [() => people().set({ disabled_at: 1 }).execute(), 'cancelled', null],
      ] as const) {
        const seller = await desk.as('seller');
        const service = desk.holdService();
        // All of the person's agencies, without naming one.
        await seller.start('agencia=');
        await service.asked;
        await takeAway();
        service.release();
        await vi.waitFor(async () => {
          const [last] = await desk.noted();
          expect([last?.outcome, last?.code, last?.given?.rows]).toEqual([outcome, code, 0]);
        }, WAIT);
        expect(await desk.db.selectFrom('export_part').select('number').execute()).toEqual([]);
        await people().set({ role: 'seller' }).execute();
        await desk.db.updateTable('person_agency').set({ admin_mail: OWN, own_inquiries_only: 0 }).execute();
      }
      expect(desk.complaints()).toEqual([]);
    });

    it('as failed, when something breaks again and again, which is in the log', async () => {
      await using desk = await open(engine);
      const partner = await desk.as('partner');
      await sql`alter table follow_up rename to elsewhere`.execute(desk.db);
      const id = await partner.start();
      await vi.waitFor(async () => {
        const row = await desk.db
          .selectFrom('job_row')
          .innerJoin('job', 'job.id', 'job_id')
          .select(['attempts', 'leased_by'])
          .where('number', '=', 2)
          .executeTakeFirst();
        expect(row).toEqual({ attempts: 1, leased_by: null });
      }, WAIT);
      // As if it had been tried for long.
      await desk.db.updateTable('job_row').set({ attempts: 6, due_at: 1 }).where('number', '=', 2).execute();
      for (const state of ['paused', 'running'] as const) await partner.setState(id, state);
      await vi.waitFor(async () => expect((await desk.noted())[0]?.outcome).not.toBe('unknown'), WAIT);
      const failed = { outcome: 'failed', code: 'internal', given: { ...whole, rows: 0 } };
      expect(await desk.noted()).toEqual([expect.objectContaining(failed)]);
      expect(await partner.jobOf(id)).toMatchObject({
        state: 'done',
        file: { failure: 'internal', until: null },
      });
      expect(desk.complaints()).toContainEqual(
        expect.objectContaining({ level: 50, msg: 'a row of a job failed' }),
      );
      expect((await partner.send('POST', `/desk/jobs/${id}/retry`, {})).statusCode).toBe(409);
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
    await desk.index(Array.from({ length: 250 }, (_, at) => consulta(at + 10)));
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
    const { ask, file } = await desk.as('support');
    for (const search of ['', 'masked=0', 'columns=sid', 'format=json']) {
      const answer = await ask(search);
      expect([answer.statusCode, answer.json().Type]).toEqual([403, '/problems/forbidden']);
    }
    await file('masked=1');
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
    expect((await partner.ask('', 'x')).json().Errors).toEqual({ id: ['invalid'] });
    const foreign = await (await desk.as('seller')).ask(`agencia=${FOREIGN}`);
    expect(foreign.json().Type).toBe('/problems/foreign-agency');
    expect(desk.world.upstreamRequests).toEqual([]);
  });
});

onBothEngines((engine) => {
  describe('the job of an export', () => {
    /** More than a part has. */
    const MANY = 1200;
    const openMany = async () => {
      const desk = await open(engine, []);
      await desk.index(Array.from({ length: MANY }, (_, at) => consulta(at)));
      return desk;
    };
    /** As if the process had ended before a row was done. */
    const leaveUnfinished = async (
      { db, world }: Awaited<ReturnType<typeof open>>,
      id: string,
      row: number,
    ) => {
      await db
        .updateTable('job')
        .set({ state: 'running', finished_at: null, due_at: 1, done: (row - 2) * 1000 })
        .set({ leased_by: 'gone', leased_until: world.clock.now - 1 })
        .where('id', '=', id)
        .execute();
      await db.deleteFrom('job_row').where('job_id', '=', id).where('number', '>', row).execute();
      await db
        .updateTable('job_row')
        .set({ state: 'pending', at: null })
        .where('job_id', '=', id)
        .where('number', '=', row)
        .execute();
    };

    it('goes on after the process that worked on it is gone, wherever that was', async () => {
      await using desk = await openMany();
      const partner = await desk.as('partner');
      const { id, text, rows } = await partner.file('columns=sid');
      expect([rows, text.trimEnd().split('\n').length]).toEqual([MANY, MANY + 1]);
      // The last part was not stored; then, it was, but not that its row is done.
      await desk.db.deleteFrom('export_part').where('job_id', '=', id).where('number', '=', 3).execute();
      for (const row of [3, 3]) {
        await leaveUnfinished(desk, id, row);
        await desk.world.restart();
        expect(await partner.ended(id)).toMatchObject({ state: 'done', rows: MANY, done: MANY, failed: 0 });
        expect((await partner.download(id)).body).toBe(text);
      }
    });

    it('is paused, continued and is shown with its progress', async () => {
      await using desk = await openMany();
      const partner = await desk.as('partner');
      const service = desk.holdService();
      const id = await partner.start('format=json&masked=1&columns=sid');
      await service.asked;
      const running = (await partner.get('/desk/jobs?running=1')).json<{ jobs: Job[] }>().jobs;
      const file = { format: 'json', masked: true, missing: null, failure: null, until: null };
      expect(running).toMatchObject([{ id, kind: 'export', state: 'running', rows: MANY, done: 0, file }]);
      await partner.setState(id, 'paused');
      service.release();
      await vi.waitFor(async () => {
        const { leased_by } = await desk.db.selectFrom('job').select('leased_by').executeTakeFirstOrThrow();
        expect(leased_by).toBeNull();
      }, WAIT);
      expect(await partner.jobOf(id)).toMatchObject({ state: 'paused', finishedAt: null });
      expect((await partner.download(id)).statusCode).toBe(404);
      await partner.setState(id, 'running');
      const until = desk.world.clock.now + FILE_DAYS * 86_400_000;
      expect(await partner.ended(id)).toMatchObject({
        rows: MANY,
        done: MANY,
        name: expect.stringMatching(/-enmascarado\.json$/),
        file: { ...file, missing: [], until },
      });
    });

    it('that is sent again is the same, of somebody else is refused, and only so many go on at once', async () => {
      await using desk = await open(engine);
      const partner = await desk.as('partner');
      const service = desk.holdService();
      const id = randomUUID();
      expect(Job.parse((await partner.ask('', id)).json())).toMatchObject({ id, kind: 'export' });
      expect(Job.parse((await partner.ask('', id)).json())).toMatchObject({ id });
      expect(await desk.noted()).toHaveLength(1);
      expect((await (await desk.as('seller')).ask('', id)).statusCode).toBe(409);
      for (let more = 1; more < MAX_RUNNING_EXPORTS; more += 1) await partner.start();
      expect((await partner.ask()).statusCode).toBe(429);
      expect((await (await desk.as('seller')).ask()).statusCode).toBe(200);
      service.release();
      await partner.ended(id);
      await vi.waitFor(async () => expect((await partner.ask()).statusCode).toBe(200), WAIT);
    });

    it('gives its file to its person alone, while they may see as much', async () => {
      await using desk = await open(engine);
      const [seller, partner, support] = [
        await desk.as('seller'),
        await desk.as('partner'),
        await desk.as('support'),
      ];
      const { id } = await seller.file();
      expect((await partner.jobOf(id)).name).not.toBe('');
      expect([(await partner.download(id)).statusCode, (await support.download(id)).statusCode]).toEqual([
        403, 404,
      ]);
      expect((await desk.world.call(`/desk/jobs/${id}/file`)).statusCode).toBe(401);
      expect((await seller.download(randomUUID())).statusCode).toBe(404);
      const head = await desk.world.call(`/desk/jobs/${id}/file`, {
        method: 'HEAD',
        headers: { cookie: seller.cookie },
      });
      expect([head.statusCode, head.body]).toEqual([200, '']);
      const limit = (own: 0 | 1) =>
        desk.db.updateTable('person_agency').set({ own_inquiries_only: own }).execute();
      await limit(1);
      expect((await seller.download(id)).json().Type).toBe('/problems/foreign-agency');
      await limit(0);
      expect((await seller.download(id)).statusCode).toBe(200);
      await desk.db.updateTable('person').set({ role: 'support' }).where('role', '=', 'seller').execute();
      expect((await seller.download(id)).json().Type).toBe('/problems/forbidden');
    });

    it('keeps its file for a time, and the newest files only', async () => {
      await using desk = await open(engine);
      const partner = await desk.as('partner');
      const ids: string[] = [];
      for (let count = 0; count < 11; count += 1) {
        desk.world.clock.now += 1;
        ids.push((await partner.file('columns=sid')).id);
      }
      const [oldest = '', ...others] = ids;
      expect((await partner.download(oldest)).statusCode).toBe(404);
      expect(await partner.jobOf(oldest)).toMatchObject({ state: 'done', file: { until: null } });
      for (const id of others) expect((await partner.download(id)).statusCode).toBe(200);
      desk.world.clock.now += FILE_DAYS * 86_400_000 + 1;
      const later = await desk.as('partner');
      expect((await later.download(others.at(-1) ?? '')).statusCode).toBe(404);
      await desk.world.restart();
      await vi.waitFor(
        async () => expect(await desk.db.selectFrom('export_part').select('job_id').execute()).toEqual([]),
        WAIT,
      );
    });

    it('has no file left when a buyer is erased, nor when it goes on meanwhile', async () => {
      await using desk = await open(engine);
      const partner = await desk.as('partner');
      const { id } = await partner.file();
      const service = desk.holdService();
      const other = await partner.start();
      await service.asked;
      await eraseBuyer(desk.db, parseBuyerKeys({ mail: 'ana@x.example' }).keys, desk.world.clock.now);
      service.release();
      expect((await partner.download(id)).statusCode).toBe(404);
      expect(await partner.ended(other)).toMatchObject({
        file: { failure: 'changed-meanwhile', until: null },
      });
      expect(await desk.db.selectFrom('export_part').select('number').execute()).toEqual([]);
      expect((await desk.noted()).map(({ outcome }) => outcome)).toEqual(['failed', 'done']);
    });
  });
});
