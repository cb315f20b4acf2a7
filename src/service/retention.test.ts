import { join } from 'node:path';
import { encodeTime, ulid } from 'ulid';
import { expect, it } from 'vitest';
import { DAY_MS } from '#contract/durations.ts';
import { type Engine, isPostgres } from '#database/database.ts';
import { createTestClock } from '#testing/clocks.ts';
import { listTables, parseDocumentedTables } from '#testing/documented-tables.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { explain, recordStatements } from '#testing/explain.ts';
import { applyRetention } from '#work/retention.ts';
import { createServiceRetention } from './retention.ts';
import { openServiceDatabase } from './store.ts';

const NOW = Date.parse('2026-11-16T12:00:00-03:00');

async function open(engine: Engine, inquiryDays = 3650) {
  const clone = await cloneDatabase(engine, 'service');
  const { db, close } = await openServiceDatabase(clone.target);
  const clock = createTestClock(() => NOW);
  await db.insertInto('apps').values({ key: 'app', secret: 's', name: 'A', created_at: 0 }).execute();
  await db
    .insertInto('agencies')
    .values({ mail_key: 'a@x.example', mail: 'a@x.example', app_key: 'app', invited_at: 0 })
    .execute();
  const retention = createServiceRetention({ db, clock, config: { inquiryDays } });
  return {
    db,
    retention,
    apply: () => applyRetention(retention),
    receive: async (sid: string, receivedAt: number) => {
      const keys = { agency_key: 'a@x.example', sid };
      await db
        .insertInto('inquiries')
        .values({ ...keys, momento: 0, external_key: '', received_at: receivedAt, body: '{}' })
        .execute();
      await db
        .insertInto('published_inquiries')
        .values({ ...keys, app_key: 'app', id: sid, content_hash: '' })
        .execute();
    },
    sids: async () => {
      const inquiries = await db.selectFrom('inquiries').select('sid').orderBy('sid').execute();
      const published = await db.selectFrom('published_inquiries').select('sid').orderBy('sid').execute();
      expect(published).toEqual(inquiries);
      return inquiries.map(({ sid }) => sid);
    },
    async [Symbol.asyncDispose]() {
      await close();
      await clone[Symbol.asyncDispose]();
    },
  };
}

onBothEngines((engine) => {
  it('inquiries are erased by their arrival, with their published ids, and counts are made anew', async () => {
    await using service = await open(engine);
    const { db, apply, receive, sids } = service;
    const edge = NOW - 3650 * DAY_MS;
    for (let index = 0; index < 250; index++) await receive(`old${index}`, edge - 1);
    await receive('kept', edge);
    await receive('new', NOW);
    await apply();
    expect(await sids()).toEqual(['kept', 'new']);
    const agency = await db.selectFrom('agencies').select('received_version').executeTakeFirstOrThrow();
    expect(agency.received_version).toBe(3);
  });

  it('a clock that jumped erases no inquiry, and zero days are for ever', async () => {
    await using jumped = await open(engine);
    await jumped.receive('a', NOW - 9000 * DAY_MS);
    await jumped.receive('b', NOW - 6000 * DAY_MS);
    await jumped.apply();
    expect(await jumped.sids()).toEqual(['a', 'b']);
    await using endless = await open(engine, 0);
    await endless.receive('a', 0);
    await endless.receive('b', NOW);
    await endless.apply();
    expect(await endless.sids()).toEqual(['a', 'b']);
  });

  it('links of invitations and lines of mails are erased at their age, and not before', async () => {
    await using service = await open(engine);
    const { db, apply } = service;
    for (const late of [0, 1]) {
      await db
        .insertInto('invitations')
        .values({ token_hash: `${late}`, agency_key: 'a@x.example', expires_at: NOW - 30 * DAY_MS - late })
        .execute();
      const mail = {
        recipient: '',
        subject: '',
        text: '',
        html: '',
        created_at: 0,
        attempts: 0,
        priority: 0,
      };
      const id = `${encodeTime(NOW - 90 * DAY_MS - late, 10)}${'0'.repeat(16)}`;
      await db
        .insertInto('mail')
        .values([
          { ...mail, id, due_at: null },
          { ...mail, id: `0${late}`, due_at: NOW },
        ] as never)
        .execute();
    }
    await apply();
    expect(await db.selectFrom('invitations').select('token_hash').execute()).toEqual([{ token_hash: '0' }]);
    expect(await db.selectFrom('mail').select('id').execute()).toHaveLength(3);
  });

  it('attempts to deliver are erased after 30 days, and not before', async () => {
    await using service = await open(engine);
    const { db, apply } = service;
    const edge = NOW - 30 * DAY_MS;
    const attempt = { app_key: 'app', topic: 't', delivery_id: 'd', agency_key: 'a@x.example' };
    for (const at of [edge - 1, edge])
      await db
        .insertInto('delivery_attempts')
        .values({ ...attempt, id: ulid(at), at, duration_ms: 1, callback: '', outcome: 'retried' })
        .execute();
    await apply();
    const left = await db.selectFrom('delivery_attempts').select('at').execute();
    expect(left).toEqual([{ at: edge }]);
  });

  it('every table has a rule, or the README says why it is bounded', async () => {
    await using service = await open(engine);
    const documented = parseDocumentedTables(join(import.meta.dirname, 'README.md'));
    // The store of used signatures is another database, and SQLite has no limits of several services.
    const elsewhere = engine === 'postgres' ? ['replays'] : ['replays', 'rate_limit'];
    const tables = [...(await listTables(service.db)), ...elsewhere];
    expect([...documented.keys()].toSorted()).toEqual(tables.toSorted());
    const withRule = [...documented].flatMap(([name, { isBounded }]) =>
      isBounded || elsewhere.includes(name) ? [] : [name],
    );
    const ruled = new Set<string>(service.retention.rules.flatMap(({ tables: [...names] }) => names));
    expect(withRule.toSorted()).toEqual([...ruled].toSorted());
  });

  it('statements read an index', async () => {
    await using service = await open(engine);
    const { db, retention, receive, apply } = service;
    await receive('a', 0);
    await receive('b', NOW);
    const statements = await recordStatements(db, async () => {
      for (const rule of retention.rules) await rule.count?.(db, NOW, 10);
      await apply();
    });
    const scan = isPostgres(db) ? /Seq Scan on (?!rows|newest)/ : /^SCAN (?!rows|newest|CONSTANT)/;
    const scans: string[] = [];
    for (const statement of statements.filter(({ sql }) => /^(?:with|select|delete|update)/.test(sql)))
      for (const line of await explain(db, engine, statement))
        if (scan.test(line)) scans.push(`${line}: ${statement.sql}`);
    expect(statements.length).toBeGreaterThan(5);
    expect(scans).toEqual([]);
  });
});
