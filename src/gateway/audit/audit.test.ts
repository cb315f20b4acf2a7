import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { type AuditExportQuery, AuditEntryPage } from '#contract/desk/audit.ts';
import { desk } from '#contract/desk/desk.ts';
import { addressOf } from '#contract/endpoint.ts';
import { CompiledQuery, sql } from 'kysely';
import { onEachEngine } from '#testing/engines.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { CONSOLE, FOREIGN, OWN, SID, type World, json, openWorld, signIn } from '#testing/gateway-world.ts';
import { fetchAuditPage, fetchAuditSlice, insertEntry } from './store.ts';

const list = async (world: World, cookie: string, search = '') =>
  AuditEntryPage.parse((await world.call(`/desk/audit${search}`, { headers: { cookie } })).json());

/** Entries, oldest first, without the initial sign-ins. */
async function recorded(world: World, cookie: string) {
  const { entries } = await list(world, cookie);
  return entries
    .filter(({ action, outcome }) => action !== 'signIn' || outcome !== 'done')
    .map(({ person, action, agency, target, outcome, status, code }) => [
      person?.role ?? null,
      action,
      agency,
      target,
      outcome,
      status,
      code,
    ])
    .toReversed();
}

const REFUSED = { sqlite: 'append-only', postgres: 'syntax error' };

onEachEngine((engine) => {
  it('records what was tried though the client hung up meanwhile', async () => {
    await using world = await openWorld({ engine });
    const partner = await world.signIn('partner');
    const { app } = world.gateway;
    await app.listen({ host: '127.0.0.1', port: 0 });
    // One TCP segment, so that the request is read before the password is verified.
    app.server.once('request', ({ socket }) => setImmediate(() => socket.destroy()));
    const body = JSON.stringify({ mail: world.mail('seller'), password: 'x' });
    const client = connect({ host: '127.0.0.1', port: Number(new URL(app.listeningOrigin).port) });
    const headers = {
      ...CONSOLE,
      host: 'x',
      'content-type': 'application/json',
      'content-length': body.length,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    client.end(`POST /desk/session HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
    await once(client.resume(), 'close');
    await vi.waitFor(async () =>
      expect((await list(world, partner)).entries[0]).toMatchObject({
        action: 'signIn',
        person: { role: 'seller' },
        address: '127.0.0.1',
        outcome: 'refused',
      }),
    );
  });

  it('records writes, tries to sign in and refusals of a right, and no reads', async () => {
    await using world = await openWorld({ engine });
    const [seller, partner] = [await world.signIn('seller'), await world.signIn('partner')];
    const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, cookie: string, payload?: object) =>
      world.call(url, { method, headers: { ...CONSOLE, cookie }, ...(payload && { payload }) });

    await signIn(world.call, { mail: world.mail('seller'), password: 'x' });
    await signIn(world.call, { mail: 'hunter2@x.example', password: 'x' });
    await ask('GET', `/v3/agencias/${OWN}`, seller);
    await ask('GET', `/v3/agencias/${FOREIGN}`, seller);
    await ask('GET', '/desk/people', seller);
    await ask('PUT', `/v3/agencias/${OWN}`, seller, {});
    await ask('PUT', `/v3/agencias/${OWN.toUpperCase()}`, partner, { Nombre: 'Ruta' });
    world.upstream.answer = (_, response) =>
      response.writeHead(202, { location: '/v3/agencias/n@x.example' }).end();
    await ask('POST', '/v3/agencias', partner, { AdminMail: 'n@x.example' });
    world.upstream.answer = json({ Errors: { _: ['x'] } }, 409, 'application/problem+json');
    await ask('POST', `/v3/consultas/${OWN}/${SID}/resendwebhook`, partner);
    await ask('POST', '/desk/people', partner, {
      mail: 'p@x.example',
      name: 'Pe',
      role: 'support',
      agencies: [],
    });
    await world.call('/desk/session', { method: 'DELETE', headers: { cookie: seller } });
    await ask('DELETE', '/desk/session', seller);

    expect(await recorded(world, partner)).toEqual([
      ['seller', 'signIn', null, null, 'refused', 401, 'wrong-credentials'],
      [null, 'signIn', null, null, 'refused', 401, 'wrong-credentials'],
      ['seller', 'viewAgency', FOREIGN, null, 'refused', 403, 'foreign-agency'],
      ['seller', 'listPeople', null, null, 'refused', 403, 'forbidden'],
      ['seller', 'editAgency', OWN, null, 'refused', 403, 'forbidden'],
      ['partner', 'editAgency', OWN, null, 'done', 200, null],
      ['partner', 'inviteAgency', 'n@x.example', null, 'done', 202, null],
      ['partner', 'resendInquiry', OWN, SID, 'refused', 409, null],
      ['partner', 'invitePerson', null, 'p@x.example', 'done', 201, null],
      [null, 'signOut', null, null, 'refused', 403, 'cross-site'],
      ['seller', 'signOut', null, null, 'done', 204, null],
    ]);
    const text = JSON.stringify(await list(world, partner));
    for (const secret of ['hunter2', world.password('seller'), 'Ruta']) expect(text).not.toContain(secret);
  });

  it('keeps no entry of an inquiry that was seen, but of one that may not be', async () => {
    await using world = await openWorld({ engine });
    const [seller, partner] = [await world.signIn('seller'), await world.signIn('partner')];
    const Momento = '2026-03-05T10:00:00-03:00';
    world.upstream.answer = json({ Momento, Auto: {}, Interesado: {}, _links: {} });
    const see = async (agency: string) => {
      const url = addressOf(desk.noteSeen, { adminMail: agency, sid: SID });
      const { method } = desk.noteSeen;
      return (await world.call(url, { method, headers: { ...CONSOLE, cookie: seller } })).statusCode;
    };
    expect([await see(OWN), await see(FOREIGN)]).toEqual([204, 403]);
    expect(await recorded(world, partner)).toEqual([
      ['seller', 'noteSeen', FOREIGN, SID, 'refused', 403, 'foreign-agency'],
    ]);
  });

  it('knows of a write that was begun and never answered', async () => {
    await using world = await openWorld({ engine });
    const partner = await world.signIn('partner');
    const asked = Promise.withResolvers<ServerResponse>();
    world.upstream.answer = (_, response) => asked.resolve(response);
    const hanging = world.call(`/v3/agencias/${OWN}`, {
      method: 'PUT',
      headers: { ...CONSOLE, cookie: partner },
      payload: {},
    });
    const response = await asked.promise;
    expect((await recorded(world, partner)).at(-1)).toEqual([
      'partner',
      'editAgency',
      OWN,
      null,
      'unknown',
      null,
      null,
    ]);
    expect((await list(world, partner, '?outcome=unknown')).entries).toHaveLength(1);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    expect((await hanging).statusCode).toBe(200);
    expect((await list(world, partner, '?outcome=unknown')).entries).toHaveLength(0);
  });

  it('cannot be changed nor deleted, by the database itself', async () => {
    await using world = await openWorld({ engine });
    await world.signIn('seller');
    const database = await openGatewayDatabase(world.config.database);
    const { db } = database;
    await expect(db.deleteFrom('audit').execute()).rejects.toThrow('append-only');
    await expect(db.updateTable('audit').set({ status: 200 }).execute()).rejects.toThrow('append-only');
    await expect(db.updateTable('audit').set({ person_mail: 'x' }).execute()).rejects.toThrow('append-only');
    expect(await db.selectFrom('audit').select('id').execute()).toHaveLength(1);
    await database.close();
  });

  it('refuses entries in the place of others, and other facts of what is not completed', async () => {
    await using world = await openWorld({ engine });
    const database = await openGatewayDatabase(world.config.database);
    const { db } = database;
    const writing = { person: undefined, address: '192.0.2.1', action: 'inviteAgency' };
    const id = await insertEntry(db, writing, 1);
    await insertEntry(db, writing, 2);
    const before = await db.selectFrom('audit').selectAll().orderBy('id').execute();
    const [row] = before;
    for (const change of [{ id: 'x' }, { at: 9 }, { address: 'x' }, { action: 'x' }, { person_mail: 'x' }])
      await expect(db.updateTable('audit').set(change).where('id', '=', id).execute()).rejects.toThrow(
        'append-only',
      );
    const columns = sql`(rowid, id, at, address, action)`;
    const values = (rowid: number, text: string) => sql`(${rowid}, ${text}, 9, 'x', 'x')`;
    // PostgreSQL has neither `replace` nor `rowid`.
    const replacing = [
      sql`insert or replace into audit ${columns} values ${values(100, id)}`,
      sql`insert or replace into audit ${columns} values ${values(1, 'other')}`,
      sql`replace into audit ${columns} values ${values(2, 'other')}`,
      sql`update or replace audit set id = ${before[1]?.id} where id = ${id}`,
      sql`update or replace audit set rowid = 2 where id = ${id}`,
    ];
    for (const statement of replacing) await expect(statement.execute(db)).rejects.toThrow(REFUSED[engine]);
    const again = sql`insert into audit (id, at, address, action) values (${id}, 9, 'x', 'x')`;
    await expect(again.execute(db)).rejects.toThrow(/append-only|unique/i);
    expect(await db.selectFrom('audit').selectAll().orderBy('id').execute()).toEqual(before);
    expect(row?.status).toBeNull();
    await database.close();
  });

  it('pages newest first, and filters by day, person, action, agency and outcome', async () => {
    await using world = await openWorld({ engine });
    const seller = await world.signIn('seller');
    for (let day = 0; day < 3; day += 1) {
      for (let time = 0; time < 20; time += 1) {
        world.clock.now += 1000;
        await world.call(`/v3/agencias/${FOREIGN}`, { headers: { cookie: seller } });
      }
      world.clock.now += 60_000 * 20;
    }
    const support = await world.signIn('support');
    const first = await list(world, support);
    expect([first.entries.length, first.more]).toEqual([50, true]);
    const second = await list(world, support, `?before=${first.entries.at(-1)?.id}`);
    expect([second.entries.length, second.more]).toEqual([12, false]);
    const times = [...first.entries, ...second.entries].map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => b - a));

    const count = async (search: string) => {
      const { entries } = await list(world, support, `?${search}`);
      return entries.length;
    };
    // 11:30 in Buenos Aires.
    expect(await count('from=2026-03-05&to=2026-03-05&action=viewAgency&outcome=refused')).toBe(50);
    expect(await count('from=2026-03-06')).toBe(0);
    expect(await count('to=2026-03-04')).toBe(0);
    expect(await count('person=SOPORTE')).toBe(1);
    expect(await count('person=%25')).toBe(0);
    expect(await count('agency=otra.')).toBe(50);
    expect(await count('outcome=done')).toBe(2);
    for (const wrong of ['from=x', 'outcome=maybe', 'other=1', 'person=a&person=b'])
      expect((await world.call(`/desk/audit?${wrong}`, { headers: { cookie: support } })).statusCode).toBe(
        400,
      );
  });

  it('is exported whole, as text that no spreadsheet runs, and that is recorded', async () => {
    await using world = await openWorld({ engine });
    const partner = await world.signIn('partner');
    await world.call('/v3/appnotificaciones/=cmd()', {
      method: 'DELETE',
      headers: { ...CONSOLE, cookie: partner },
    });
    const answer = await world.call('/desk/audit/export', { headers: { cookie: partner } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="auditoria-2026-03-05.csv"',
      'cache-control': 'private, no-store',
    });
    const [head, own, last, first, ...none] = answer.body.trimEnd().split('\n');
    expect(head).toBe(
      '\uFEFFMomento,Persona,Rol,Desde,Acción,Agencia,Sobre,Resultado,Estado,Código,Primer día,Último día,Vista,Filtros,Filas,Falta,Formato,Enmascarado',
    );
    expect(own).toContain(',exportAudit,,,No se sabe,');
    expect(last).toContain(",deleteWebhook,,'=cmd(),");
    expect(first).toBe(
      '2026-03-05T11:30:00-03:00,socia@vitrina.example,partner,127.0.0.1,signIn,,,Hecho,200,,,,,,,,,',
    );
    expect(none).toEqual([]);
    expect((await list(world, partner)).entries[0]).toMatchObject({
      action: 'exportAudit',
      outcome: 'done',
      request: { from: null, to: null, view: null, filters: [] },
      result: { rows: 3, missing: [], moreMissing: 0 },
    });

    const search = '?action=exportAudit&from=2026-03-01&person=SOCIA&locale=en';
    const english = await world.call(`/desk/audit/export${search}`, { headers: { cookie: partner } });
    const [titles = '', , done = ''] = english.body.split('\n');
    expect(titles).toContain('Time,Person,Role,From,Action,Agency,About,Outcome,Status,Code,First day,');
    expect(done).toMatch(/,exportAudit,,,Done,200,,,,,,3,,,$/);
    expect((await list(world, partner)).entries[0]).toMatchObject({
      request: { from: '2026-03-01', to: null, filters: ['person', 'action'] },
      result: { rows: 2 },
    });
    await world.call('/desk/audit/export', { method: 'HEAD', headers: { cookie: partner } });
    expect((await list(world, partner, '?action=exportAudit')).entries).toHaveLength(2);
  });
});

describe('an export of many entries', () => {
  const COUNT = 20_000;

  /** Twenty slices of entries; only the oldest one matches. */
  async function openMany() {
    const world = await openWorld();
    const cookie = await world.signIn('partner');
    const database = await openGatewayDatabase(world.config.database);
    await sql`
      insert into audit (id, at, address, action, status)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${COUNT})
      select '01H' || substr('00000000000000000000000' || i, -23), 0, '192.0.2.1',
        case i when 1 then 'removeSecondFactor' else 'signIn' end, 200 from n`.execute(database.db);
    const outcomes = async () =>
      (
        await database.db
          .selectFrom('audit')
          .select(['status', 'outcome'])
          .where('action', '=', 'exportAudit')
          .orderBy('id')
          .execute()
      ).map(({ status, outcome }) => [status, outcome]);
    const url = '/desk/audit/export?action=removeSecondFactor';
    return {
      world,
      db: database.db,
      cookie,
      url,
      outcomes,
      ask: () => world.call(url, { headers: { cookie } }),
      async [Symbol.asyncDispose]() {
        await database.close();
        await world[Symbol.asyncDispose]();
      },
    };
  }

  it('looks through them slice by slice, one export at a time for a session', async () => {
    await using many = await openMany();
    const filter = { action: 'removeSecondFactor' };
    let [slices, found, before] = [0, 0, undefined as string | undefined];
    do {
      const slice = await fetchAuditSlice(many.db, filter, { before, timeZone: 'UTC' });
      found += slice.entries.length;
      before = slice.next;
      slices += 1;
    } while (before !== undefined);
    expect([slices, found]).toEqual([21, 1]);

    const answers = await Promise.all([many.ask(), many.ask()]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 429]);
    const whole = answers.find(({ statusCode }) => statusCode === 200);
    expect(whole?.body.trimEnd().split('\n')).toHaveLength(2);
    expect(await many.ask()).toMatchObject({ statusCode: 200 });
  });

  it('ends with its session', async () => {
    await using many = await openMany();
    const asked = many.ask();
    const { cookie, world } = many;
    await Promise.all([
      expect(asked).rejects.toThrow('destroyed before completion'),
      world.call('/desk/session', { method: 'DELETE', headers: { ...CONSOLE, cookie } }),
    ]);
    await vi.waitFor(async () => expect(await many.outcomes()).toEqual([[200, 'refused']]));
  });

  it('is broken off by a stop, and says so in its end and in the audit', async () => {
    await using many = await openMany();
    const { app } = many.world.gateway;
    const origin = await app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
    const answer = await fetch(`${origin}${many.url}`, { headers: { cookie: many.cookie } });
    const [text] = await Promise.all([answer.text(), many.world.gateway.close()]);
    expect(text.trimEnd().split('\n').at(-1)).toMatch(/^CORTADO: Vitrina se detuvo/);
    expect(await many.outcomes()).toEqual([[200, 'failed']]);
  });
});

describe('what is written into it by who means harm', () => {
  const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '"=1', ';=1', "'=1", '=1,"x"\n=2'];

  it('is one cell of text in the export, and one line', async () => {
    await using world = await openWorld();
    const partner = await world.signIn('partner');
    const database = await openGatewayDatabase(world.config.database);
    for (const target of [...FORMULAS, 'a\n\u001B[31mb\r\nc\0d'])
      await insertEntry(
        database.db,
        { person: undefined, address: '192.0.2.1', action: 'deleteWebhook', target },
        world.clock.now,
        { status: 200, code: undefined },
      );
    await database.close();
    const { entries } = await list(world, partner, '?action=deleteWebhook');
    expect(entries.map(({ target }) => target).filter((text) => /\p{Cc}/u.test(text ?? ''))).toEqual([]);
    expect(entries[0]?.target).toBe('a [31mb c d');

    const csv = (
      await world.call('/desk/audit/export?action=deleteWebhook', { headers: { cookie: partner } })
    ).body;
    const rows = csv.trimEnd().split('\n').slice(1);
    expect(rows).toHaveLength(FORMULAS.length + 1);
    const targets = rows.map((row) => /,deleteWebhook,,("(?:[^"]|"")*"|[^,]*),/.exec(row)?.[1] ?? '');
    for (const cell of targets) {
      const text = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      expect(text).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
    }
  });
});

describe('at a million entries', () => {
  it.each([
    ["id < 'x'", 'sqlite_autoindex_audit_1'],
    ["action = 'x'", 'audit_by_action'],
    ["person_mail = 'x'", 'audit_by_person'],
    ["agency = 'x'", 'audit_by_agency'],
  ])('a page needs no scan: %s', async (where, index) => {
    const database = await openGatewayDatabase({ file: ':memory:', url: undefined, schema: 'x' });
    const query = `select * from audit where ${where} order by id desc limit 51`;
    const plan = await sql<{ detail: string }>`explain query plan ${sql.raw(query)}`.execute(database.db);
    expect(plan.rows.map(({ detail }) => detail)).toEqual([
      expect.stringContaining(`SEARCH audit USING INDEX ${index} (`),
    ]);
    await database.close();
  });

  it.each<AuditExportQuery>([
    { outcome: 'unknown' },
    { outcome: 'failed' },
    { from: '2026-03-05', to: '2026-03-05' },
    { action: 'signIn', outcome: 'failed' },
    { person: 'x', outcome: 'failed' },
  ])('nor does what is asked: %j', async (filter) => {
    const database = await openGatewayDatabase({ file: ':memory:', url: undefined, schema: 'x' });
    const { db } = database;
    const run = vi.spyOn(db.getExecutor(), 'executeQuery');
    await fetchAuditPage(db, filter, { timeZone: 'UTC' });
    const asked = run.mock.calls.map(([query]) => query);
    expect(asked.length).toBeGreaterThan(0);
    for (const query of asked) {
      const plan = await db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]),
      );
      expect(plan.rows.map(({ detail }) => detail).join()).not.toMatch(/SCAN audit|TEMP B-TREE/);
    }
    await database.close();
  });
});
