import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { encodeTime } from 'ulid';
import { describe, expect, it } from 'vitest';
import { FILE_DAYS } from '#contract/desk/jobs.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import { defaultHours } from '#contract/hours.ts';
import { startOfDay } from '#contract/window.ts';
import { type Engine, isPostgres } from '#database/database.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { createTestClock } from '#testing/clocks.ts';
import { listTables, parseDocumentedTables } from '#testing/documented-tables.ts';
import { explain, recordStatements } from '#testing/explain.ts';
import { applyRetention } from '#work/retention.ts';
import { fetchInquiryCounts } from './inquiries/counts.ts';
import { upsertInquiries } from './inquiries/store.ts';
import { createGatewayRetention } from './retention.ts';
import { type GatewayTables, openGatewayDatabase } from './store.ts';
import { HISTORY_LENGTH } from './webhooks/store.ts';

const NOW = Date.parse('2026-11-16T12:00:00-03:00');
const ZONE = 'America/Argentina/Buenos_Aires';
const AGENCY = 'ventas@ruta9.example';
const ABSOLUTE_MS = 12 * HOUR_MS;

type Db = Kysely<GatewayTables>;

async function open(engine: Engine, { inquiryDays = 400, followUpDays = 1825, auditDays = 1825 } = {}) {
  const clone = await cloneDatabase(engine, 'gateway');
  const { db, close } = await openGatewayDatabase(clone.target);
  await db
    .insertInto('person')
    .values({
      id: 'p1',
      mail: 'p1@x.example',
      name: 'P',
      role: 'seller',
      password_hash: '',
      created_at: 0,
    } as never)
    .execute();
  const config = {
    sessions: { idleMs: HOUR_MS, absoluteMs: ABSOLUTE_MS },
    timeZone: ZONE,
    deliveryDays: 30,
    inquiryDays,
    followUpDays,
    auditDays,
  };
  const retention = createGatewayRetention({ db, config, clock: createTestClock(() => NOW) });
  return {
    db,
    retention,
    apply: () => applyRetention(retention),
    async [Symbol.asyncDispose]() {
      await close();
      await clone[Symbol.asyncDispose]();
    },
  };
}

/** Id of a row that was made at this time. */
const idAt = (at: number, name: string) => `${encodeTime(at, 10)}${name.padStart(16, '0')}`;
const sidOf = (name: string) => `01JC${name.toUpperCase().padStart(22, '0')}`;
const KEYS = { agency_key: AGENCY } as const;

const addInquiry = (db: Db, name: string, at: number) =>
  upsertInquiries(
    db,
    [
      {
        Momento: new Date(at).toISOString(),
        Auto: {},
        Interesado: { Nombre: 'Ana', Telefono: '351 555 0111' },
        _links: { self: { href: `/v3/consultas/${AGENCY}/${sidOf(name)}` } },
      },
    ],
    { agency: AGENCY, discoverySource: 'list', hours: defaultHours(ZONE), now: at },
  );

const DELIVERY = { topic: 'x', headers: '{}', payload: '{}' } as const;
const JOB = {
  person_id: 'p1',
  address: '',
  kind: 'import',
  name: '',
  columns: '[]',
  input: '{}',
  state: 'done',
  row_count: 1,
  done: 1,
  failed: 0,
} as const;
const ROW = { state: 'done', started: 0, attempts: 1, due_at: 0, cells: '[]', input: '{}' } as const;
const AUDIT = { address: '', action: 'x' };

async function addFollowUp(db: Db, name: string, at: number, entries = 1) {
  const keys = { ...KEYS, sid: sidOf(name) };
  await db
    .insertInto('follow_up')
    .values({ ...keys, momento: at, changed_at: at })
    .execute();
  await db
    .insertInto('departed_inquiry')
    .values({ ...keys, key_hash: 'h' })
    .execute();
  await db
    .insertInto('follow_up_entry')
    .values(
      Array.from({ length: entries }, (_, index) => ({
        ...keys,
        id: `${name} ${index}`,
        number: index + 1,
        at,
        person_id: 'p1',
        address: '',
        change: '{}',
      })),
    )
    .execute();
}

async function addJob(
  db: Db,
  name: string,
  { createdAt, endedAt }: { createdAt: number; endedAt: number | null },
  rows = 1,
) {
  await db
    .insertInto('job')
    .values({ ...JOB, id: name, created_at: createdAt, finished_at: endedAt })
    .execute();
  for (let first = 0; first < rows; first += 100)
    await db
      .insertInto('job_row')
      .values(
        Array.from({ length: Math.min(100, rows - first) }, (_, index) => ({
          ...ROW,
          job_id: name,
          number: first + index,
        })),
      )
      .execute();
}

/** Adds a row of this age, ms, that has this name. */
type Add = (db: Db, name: string, at: number) => Promise<unknown>;

interface Rule {
  title: string;
  /** Age from which rows are erased, ms; a row of exactly this age stays, unless `isInclusive`. */
  age: number;
  isInclusive?: boolean;
  add: Add;
  /** Names of the rows that are there. */
  read: (db: Db) => Promise<string[]>;
}

const insertLink: Add = (db, name, at) =>
  db
    .insertInto('link')
    .values({ token_hash: name, person_id: 'p1', kind: 'recovery', created_at: 0, expires_at: at })
    .execute();

/** Reads a column of a table; ids and sids end with the name. */
const column =
  (table: string, name: string, where?: string) =>
  async (db: Db): Promise<string[]> => {
    const query = (db as unknown as Kysely<Record<string, Record<string, string>>>)
      .selectFrom(table)
      .select(name)
      .$if(where !== undefined, (rows) => rows.where(where ?? '', 'is not', null));
    return (await query.execute()).map((row) => /[a-z]+$/i.exec(String(row[name]))?.[0].toLowerCase() ?? '');
  };

const RULES: Rule[] = [
  {
    title: 'sessions',
    age: ABSOLUTE_MS,
    isInclusive: true,
    add: (db, name, at) =>
      db
        .insertInto('session')
        .values({
          token_hash: name,
          id: name,
          person_id: 'p1',
          stage: 'in',
          created_at: at,
          seen_at: at,
          address: '',
          user_agent: '',
        })
        .execute(),
    read: column('session', 'id'),
  },
  {
    title: 'links',
    age: 30 * DAY_MS,
    isInclusive: true,
    add: insertLink,
    read: column('link', 'token_hash'),
  },
  {
    title: 'windows of limits',
    age: 0,
    isInclusive: true,
    add: (db, name, at) =>
      db
        .insertInto('rate_limit')
        .values({ name: 'x', key: name, count: 1, ends_at: at, retry_at: at })
        .execute(),
    read: column('rate_limit', 'key'),
  },
  {
    title: 'mails that were given up',
    age: 90 * DAY_MS,
    add: (db, name, at) =>
      db
        .insertInto('mail')
        .values({
          id: idAt(at, name),
          recipient: '',
          subject: '',
          text: '',
          html: '',
          created_at: at,
          priority: 0,
          due_at: null,
          attempts: 9,
        })
        .execute(),
    read: column('mail', 'id'),
  },
  {
    title: 'assets of the console',
    age: 14 * DAY_MS,
    add: (db, name, at) =>
      db
        .insertInto('console_asset')
        .values({ name, encoding: null, body: Buffer.from('x'), used_at: at })
        .execute(),
    read: column('console_asset', 'name'),
  },
  {
    title: 'payloads of messages',
    age: 30 * DAY_MS,
    add: (db, name, at) =>
      db
        .insertInto('delivery')
        .values({ ...DELIVERY, id: idAt(at, name), at, outcome: 'received' })
        .execute(),
    read: column('delivery', 'id', 'payload'),
  },
  {
    title: 'refused messages',
    age: 30 * DAY_MS,
    add: (db, name, at) =>
      db
        .insertInto('delivery')
        .values({ ...DELIVERY, id: idAt(at, name), at, outcome: 'refused' })
        .execute(),
    read: column('delivery', 'id'),
  },
  {
    title: 'lines of messages',
    age: 400 * DAY_MS,
    add: (db, name, at) =>
      db
        .insertInto('delivery')
        .values({ ...DELIVERY, id: idAt(at, name), at, outcome: 'received' })
        .execute(),
    read: column('delivery', 'id'),
  },
  { title: 'inquiries', age: 400 * DAY_MS, add: addInquiry, read: column('inquiry', 'sid') },
  {
    title: 'hidden inquiries',
    age: 7 * DAY_MS,
    async add(db, name, at) {
      await addInquiry(db, name, NOW);
      await db.updateTable('inquiry').set({ gone_at: at }).where('sid', '=', sidOf(name)).execute();
    },
    read: column('inquiry', 'sid'),
  },
  {
    title: 'hidden agencies',
    age: 7 * DAY_MS,
    add: (db, name, at) =>
      db
        .insertInto('indexed_agency')
        .values({ agency_key: name, admin_mail: name, due_at: 0, gone_at: at, missing_since: 1 })
        .execute(),
    read: column('indexed_agency', 'agency_key'),
  },
  { title: 'follow-up', age: 1825 * DAY_MS, add: addFollowUp, read: column('follow_up', 'sid') },
  {
    title: 'entries of follow-up',
    age: 1825 * DAY_MS,
    add: addFollowUp,
    read: column('follow_up_entry', 'sid'),
  },
  {
    title: 'marks of buyers that left the index',
    age: 1825 * DAY_MS,
    add: addFollowUp,
    read: column('departed_inquiry', 'sid'),
  },
  {
    title: 'seen',
    age: 400 * DAY_MS,
    add: (db, name, at) =>
      db
        .insertInto('seen')
        .values({ ...KEYS, person_id: 'p1', sid: sidOf(name), momento: 0, at })
        .execute(),
    read: column('seen', 'sid'),
  },
  {
    title: 'notices of late inquiries',
    age: 90 * DAY_MS,
    add: (db, name, at) =>
      db
        .insertInto('late_alarm_notice')
        .values({ ...KEYS, sid: name, at })
        .execute(),
    read: column('late_alarm_notice', 'sid'),
  },
  {
    title: 'invitations',
    age: 730 * DAY_MS,
    async add(db, name, at) {
      await db
        .insertInto('invitation')
        .values({ id: name, agency_key: name, admin_mail: name, state: 'sent' } as never)
        .execute();
      await db
        .insertInto('invitation_send')
        .values({ id: idAt(at, name), invitation_id: name, at, person_id: 'p1', status: 202 })
        .execute();
    },
    read: column('invitation', 'id'),
  },
  {
    title: 'parts of exports',
    age: FILE_DAYS * DAY_MS,
    async add(db, name, at) {
      await addJob(db, name, { createdAt: at, endedAt: at });
      await db.insertInto('export_part').values({ job_id: name, number: 1, rows: 1, text: '', at }).execute();
    },
    read: column('export_part', 'job_id'),
  },
  {
    title: 'jobs',
    age: 90 * DAY_MS,
    add: (db, name, at) => addJob(db, name, { createdAt: at, endedAt: at }),
    read: column('job', 'id'),
  },
  {
    title: 'audit entries, by day',
    age: NOW - startOfDay('2021-11-17', ZONE),
    add: (db, name, at) =>
      db
        .insertInto('audit')
        .values({ ...AUDIT, id: idAt(at, name), at })
        .execute(),
    read: column('audit', 'id'),
  },
];

onBothEngines((engine) => {
  it.each(RULES)(
    '$title are erased at their age, and not before',
    async ({ age, isInclusive, add, read }) => {
      await using gateway = await open(engine);
      const { db, apply } = gateway;
      const edge = NOW - age;
      await add(db, 'old', isInclusive ? edge : edge - 1);
      await add(db, 'kept', isInclusive ? edge + 1 : edge);
      await add(db, 'young', edge + MINUTE_MS);
      await apply();
      expect((await read(db)).toSorted()).toEqual(['kept', 'young']);
    },
  );

  it('what is left of something else stays with it', async () => {
    await using gateway = await open(engine);
    const { db, apply } = gateway;
    const longAgo = NOW - 2000 * DAY_MS;
    // Inquiries are in the index.
    for (const name of ['seen', 'followed']) await addInquiry(db, name, NOW);
    await addFollowUp(db, 'followed', longAgo);
    await db
      .insertInto('seen')
      .values({ ...KEYS, person_id: 'p1', sid: sidOf('seen'), momento: 0, at: longAgo })
      .execute();
    // An export that still runs, and a mail that is due.
    await addJob(db, 'running', { createdAt: longAgo, endedAt: null });
    await db
      .insertInto('export_part')
      .values({ job_id: 'running', number: 1, rows: 1, text: '', at: longAgo })
      .execute();
    // An invitation that was sent again.
    await db
      .insertInto('invitation')
      .values({ id: 'again', agency_key: 'x', admin_mail: 'x', state: 'sent' } as never)
      .execute();
    for (const at of [longAgo, NOW])
      await db
        .insertInto('invitation_send')
        .values({ id: idAt(at, 'x'), invitation_id: 'again', at, person_id: 'p1', status: 202 })
        .execute();
    await apply();
    expect([
      await column('seen', 'sid')(db),
      await column('follow_up_entry', 'sid')(db),
      await column('export_part', 'job_id')(db),
      await column('invitation', 'id')(db),
      (await db.selectFrom('invitation_send').select('id').execute()).length,
    ]).toEqual([['seen'], ['followed'], ['running'], ['again'], 1]);
  });

  it('rows of a time that is still to come are not kept until then', async () => {
    await using gateway = await open(engine);
    const { db, apply } = gateway;
    for (const rule of RULES.filter(({ title }) =>
      ['sessions', 'links', 'windows of limits'].includes(title),
    ))
      await rule.add(db, 'ahead', NOW + 1000 * DAY_MS);
    await apply();
    expect([...(await column('session', 'id')(db)), ...(await column('link', 'token_hash')(db))]).toEqual([]);
    expect(await column('rate_limit', 'key')(db)).toEqual([]);
  });

  it('the newest events and changes of a webhook are kept by their number', async () => {
    await using gateway = await open(engine);
    const { db, apply } = gateway;
    await db.updateTable('live_counter').set({ last: 10_010 }).execute();
    for (const id of [9, 10, 11, 10_010])
      await db
        .insertInto('live_event')
        .values({ id, kind: 'webhook', data: '{}' } as never)
        .execute();
    await db
      .insertInto('webhook_secret')
      .values({ topic: 't', state: 'none', secret: null, next_secret: null })
      .execute();
    for (let index = 0; index <= HISTORY_LENGTH; index++)
      await db
        .insertInto('webhook_change')
        .values({
          id: idAt(index, 'x'),
          topic: 't',
          at: index,
          person_id: null,
          action: 'updated',
          settings: null,
          secret_state: 'none',
          secret: null,
        } as never)
        .execute();
    await apply();
    expect(await db.selectFrom('live_event').select('id').orderBy('id').execute()).toEqual([
      { id: 11 },
      { id: 10_010 },
    ]);
    const changes = await db.selectFrom('webhook_change').select('at').orderBy('id').execute();
    expect([changes.length, changes[0]?.at]).toEqual([HISTORY_LENGTH, 1]);
  });

  it('noted changes of counts become one for each agency, and the counts stay', async () => {
    await using gateway = await open(engine);
    const { db, apply } = gateway;
    for (let index = 0; index < 250; index++)
      await db
        .insertInto('inquiry_count')
        .values({ agency_key: 'a', change: index % 2 })
        .execute();
    for (const change of [1, -1])
      await db.insertInto('inquiry_count').values({ agency_key: 'b', change }).execute();
    await apply();
    const scope = { agencies: undefined, ownInquiriesIn: [], operator: '' };
    expect(Object.fromEntries(await fetchInquiryCounts(db, scope))).toEqual({ a: 125 });
    expect(await db.selectFrom('inquiry_count').select('agency_key').execute()).toHaveLength(1);
  });

  it('more than a slice is erased, of what has rows of its own too', async () => {
    await using gateway = await open(engine);
    const { db, apply } = gateway;
    const longAgo = NOW - 2000 * DAY_MS;
    await addFollowUp(db, 'long', longAgo, 450);
    for (let index = 0; index < 45; index++) await addFollowUp(db, `f${index}`, longAgo);
    await addJob(db, 'long', { createdAt: longAgo, endedAt: longAgo }, 450);
    for (let index = 0; index < 45; index++)
      await addJob(db, `j${index}`, { createdAt: longAgo, endedAt: longAgo });
    for (let index = 0; index < 60; index++) await addInquiry(db, `i${index}`, longAgo);
    for (let index = 0; index < 450; index++)
      await db
        .insertInto('audit')
        .values({ ...AUDIT, id: idAt(longAgo, `a${index}`), at: longAgo })
        .execute();
    await apply();
    for (const table of ['follow_up', 'follow_up_entry', 'job', 'job_row', 'inquiry', 'audit'] as const)
      expect([
        table,
        await db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirst(),
      ]).toEqual([table, { count: 0 }]);
  });

  it('follow-up outlives its inquiry at least, and zero days are for ever', async () => {
    const add = async (db: Db) => {
      await addFollowUp(db, 'f', NOW - 600 * DAY_MS);
      await db
        .insertInto('audit')
        .values({ ...AUDIT, id: idAt(0, 'a'), at: 0 })
        .execute();
    };
    await using short = await open(engine, { followUpDays: 90, inquiryDays: 700, auditDays: 0 });
    await add(short.db);
    await short.apply();
    await using endless = await open(engine, { followUpDays: 0, auditDays: 0 });
    await add(endless.db);
    await endless.apply();
    for (const { db } of [short, endless])
      expect([await column('follow_up', 'sid')(db), await column('audit', 'id')(db)]).toEqual([['f'], ['a']]);
  });

  it('audit entries of other days cannot be deleted, and the day of removal only moves forward', async () => {
    await using gateway = await open(engine);
    const { db, apply } = gateway;
    await db
      .insertInto('audit')
      .values({ ...AUDIT, id: idAt(NOW, 'a'), at: NOW })
      .execute();
    await apply();
    const expiry = (db as unknown as Kysely<{ audit_expiry: { before_id: string } }>).updateTable(
      'audit_expiry',
    );
    await expect(db.deleteFrom('audit').execute()).rejects.toThrow('append-only');
    await expect(expiry.set({ before_id: '' }).execute()).rejects.toThrow('append-only');
    expect(await column('audit', 'id')(db)).toEqual(['a']);
  });

  it('every table has a rule, or the README says why it is bounded', async () => {
    await using gateway = await open(engine);
    const documented = parseDocumentedTables(join(import.meta.dirname, 'README.md'));
    expect([...documented.keys()].toSorted()).toEqual(await listTables(gateway.db));
    const withRule = [...documented].flatMap(([name, { isBounded }]) => (isBounded ? [] : [name]));
    const ruled = new Set<string>(gateway.retention.rules.flatMap(({ tables }) => tables));
    expect(withRule.toSorted()).toEqual([...ruled].toSorted());
  });

  describe('statements', () => {
    /** Tables of one row, or of one for each agency or topic. */
    const SMALL =
      'audit_expiry|live_counter|known_time|erasure_secret|webhook_secret|index_finding|inquiry_count|inquiry_words';

    it('read an index', async () => {
      await using gateway = await open(engine);
      const { db, retention } = gateway;
      for (const { title, add } of RULES)
        for (const name of ['a', 'b']) await add(db, `${name}${title.replaceAll(/[^a-z]/g, '')}`, 1);
      const statements = await recordStatements(db, async () => {
        for (const rule of retention.rules) await rule.count(db, NOW, 10);
        await applyRetention(retention);
      });
      const scan = isPostgres(db) ? /Seq Scan on (\w+)/ : /^SCAN (\w+)/;
      const scans: string[] = [];
      for (const statement of statements.filter(({ sql }) => /^(?:with|select|delete|update)/.test(sql)))
        for (const line of await explain(db, engine, statement)) {
          const table = scan.exec(line)?.[1];
          if (table && !new RegExp(`^(?:${SMALL}|rows|removable)$`).test(table))
            scans.push(`${line}: ${statement.sql}`);
        }
      expect(statements.length).toBeGreaterThan(50);
      expect(scans).toEqual([]);
    });
  });
});
