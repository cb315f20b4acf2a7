import { StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { type Endpoint, pathParams } from '#contract/endpoint.ts';
import { onEachEngine } from '#testing/engines.ts';
import { openGatewayDatabase } from './store.ts';
import { CONSOLE, OWN, SID, openWorld } from '#testing/gateway-world.ts';

const ID = '3f8b1f5c-6a0e-4c7e-9a4e-0d7c3b0f1a2b';

const HOSTILE = [
  "' or 1=1--",
  '"; drop table person; --',
  '%',
  '_',
  '\\',
  '${7*7}{{7*7}}',
  '__proto__',
  '../..',
  '\u{1f600}',
  '\u0130\u00df',
  '1e400',
  '-1',
  'x'.repeat(5000),
];

/** Query parameters. */
function membersOf({ query }: Endpoint): string[] {
  return Object.keys((query as { shape?: object } | undefined)?.shape ?? {});
}

onEachEngine((engine) => {
  it('whatever is typed into an address or its query is never a failure', async () => {
    await using world = await openWorld({ engine });
    const cookie = await world.signIn('partner');
    const failed: string[] = [];
    const ask = async (method: Endpoint['method'], url: string) => {
      const answer = await world.call(url, { method, headers: { ...CONSOLE, cookie } });
      if (answer.statusCode === 500) failed.push(`${method} ${url}`);
    };
    for (const row of Object.values(desk) as Endpoint[]) {
      const at = (param: string) => row.path.replace(/\{\w+\}/g, param);
      for (const text of HOSTILE.map(encodeURIComponent)) {
        if (pathParams(row.path).length > 0) await ask(row.method, at(text));
        const own = row.path
          .replace('{adminMail}', OWN)
          .replace('{sid}', SID)
          .replace(/\{\w+\}/g, 'x');
        for (const member of membersOf(row)) await ask(row.method, `${own}?${member}=${text}`);
      }
    }
    expect(failed).toEqual([]);
  });

  it('a body with very many faults is refused with a short problem', async () => {
    await using world = await openWorld({ engine });
    const headers = { ...CONSOLE, cookie: await world.signIn('partner') };
    const names = Array.from({ length: 200_000 }, (_, at) => [`m${at}`, 0]);
    const cells = Array.from({ length: 100_000 }, () => 'x');
    const row = { cells, skipped: 'twice', detail: '' };
    const rows = Array.from({ length: 2000 }, () => ({}));
    for (const payload of [
      Object.fromEntries(names),
      { id: ID, name: '', columns: [], rows: [row] },
      { id: ID, name: '', columns: [], rows },
      { id: ID, name: '', columns: cells, rows: cells },
    ]) {
      const answer = await world.call('/desk/invitation-jobs', { method: 'POST', headers, payload });
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json().Errors).length).toBeLessThanOrEqual(1000);
      expect(answer.body.length).toBeLessThan(200_000);
    }
  });

  it('unknown members of a body are refused, or change nothing', async () => {
    await using world = await openWorld({ engine });
    const headers = { ...CONSOLE, cookie: await world.signIn('partner') };
    const { people } = (await world.call('/desk/people', { headers })).json();
    const seller = people.find(({ role }: { role: string }) => role === 'seller');
    const url = `/desk/people/${seller.id}`;
    const { name, role, agencies, version } = seller;
    const besides = {
      id: 'x',
      mail: 'x@x.example',
      state: 'disabled',
      createdAt: 1,
      created_at: 1,
      disabled_at: 1,
      password_hash: 'x',
      second_factor_secret: 'x',
      last_agency: 'x',
      constructor: 'x',
    };
    for (const [member, value] of Object.entries(besides)) {
      const payload = { name, role, agencies, version, [member]: value };
      const answer = await world.call(url, { method: 'PUT', headers, payload });
      expect([member, answer.statusCode]).toEqual([member, 400]);
    }
    expect((await world.call(url, { headers })).json()).toEqual(seller);
  });

  it('a NUL or half a character, which no text may hold, is refused and never a failure', async () => {
    await using world = await openWorld({ engine });
    const cookie = await world.signIn('partner');
    const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
      const headers = { ...CONSOLE, cookie };
      const answer = await world.call(url, { method, headers, ...(payload && { payload }) });
      return [answer.statusCode, answer.json().Errors];
    };
    for (const [url, member] of [
      ['/desk/audit?person=a%00', 'person'],
      ['/desk/audit?agency=%00', 'agency'],
      ['/desk/audit?action=%00', 'action'],
      ['/desk/audit?before=%00', 'before'],
      ['/desk/audit/export?person=%00', 'person'],
      ['/desk/deliveries?agency=%00', 'agency'],
      ['/desk/deliveries?topic=%00', 'topic'],
      ['/desk/deliveries?id=%00', 'id'],
      [`/desk/agencies/${OWN}/colleagues?operador=%00`, 'operador'],
    ])
      expect(await ask('GET', url ?? '')).toEqual([400, { [member ?? '']: ['invalid'] }]);

    const changes = `/desk/follow-up/${OWN}/${SID}/changes`;
    for (const text of ['x\0y', 'x\uD83Dy', '\uDE00', '\uDE00\uD83D']) {
      const template = { name: 'x', subject: '', text, shared: false };
      expect(await ask('POST', '/desk/templates', { id: ID, ...template })).toEqual([
        400,
        { text: ['invalid'] },
      ]);
      const change = { kind: 'note', text, contact: false };
      expect(await ask('POST', changes, { id: ID, version: 0, change })).toEqual([
        400,
        { 'change.text': ['invalid'] },
      ]);
    }
    const whole = { name: 'x', subject: '', text: '\uD83D\uDE00', shared: false };
    expect((await ask('POST', '/desk/templates', { id: ID, ...whole }))[0]).toBe(201);
    for (const [method, url] of [
      ['GET', '/desk/deliveries/%00'],
      ['GET', '/desk/webhooks/%00/history'],
      ['GET', '/desk/invitations/%00'],
      ['POST', '/desk/invitations/%00/check'],
      ['GET', '/desk/people/%00'],
      ['GET', '/desk/agencies/%00/people'],
      ['DELETE', '/desk/templates/%00'],
    ] as const)
      expect(await ask(method, url)).toEqual([404, undefined]);
  });

  it('a change that no disk has room for is 503, and may be tried again later', async () => {
    await using world = await openWorld({ engine });
    const headers = { ...CONSOLE, cookie: await world.signIn('partner') };
    const database = await openGatewayDatabase(world.config.database);
    // Raises the engine's own error.
    const full =
      engine === 'postgres'
        ? sql`create function full_disk() returns trigger language plpgsql as $$ begin raise exception 'no space' using errcode = '53100'; end $$`
        : sql`pragma user_version`;
    await full.execute(database.db);
    if (engine === 'postgres')
      await sql`create trigger full_disk before insert on template for each row execute function full_disk()`.execute(
        database.db,
      );
    else
      vi.spyOn(StatementSync.prototype, 'all').mockImplementation(() => {
        throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
      });
    try {
      const payload = { id: ID, name: 'x', subject: '', text: 'x', shared: false };
      const answer = await world.call('/desk/templates', { method: 'POST', headers, payload });
      expect([answer.statusCode, answer.json().Type, answer.headers['retry-after']]).toEqual([
        503,
        '/problems/storage-full',
        '30',
      ]);
    } finally {
      vi.restoreAllMocks();
      await database.close();
    }
  });
});
