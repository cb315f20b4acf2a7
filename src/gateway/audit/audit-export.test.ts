import { describe, expect, it, vi } from 'vitest';
import { sql } from 'kysely';
import { onEachEngine } from '#testing/engines.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { systemRandom } from '#system/random.ts';
import { CONSOLE, openWorld } from '#testing/gateway-world.ts';
import { createAuditIds, fetchAuditSlice, insertEntry } from './store.ts';
import { listAudit } from '#testing/audit-entries.ts';

onEachEngine((engine) => {
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
      '\uFEFFMomento,Persona,Rol,Desde,Acción,Agencia,Sobre,Resultado,Estado,Código,Primer día,Último día,Vista,Filtros,Filas,Falta,Formato,Enmascarado,Para qué,Cambios,Token',
    );
    expect(own).toContain(',exportAudit,,,No se sabe,');
    expect(last).toContain(",deleteWebhook,,'=cmd(),");
    expect(first).toBe(
      '2026-03-05T11:30:00-03:00,socia@vitrina.example,partner,127.0.0.1,signIn,,,Hecho,200,,,,,,,,,,,,',
    );
    expect(none).toEqual([]);
    expect((await listAudit(world, partner)).entries[0]).toMatchObject({
      action: 'exportAudit',
      outcome: 'done',
      request: { from: null, to: null, view: null, filters: [] },
      result: { rows: 3, missing: [], moreMissing: 0 },
    });

    const search = '?action=exportAudit&from=2026-03-01&person=SOCIA&locale=en';
    const english = await world.call(`/desk/audit/export${search}`, { headers: { cookie: partner } });
    const [titles = '', , done = ''] = english.body.split('\n');
    expect(titles).toContain('Time,Person,Role,From,Action,Agency,About,Outcome,Status,Code,First day,');
    expect(done).toMatch(/,exportAudit,,,Done,200,,,,,,3,,,,,,$/);
    expect((await listAudit(world, partner)).entries[0]).toMatchObject({
      request: { from: '2026-03-01', to: null, filters: ['person', 'action'] },
      result: { rows: 2 },
    });
    await world.call('/desk/audit/export', { method: 'HEAD', headers: { cookie: partner } });
    expect((await listAudit(world, partner, '?action=exportAudit')).entries).toHaveLength(2);
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
    const createAuditId = createAuditIds(systemRandom);
    for (const target of [...FORMULAS, 'a\n\u001B[31mb\r\nc\0d'])
      await insertEntry(
        database.db,
        { person: undefined, address: '192.0.2.1', action: 'deleteWebhook', target },
        { now: world.clock.now, createAuditId },
        { status: 200, code: undefined },
      );
    await database.close();
    const { entries } = await listAudit(world, partner, '?action=deleteWebhook');
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
