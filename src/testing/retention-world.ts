import type { Kysely } from 'kysely';
import { encodeTime } from 'ulid';
import { HOUR_MS } from '#contract/durations.ts';
import { defaultHours } from '#contract/hours.ts';
import { type Engine } from '#database/database.ts';
import { cloneDatabase } from './engines.ts';
import { createTestClock } from './clocks.ts';
import { applyRetention } from '#work/retention.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { createGatewayRetention } from '#gateway/retention.ts';
import { type GatewayTables, openGatewayDatabase } from '#gateway/store.ts';

export const NOW = Date.parse('2026-11-16T12:00:00-03:00');
export const ZONE = 'America/Argentina/Buenos_Aires';
export const AGENCY = 'ventas@ruta9.example';
export const ABSOLUTE_MS = 12 * HOUR_MS;

export type Db = Kysely<GatewayTables>;

export async function openRetentionWorld(
  engine: Engine,
  { inquiryDays = 400, followUpDays = 1825, auditDays = 1825 } = {},
) {
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
export const idAt = (at: number, name: string) => `${encodeTime(at, 10)}${name.padStart(16, '0')}`;
export const sidOf = (name: string) => `01JC${name.toUpperCase().padStart(22, '0')}`;
export const KEYS = { agency_key: AGENCY } as const;

export const addInquiry = (db: Db, name: string, at: number) =>
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

export const DELIVERY = { topic: 'x', headers: '{}', payload: '{}' } as const;
export const JOB = {
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
export const ROW = { state: 'done', started: 0, attempts: 1, due_at: 0, cells: '[]', input: '{}' } as const;
export const AUDIT = { address: '', action: 'x' };

export async function addFollowUp(db: Db, name: string, at: number, entries = 1) {
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
        change: '{}',
      })),
    )
    .execute();
}

export async function addJob(
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
