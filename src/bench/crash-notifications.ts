import { randomBytes } from 'node:crypto';
import { mkdtempDisposable, readFile, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { LiveData } from '#contract/desk/live.ts';
import { DAY_MS } from '#contract/durations.ts';
import { defaultHours } from '#contract/hours.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { type GatewayTables, openGatewayDatabase } from '#gateway/store.ts';
import { readDatabaseTargets } from '#server/configuration.ts';
import { freePort, spawnServer } from '#testing/server-process.ts';
import { agencyMail } from './index-data.ts';
import { BENCH_APP } from './service-process.ts';

const DIGESTS = 400;
const ALARM_AGENCIES = 60;
const LATE_PER_AGENCY = 150;
const LATE = ALARM_AGENCIES * LATE_PER_AGENCY;
/** A mail that the killed gateway was sending is sent again after a minute, and is looked for once a minute. */
const NOTIFICATIONS_TIMEOUT_MS = 180_000;

const recipientOf = (agency: number) => `alarma${agency}@x.example`;
const digestMail = (person: number) => `resumen${person}@x.example`;
const lateSid = (agency: number, index: number) => `01JC${String(agency * 1000 + index).padStart(22, '0')}`;

/**
 * `kill -9` of a gateway while digests and late alarms are sent: on PostgreSQL one of two, on SQLite the only one, which is
 * started again. Fails unless each digest is sent once, and each late inquiry is reported in one event and one mail.
 */
export async function crashNotifications(databaseUrl?: string): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrina-crash-'));
  const environment = {
    ...BENCH_APP,
    DATA_DIR: folder.path,
    DEMO: '0',
    DATABASE_URL: databaseUrl ?? '',
    // Nobody answers there: the index stays as it is.
    UPSTREAM_URL: `http://localhost:${await freePort()}`,
    CONSOLE_KEY: randomBytes(32).toString('base64'),
    SERVICE_KEY: randomBytes(32).toString('base64'),
    SERVICE_TIME_ZONE: findNoonZone(),
  };
  const start = async () => spawnServer('start.ts', { ...environment, PORT: String(await freePort()) });
  const target = readDatabaseTargets(environment).gateway;
  const { db, ...database } = await openGatewayDatabase(target);
  await fillLateInquiries(db, environment.SERVICE_TIME_ZONE);

  await using gateways = new AsyncDisposableStack();
  gateways.defer(() => database.close());
  const [victim] = (await Promise.all(Array.from({ length: databaseUrl ? 2 : 1 }, start))).map((gateway) =>
    gateways.use(gateway),
  );
  await waitForNotifications(db, ({ digests, reported }) => digests >= DIGESTS / 40 && reported >= LATE / 10);
  await victim?.stop('SIGKILL');
  const killed = await fetchNotificationProgress(db);
  if (!databaseUrl) gateways.use(await start());
  await waitForNotifications(
    db,
    ({ digests, reported, queued }) => digests === DIGESTS && reported === LATE && queued === 0,
  );

  const { events, mails } = await fetchResult(db, join(folder.path, 'outbox'));
  const digestCounts = Array.from({ length: DIGESTS }, (_, person) => mails.get(digestMail(person)) ?? []);
  const alarmTexts = Array.from(
    { length: ALARM_AGENCIES },
    (_, agency) => mails.get(recipientOf(agency)) ?? [],
  );
  const sids = Array.from({ length: LATE }, (_, index) =>
    lateSid(Math.floor(index / LATE_PER_AGENCY), index % LATE_PER_AGENCY),
  );
  const wrongDigests = digestCounts.filter(({ length }) => length !== 1).length;
  const wrongAlarms = sids.filter(
    (sid, index) =>
      events.get(sid)?.length !== 1 ||
      alarmTexts[Math.floor(index / LATE_PER_AGENCY)]?.filter((text) => text.includes(sid)).length !== 1,
  ).length;
  console.log(
    `${databaseUrl ? 'One of two gateways on PostgreSQL' : 'The gateway on SQLite'}, kill -9 after ${killed.digests} of ` +
      `${DIGESTS} digests and ${killed.reported} of ${LATE} late inquiries: ${wrongDigests} digests and ${wrongAlarms} ` +
      `late inquiries not sent exactly once`,
  );
  const isInTheMiddle = killed.digests < DIGESTS || killed.reported < LATE;
  if (wrongDigests + wrongAlarms > 0 || !isInTheMiddle) process.exitCode = 1;
}

/** A zone where it is noon: its day does not change meanwhile. */
function findNoonZone(): string {
  const west = new Date().getUTCHours() - 12;
  return `Etc/GMT${west < 0 ? '' : '+'}${west}`;
}

/** Digests that are due, and alarms of inquiries that have been late for days. */
async function fillLateInquiries(db: Kysely<GatewayTables>, zone: string): Promise<void> {
  const now = Date.now();
  const hours = defaultHours(zone);
  const agencies = Array.from({ length: ALARM_AGENCIES }, (_, agency) => agency);
  const people = [
    ...Array.from({ length: DIGESTS }, (_, person) => digestMail(person)),
    ...agencies.map(recipientOf),
  ];
  await db
    .insertInto('person')
    .values(
      people.map((mail) => ({
        id: mail,
        mail,
        name: mail,
        role: 'partner' as const,
        password_hash: '',
        last_agency: null,
        created_at: now,
        disabled_at: null,
        accepted_at: now,
        second_factor_secret: null,
        second_factor_next: null,
        second_factor_step: null,
      })),
    )
    .execute();
  await syncAgencies(
    db,
    agencies.map((agency) => ({ adminMail: agencyMail(agency) })),
    now,
  );
  for (const agency of agencies) {
    const entries = Array.from({ length: LATE_PER_AGENCY }, (_, index) => ({
      Momento: new Date(now - 10 * DAY_MS).toISOString(),
      Auto: { Marca: 'Ford' },
      Interesado: { Nombre: 'Ana' },
      _links: { self: { href: `/v3/consultas/${agencyMail(agency)}/${lateSid(agency, index)}` } },
    }));
    await upsertInquiries(db, entries, { agency: agencyMail(agency), discoverySource: 'list', hours, now });
  }
  await db
    .insertInto('late_alarm')
    .values(
      agencies.map((agency) => ({
        agency_key: agencyMail(agency),
        alarm: JSON.stringify({ on: true, minutes: 60, recipients: [recipientOf(agency)], mail: true }),
        enabled_at: now - 20 * DAY_MS,
        version: 1,
      })),
    )
    .execute();
  await db
    .insertInto('digest')
    .values(
      people.slice(0, DIGESTS).map((person_id) => ({
        person_id,
        enabled: 1 as const,
        hour: 0,
        language: 'es' as const,
        last_sent_day: null,
      })),
    )
    .execute();
}

interface Progress {
  digests: number;
  /** Inquiries. */
  reported: number;
  /** Mails. */
  queued: number;
}

async function fetchNotificationProgress(db: Kysely<GatewayTables>): Promise<Progress> {
  const count = async (table: 'digest' | 'late_alarm_notice' | 'mail') => {
    const { rows } = await db
      .selectFrom(table)
      .$if(table === 'digest', (query) => query.where('last_sent_day', 'is not', null))
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return rows;
  };
  return {
    digests: await count('digest'),
    reported: await count('late_alarm_notice'),
    queued: await count('mail'),
  };
}

async function waitForNotifications(
  db: Kysely<GatewayTables>,
  isReached: (progress: Progress) => boolean,
): Promise<void> {
  const end = performance.now() + NOTIFICATIONS_TIMEOUT_MS;
  for (;;) {
    const progress = await fetchNotificationProgress(db);
    if (isReached(progress)) return;
    if (performance.now() > end) throw new Error(`Mails are not sent: ${JSON.stringify(progress)}`);
    await setTimeout(20);
  }
}

/** Events by sid, and texts of the mails by recipient. A mail that is sent twice is one file. */
async function fetchResult(
  db: Kysely<GatewayTables>,
  outbox: string,
): Promise<{ events: Map<string, LiveData<'late'>[]>; mails: Map<string, string[]> }> {
  const events = await db.selectFrom('live_event').select('data').where('kind', '=', 'late').execute();
  const mails = new Map<string, string[]>();
  for (const file of await readdir(outbox)) {
    // Removes the soft line breaks of quoted-printable text.
    const text = (await readFile(join(outbox, file), 'utf8')).replaceAll('=\r\n', '');
    const recipient = /^To: (.+)\r$/m.exec(text)?.[1] ?? '';
    mails.set(recipient, [...(mails.get(recipient) ?? []), text]);
  }
  const data = events.map((event) => JSON.parse(event.data) as LiveData<'late'>);
  return { events: Map.groupBy(data, ({ sid }) => sid), mails };
}
