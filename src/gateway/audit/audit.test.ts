import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { addressOf } from '#contract/endpoint.ts';
import { sql } from 'kysely';
import { onEachEngine } from '#testing/engines.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { systemRandom } from '#system/random.ts';
import { CONSOLE, FOREIGN, OWN, SID, json, openWorld, signIn } from '#testing/gateway-world.ts';
import { defaultHours } from '#contract/hours.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { createAuditIds, insertEntry } from './store.ts';
import { listAudit, recordedEntries } from '#testing/audit-entries.ts';

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
      expect((await listAudit(world, partner)).entries[0]).toMatchObject({
        action: 'signIn',
        person: { role: 'seller' },
        address: '127.0.0.1',
        outcome: 'refused',
      }),
    );
  });

  it('names the buyer of an inquiry that the index has', async () => {
    await using world = await openWorld({ engine });
    const cookie = await world.signIn('support');
    const { db, close } = await openGatewayDatabase(world.config.database);
    const entry = {
      Momento: '2026-03-05T11:00:00-03:00',
      Interesado: { Nombre: 'Ana', Apellido: 'Paz' },
      Auto: {},
      _links: { self: { href: `/v3/consultas/${OWN}/${SID}` } },
    };
    const source = { agency: OWN, discoverySource: 'list', hours: defaultHours('UTC'), now: 0 } as const;
    await upsertInquiries(db, [entry], source);
    await close();
    for (const sid of [SID, '01JDYYYYYYYYYYYYYYYYYYYYYY'])
      await world.call(`/v3/consultas/${OWN.toUpperCase()}/${sid.toLowerCase()}/resendwebhook`, {
        method: 'POST',
        headers: { ...CONSOLE, cookie },
      });
    for (const [as, name] of [
      [await world.signIn('partner'), 'Ana Paz'],
      [cookie, 'Ana P•••'],
    ] as const) {
      const { entries } = await listAudit(world, as, '?action=resendInquiry');
      expect(entries.map(({ targetName }) => targetName)).toEqual([undefined, name]);
    }
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
    await ask('PUT', `/v3/agencias/${OWN.toUpperCase()}`, partner, { Telefono: '+54 11 5555 0101' });
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

    expect(await recordedEntries(world, partner)).toEqual([
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
      ['seller', 'signOut', null, null, 'done', 200, null],
    ]);
    const text = JSON.stringify(await listAudit(world, partner));
    for (const secret of ['hunter2', world.password('seller'), '5555']) expect(text).not.toContain(secret);
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
    expect(await recordedEntries(world, partner)).toEqual([
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
    expect((await recordedEntries(world, partner)).at(-1)).toEqual([
      'partner',
      'editAgency',
      OWN,
      null,
      'unknown',
      null,
      null,
    ]);
    expect((await listAudit(world, partner, '?outcome=unknown')).entries).toHaveLength(1);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    expect((await hanging).statusCode).toBe(200);
    expect((await listAudit(world, partner, '?outcome=unknown')).entries).toHaveLength(0);
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
    const createAuditId = createAuditIds(systemRandom);
    const id = await insertEntry(db, writing, { now: 1, createAuditId });
    await insertEntry(db, writing, { now: 2, createAuditId });
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
    const first = await listAudit(world, support);
    expect([first.entries.length, first.more]).toEqual([50, true]);
    const second = await listAudit(world, support, `?before=${first.entries.at(-1)?.id}`);
    expect([second.entries.length, second.more]).toEqual([12, false]);
    const times = [...first.entries, ...second.entries].map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => b - a));

    const count = async (search: string) => {
      const { entries } = await listAudit(world, support, `?${search}`);
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
});
