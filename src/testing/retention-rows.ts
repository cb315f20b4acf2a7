import type { Kysely } from 'kysely';
import { FILE_DAYS } from '#contract/desk/jobs.ts';
import { DAY_MS } from '#contract/durations.ts';
import { startOfDay } from '#contract/window.ts';
import type { GatewayTables } from '#gateway/store.ts';
import {
  NOW,
  ZONE,
  ABSOLUTE_MS,
  KEYS,
  DELIVERY,
  AUDIT,
  idAt,
  sidOf,
  addInquiry,
  type Db,
  addFollowUp,
  addJob,
} from './retention-world.ts';

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
export const column =
  (table: string, name: string, where?: string) =>
  async (db: Db): Promise<string[]> => {
    const query = (db as unknown as Kysely<Record<string, Record<string, string>>>)
      .selectFrom(table)
      .select(name)
      .$if(where !== undefined, (rows) => rows.where(where ?? '', 'is not', null));
    return (await query.execute()).map((row) => /[a-z]+$/i.exec(String(row[name]))?.[0].toLowerCase() ?? '');
  };

export const RULES: Rule[] = [
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
    title: 'personal tokens',
    age: 1825 * DAY_MS,
    add: (db, name, at) =>
      db
        .insertInto('api_token')
        .values({
          id: name,
          token_hash: name,
          kind: 'personal',
          name,
          scopes: '[]',
          person_id: 'p1',
          created_at: 0,
          expires_at: at,
        })
        .execute(),
    read: column('api_token', 'id'),
  },
  {
    title: 'keys of repeats',
    age: DAY_MS,
    add: (db, name, at) =>
      db
        .insertInto('idempotency_key')
        .values({ owner: name, key: 'x', fingerprint: '', at, done: 1, problem: null })
        .execute(),
    read: column('idempotency_key', 'owner'),
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
    title: 'runs of the canary',
    age: 30 * DAY_MS,
    add: (db, name, at) =>
      db
        .insertInto('canary_run')
        .values({
          ...KEYS,
          id: idAt(at, name),
          at,
          outcome: 'arrived',
          status: 202,
          hook_id: name,
          took_ms: 1,
        })
        .execute(),
    read: column('canary_run', 'id'),
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
  {
    title: 'messages that wait for a target',
    age: 30 * DAY_MS,
    add: async (db, name, at) => {
      await addRelayTarget(db);
      await db
        .insertInto('relay')
        .values({ target_id: 't', delivery_id: `d-${name}`, queued_at: at, due_at: at })
        .execute();
    },
    read: column('relay', 'delivery_id'),
  },
  {
    title: 'inquiries that were mailed to CRMs',
    age: 400 * DAY_MS,
    add: (db, name, at) => insert(db, 'crm_mail', { mail_id: name, agency_key: '', sid: name, at }),
    read: column('crm_mail', 'mail_id'),
  },
  {
    title: 'columns that were compared',
    age: 30 * DAY_MS,
    add: async (db, name, at) => {
      const run = { id: name, person_id: '', at, catalog: 'make', name: '', column_name: '', row_count: 1 };
      await insert(db, 'match_run', { ...run, cells: '{}' });
      const answer = { run_id: name, row_number: 0, catalog: 'make', source: 'hand', person_id: '', at: 0 };
      await insert(db, 'match_run_answer', answer);
    },
    read: column('match_run_answer', 'run_id'),
  },
  {
    title: 'changes of follow-ups for targets',
    age: 30 * DAY_MS,
    add: (db, name, at) =>
      insert(db, 'relay_event', { id: name, topic: '', agency_key: '', sid: '', at, data: '{}' }),
    read: column('relay_event', 'id'),
  },
  {
    title: 'attempts to relay',
    age: 30 * DAY_MS,
    add: async (db, name, at) => {
      await addRelayTarget(db);
      const attempt = { target_id: 't', delivery_id: `d-${name}`, duration_ms: 1, outcome: 'delivered' };
      await insert(db, 'relay_attempt', { ...attempt, id: idAt(at, name), at });
    },
    read: column('relay_attempt', 'delivery_id'),
  },
];

const insert = async (db: Db, table: keyof GatewayTables, row: object) => {
  await db.insertInto(table).values(row).execute();
};

const addRelayTarget = (db: Db) =>
  db
    .insertInto('relay_target')
    .values({ id: 't', url: '', topics: '[]', secret: '', active: 0, created_at: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
