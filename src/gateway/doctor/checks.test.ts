import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#contract/durations.ts';
import { saveBackup, saveBackupFailure } from '#gateway/backup/store.ts';
import { insertRun, setCanary } from '#gateway/canary/store.ts';
import { saveRefused } from '#gateway/deliveries/store.ts';
import { saveDrift } from '#gateway/drift/store.ts';
import { registerIndexedAgency } from '#gateway/inquiries/agencies.ts';
import { recordFinding } from '#gateway/inquiries/findings.ts';
import { verifyInstallation } from '#gateway/installation.ts';
import { systemClock } from '#system/clock.ts';
import { stampAt } from '#testing/clocks.ts';
import { type Misconfiguration, openDoctorWorld } from '#testing/doctor-world.ts';
import { onEachEngine } from '#testing/engines.ts';
import { NOON } from '#testing/gateway-store.ts';
import { gatewayTopic } from '#testing/gateway-topics.ts';
import { CHECKS } from './checks.ts';
import type { Machine } from './machine.ts';
import { runCheck } from './run-check.ts';
import { MAX_OVERDUE_ROWS } from './checks/table-growth.ts';

type World = Awaited<ReturnType<typeof openDoctorWorld>>;

const AGENCY = 'ventas@ruta9.example';

/** Findings of all checks that apply, by id. */
async function find(world: World, misconfiguration: Misconfiguration = {}) {
  const context = world.toContext(misconfiguration);
  const found: [string, string][] = [];
  for (const check of CHECKS) {
    if (check.applies?.(context.config) === false) continue;
    for (const { en, es } of await runCheck(check, context, systemClock)) {
      expect(es).not.toBe('');
      found.push([check.id, en]);
    }
  }
  return found;
}

const withTopic = (known: Parameters<typeof gatewayTopic>[0]): Misconfiguration => ({
  connection: { topics: [gatewayTopic(known)] },
});
/** A machine on which one folder has little room. */
const measureFree = (folder: string, freeBytes: number): Partial<Machine> => ({
  measureDisk: async (measured) => ({ freeBytes: measured === folder ? freeBytes : 50e9, totalBytes: 100e9 }),
});
const codeError = (code: string) => Object.assign(new Error(code), { code });

/** A setting, the state of a machine or of the service, or data, and what names it. */
const MISCONFIGURATIONS: readonly [
  id: string,
  finding: string,
  misconfiguration: Misconfiguration,
  prepare?: (world: World) => Promise<unknown>,
][] = [
  [
    'installation',
    'APP_KEY is app, and the data belongs to other',
    {},
    ({ db }) =>
      verifyInstallation(db, {
        credentials: { key: 'other', secret: '' },
        upstreamUrl: 'https://service.example',
        embeddedService: false,
      }),
  ],
  ['configuration', 'DEMO is on', { config: { demo: true } }],
  ['configuration', 'ALLOW_LOCAL_CALLBACKS is on', { config: { allowLocalCallbacks: true } }],
  [
    'configuration',
    'PUBLIC_URL is http://localhost:4000',
    { config: { publicUrl: 'http://localhost:4000' } },
  ],
  [
    'partner-admins',
    'No active person',
    {},
    ({ db }) => db.updateTable('person').set({ disabled_at: NOON }).execute(),
  ],
  [
    'data-folder',
    '/var/lib/vitrina/console-key: 644',
    { machine: { readMode: async (path) => (path.endsWith('console-key') ? 0o644 : undefined) } },
  ],
  ['disk', '0.5 GiB left', { machine: measureFree('/var/lib/vitrina', 2 ** 29) }],
  ['backup-disk', '/mnt/backups has 0.5 GiB left', { machine: measureFree('/mnt/backups', 2 ** 29) }],
  [
    'backup-disk',
    'takes 2.0 GiB',
    { machine: measureFree('/mnt/backups', 2 ** 32 - 1) },
    ({ db }) =>
      db
        .updateTable('backup')
        .set({ bytes: 2 ** 31 })
        .execute(),
  ],
  [
    'openid',
    'certificate of https://login.example could not be verified',
    {
      machine: {
        fetchCertificateEnd: async (origin) => {
          if (origin === 'https://login.example') throw codeError('CERT_HAS_EXPIRED');
          return NOON + 14 * 86_400_000;
        },
      },
    },
  ],
  ['openid', 'does not reply: ECODE', { openIdFault: 'unreachable' }],
  ['openid', 'no discovery document', { openIdFault: 'metadata' }],
  ['openid', 'another issuer', { openIdFault: 'issuer' }],
  ['openid', 'does not accept OIDC_CLIENT_ID', { openIdFault: 'credentials' }],
  [
    'database-integrity',
    'person_agency: 1 foreign keys',
    {},
    async ({ db }) => {
      await sql`pragma foreign_keys = off`.execute(db);
      await db.insertInto('person_agency').values({ person_id: 'nobody', admin_mail: AGENCY }).execute();
    },
  ],
  [
    'database-clock',
    'Nothing confirms the time',
    {},
    ({ db }) => db.updateTable('known_time').set({ doubted_since: NOON }).execute(),
  ],
  ['service', 'cannot be reached', { connection: { state: 'unreachable' } }],
  ['service', 'a fault', { connection: { state: 'failing' } }],
  ['service', 'cannot be read', { connection: { state: 'broken' } }],
  [
    'credentials',
    'Its reason: Firma vencida',
    { connection: { state: 'refused', refusal: 'Firma vencida' } },
  ],
  ['rate-limit', 'RATE_LIMIT is 6000', { connection: { state: 'limited' } }],
  ['clock', '31 s ahead', { connection: { clockAheadMs: 31_000 } }],
  ['clock', '31 s behind', { connection: { clockAheadMs: -31_000 } }],
  ['service-latency', 'after 2500 ms', { connection: { state: 'slow', latencyMs: 2500 } }],
  [
    'service-certificate',
    'SELF_SIGNED',
    {
      machine: {
        fetchCertificateEnd: async (origin) => {
          if (origin === 'https://service.example') throw codeError('DEPTH_ZERO_SELF_SIGNED_CERT');
          return NOON + 14 * 86_400_000;
        },
      },
    },
  ],
  [
    'public-certificate',
    'ends in 13 days',
    {
      machine: {
        fetchCertificateEnd: async (origin) =>
          NOON + (origin === 'https://vitrina.example' ? 14 * 86_400_000 - 1 : 14 * 86_400_000),
      },
    },
  ],
  [
    'public-address',
    'does not reply at https://vitrina.example: 404',
    { machine: { fetchReply: async () => ({ status: 404, body: '' }) } },
  ],
  ['inquiry-webhook', 'not configured', withTopic({ configured: false })],
  ['inquiry-webhook', 'suspended', withTopic({ active: false })],
  ['inquiry-webhook', 'another address', withTopic({ callback: 'https://crm.example/' })],
  [
    'suspended-topics',
    'agencia-registrada is suspended',
    withTopic({ topic: 'agencia-registrada', active: false }),
  ],
  ['webhook-secret', 'is not known here', withTopic({ secret: 'unknown' })],
  [
    'webhook-secret',
    '1 messages of consulta-recibida were refused',
    {},
    ({ db }) =>
      saveRefused(
        db,
        { topic: 'consulta-recibida', hookId: null, reason: 'signature', size: 1, headers: {} },
        stampAt(NOON - MINUTE_MS),
      ),
  ],
  ['webhook-delivery', 'does not accept the certificate', withTopic({ failure: 'certificate' })],
  ['webhook-delivery', 'did not arrive', withTopic({ unseenAt: 5 })],
  ['webhook-delivery', 'private address', withTopic({ isPrivate: true })],
  [
    'canary',
    'failed 3 times in a row: the signature does not match',
    {},
    async ({ db }) => {
      await setCanary(db, { adminMail: AGENCY, minutes: 5 }, NOON);
      for (const ago of [3, 2, 1])
        await insertRun(
          db,
          { agency_key: AGENCY, sid: null, outcome: 'signature' },
          stampAt(NOON - ago * MINUTE_MS),
        );
    },
  ],
  [
    'missed-messages',
    'Many messages were missed',
    {},
    ({ db }) =>
      db
        .updateTable('missed_alarm')
        .set({ raised_at: NOON - 9e6, last_missed_at: NOON - 1 })
        .execute(),
  ],
  [
    'relay',
    'crm.example fails for more than an hour: 500',
    {},
    ({ db }) =>
      db
        .insertInto('relay_target')
        .values({
          id: '1',
          url: 'https://crm.example/x?key=secret',
          topics: '[]',
          secret: '',
          active: 1,
          created_at: 0,
          failing_since: NOON - 60 * MINUTE_MS - 1,
          failed_status: 500,
        })
        .execute(),
  ],
  [
    'sealed-secrets',
    '1 secrets of webhooks',
    { connection: { unreadableSecrets: { webhooks: 1, secondFactors: 0 } } },
  ],
  [
    'sealed-secrets',
    '2 second factors',
    { connection: { unreadableSecrets: { webhooks: 0, secondFactors: 2 } } },
  ],
  [
    'sending-hold',
    'PUBLIC_URL is b',
    { connection: { held: [{ name: 'PUBLIC_URL', stored: 'a', current: 'b' }] } },
  ],
  ['mail-server', 'failed: EAUTH', { mailError: codeError('EAUTH') }],
  [
    'mail-files',
    'SMTP_URL is missing',
    { config: { mail: { smtpUrl: undefined, sender: 'a@vitrina.example', outboxDir: '/outbox' } } },
  ],
  ['mails', 'refused 1 mails', {}, ({ db }) => insertMail(db, { due_at: NOON, attempts: 1 })],
  [
    'dead-mails',
    '1 mails of the last 7 days',
    {},
    ({ db }) => insertMail(db, { due_at: null, attempts: 10 }),
  ],
  ['backup', 'no proved backup', {}, ({ db }) => db.updateTable('backup').set({ at: null }).execute()],
  [
    'backup',
    'The last backup failed: disk full',
    {},
    ({ db }) => saveBackupFailure(db, { failure: 'disk full', failedAt: NOON, dueAt: NOON }),
  ],
  [
    'backup',
    'newest proved backup is of 2026-11-18',
    {},
    ({ db }) =>
      saveBackup(db, {
        file: 'f',
        bytes: 1,
        tookMs: 1,
        proofMs: 1,
        at: NOON - 2 * 86_400_000 - 1,
        dueAt: NOON,
      }),
  ],
  ['backup-schedule', 'BACKUP_EVERY is missing', { config: { backupEveryMs: undefined } }],
  [
    'late-work',
    'mails: 7 wait, the oldest for 16 minutes',
    {
      backlogs: [
        { name: 'mails', due: 7, lateMs: 16 * MINUTE_MS },
        { name: 'sweeps', due: 1, lateMs: 15 * MINUTE_MS },
      ],
    },
  ],
  [
    'index-age',
    'not read for 31 minutes',
    {},
    async ({ db }) => {
      await registerIndexedAgency(db, AGENCY, NOON);
      await db
        .updateTable('indexed_agency')
        .set({ swept_at: NOON - 31 * MINUTE_MS })
        .execute();
    },
  ],
  [
    'index-age',
    'lists of 1 agencies',
    {},
    async ({ db }) => {
      await registerIndexedAgency(db, AGENCY, NOON);
      await db.updateTable('indexed_agency').set({ swept_at: NOON, failing_since: NOON }).execute();
    },
  ],
  [
    'index-findings',
    '9 of 10 are missing',
    {},
    ({ db }) =>
      recordFinding(db, { kind: 'agencies', agency_key: '', missing: 9, total: 10, readAt: NOON }, NOON),
  ],
  [
    'table-growth',
    'late_alarm_notice has more than 10000 rows',
    {},
    ({ db }) =>
      sql`insert into late_alarm_notice (agency_key, sid, at)
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${MAX_OVERDUE_ROWS})
        select 'a', 'S' || n, 1 from numbers`.execute(db),
  ],
  [
    'time-zone',
    'no agency has that time',
    { config: { timeZone: 'UTC' } },
    ({ db }) =>
      db
        .insertInto('agency_hours')
        .values({ agency_key: AGENCY, hours: '{"zone":"America/Argentina/Cordoba"}', version: 1 })
        .execute(),
  ],
  [
    'drift',
    'undocumented Nuevo',
    {},
    ({ db }) =>
      saveDrift(db, {
        differences: [
          {
            source: 'GET /v3/agencias',
            kind: 'undocumented',
            path: 'Nuevo',
            expected: null,
            example: 'number',
            firstAt: NOON,
            lastAt: NOON,
            replies: 1,
          },
        ],
        compared: new Map(),
      }),
  ],
];

const insertMail = (db: World['db'], values: { due_at: number | null; attempts: number }) =>
  db
    .insertInto('mail')
    .values({
      id: stampAt(NOON).random.ulid(NOON),
      recipient: 'ana@x.example',
      subject: '',
      text: '',
      html: '',
      created_at: NOON,
      priority: 0,
      ...values,
    })
    .execute();

describe('the doctor', () => {
  it.each(MISCONFIGURATIONS)('names by %s alone: %s', async (id, finding, misconfiguration, prepare) => {
    await using world = await openDoctorWorld();
    await prepare?.(world);
    expect(await find(world, misconfiguration)).toEqual([[id, expect.stringContaining(finding)]]);
  });

  it('names 30 misconfigurations and more, and says for at least 20 by which command or page they are mended', () => {
    const named = MISCONFIGURATIONS.map(([id]) => CHECKS.find((check) => check.id === id)?.remedy);
    expect(named.length).toBeGreaterThanOrEqual(30);
    const mended = named.filter((remedy) => remedy?.command ?? remedy?.page ?? remedy?.action);
    expect(mended.length).toBeGreaterThanOrEqual(20);
    const ids = new Set(MISCONFIGURATIONS.map(([id]) => id));
    // SQLite has no server whose version could be old, and no schema of another version.
    expect(CHECKS.map(({ id }) => id).filter((id) => !ids.has(id))).toEqual([
      'database-schema',
      'database-version',
    ]);
  });

  it('reports a check that throws, or takes too long, as a finding', async () => {
    await using world = await openDoctorWorld();
    const [check] = CHECKS;
    if (!check) throw new Error('There is no check');
    const run = (fails: () => Promise<never>, setTimer = systemClock.setTimer) =>
      runCheck({ ...check, run: fails }, world.toContext(), { setTimer });
    expect(await run(() => Promise.reject(new Error('no such table')))).toEqual([
      expect.objectContaining({ en: 'The check could not be made: no such table' }),
    ]);
    const never = new Promise<never>(() => {});
    const atOnce = (callback: () => void) => systemClock.setTimer(callback, 0);
    expect(await run(() => never, atOnce)).toEqual([
      expect.objectContaining({ en: expect.stringContaining('takes longer') }),
    ]);
  });
});

onEachEngine((engine) => {
  it('the checks find nothing where nothing is wrong', async () => {
    await using world = await openDoctorWorld(engine);
    const topics = [gatewayTopic(), { ...gatewayTopic(), topic: 'otro', configured: false }];
    const machine = {
      now: systemClock.now,
      fetchCertificateEnd: async () => systemClock.now() + 30 * 86_400_000,
    };
    expect(await find(world, { connection: { topics }, machine })).toEqual([]);
    expect(await find(world, { connection: { clockAheadMs: null, topics: [] }, machine })).toEqual([]);
  });
});
