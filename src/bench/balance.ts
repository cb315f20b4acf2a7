import { type Kysely, sql } from 'kysely';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { WINDOW_DAYS, addDays, dayAt, startOfDay } from '#contract/window.ts';
import { DAY_MS, HOUR_MS } from '#contract/durations.ts';
import { fetchBalance } from '#gateway/balance/balance.ts';
import { saveRefused } from '#gateway/deliveries/store.ts';
import { type GatewayTables, openGatewayDatabase } from '#gateway/store.ts';
import { systemRandom } from '#system/random.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { BENCH_NOW, BENCH_ZONE, agencyMail } from './index-data.ts';
import { measureStore } from './measure-store.ts';
import { formatTimes, parseNumberOptions } from './number-options.ts';

// The balance in the store, on SQLite or with `--postgres 1` on a temporary PostgreSQL: of a day and of thirty, and a count.

const {
  inquiries,
  agencies,
  tries,
  postgres: onPostgres,
} = parseNumberOptions({ inquiries: 1_000_000, agencies: 200, tries: 50, postgres: 0 });

const RECEIVER_URL = 'https://vitrina.example/hooks/1';

/** The JSON of an inquiry is about as long. */
const DATA = JSON.stringify({ Interesado: { Comentario: 'x'.repeat(900) } });
const DAYS = 400;
const ROWS_PER_INSERT = 20_000;

/**
 * Inquiries of all agencies over the days that an index keeps. Two thirds of them came by webhook, the others were missed: the topic
 * was off, or messages were refused.
 */
async function fillArrivals(db: Kysely<GatewayTables>): Promise<void> {
  const admins = Array.from({ length: agencies }, (_, agency) => ({ adminMail: agencyMail(agency) }));
  await syncAgencies(db, admins, 0);
  const made = sql`${sql.lit(BENCH_NOW)} - cast(n as bigint) * 7919 % ${sql.lit(DAYS * 1440)} * 60000`;
  for (let first = 0; first < inquiries; first += ROWS_PER_INSERT)
    await sql`insert into inquiry (agency_key, sid, at, status, is_waiting, trade_in, finance, insurance,
        discovery_source, first_seen_at, last_seen_at, data)
      with recursive number (n) as (select ${sql.lit(first)} union all select n + 1 from number
        where n < ${sql.lit(Math.min(first + ROWS_PER_INSERT, inquiries) - 1)})
      select 'ventas@agencia' || (n % ${sql.lit(agencies)}) || '.example', '01' || (1000000000000000000 + n),
        ${made}, 'new', 1, 0, 0, 0, case when n % 3 = 0 then 'list' else 'webhook' end,
        ${made} + n % 1000 * 1000, ${made}, ${DATA} from number`.execute(db);
  for (const [days, active] of [
    [60, true],
    [20, false],
    [10, true],
  ] as const) {
    const at = BENCH_NOW - days * DAY_MS;
    const settings = { callback: RECEIVER_URL, active, description: null, headers: [] };
    await db
      .insertInto('webhook_change')
      .values({
        id: systemRandom.ulid(at),
        topic: INQUIRY_TOPIC,
        at,
        person_id: null,
        action: 'edited',
        settings: JSON.stringify(settings),
        secret_state: 'none',
        secret: null,
      })
      .execute();
  }
  const refused = { topic: INQUIRY_TOPIC, hookId: null, reason: 'signature', size: 2, headers: {} } as const;
  for (let hours = 0; hours < 240; hours += 1)
    await saveRefused(db, refused, { now: BENCH_NOW - hours * HOUR_MS, random: systemRandom });
}

await measureStore('bench_balance', { onPostgres: onPostgres > 0 }, async (target) => {
  await using database = await openGatewayDatabase(target);
  const { db, engine } = database;
  await fillArrivals(db);
  // Autovacuum does the same within minutes.
  if (engine === 'postgres') await sql`vacuum (analyze)`.execute(db);
  const to = dayAt(BENCH_NOW, BENCH_ZONE);
  const context = { now: BENCH_NOW, zone: BENCH_ZONE, receiverUrl: RECEIVER_URL };
  const cases: [string, (run: number) => Parameters<typeof fetchBalance>[1]][] = [
    ['a day of all agencies', (run) => ({ from: addDays(to, -run), to: addDays(to, -run) })],
    ['thirty days of all agencies', () => ({ from: addDays(to, -29), to })],
    ['thirty days of one agency', (run) => ({ from: addDays(to, -29), to, agency: agencyMail(run) })],
    [
      'a day of one agency, with its inquiries',
      (run) => ({ from: addDays(to, -run), to: addDays(to, -run), agency: agencyMail(run) }),
    ],
  ];
  for (const [name, createQuery] of cases)
    console.log(`${engine}: ${name}: ${await measure((run) => fetchBalance(db, createQuery(run), context))}`);
  const from = startOfDay(addDays(to, -WINDOW_DAYS), BENCH_ZONE);
  const counting = (run: number) =>
    db
      .selectFrom('inquiry')
      .where('agency_key', '=', agencyMail(run))
      .where('gone_at', 'is', null)
      .where('at', '>=', from)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .execute();
  console.log(`${engine}: the count of an agency in a sweep: ${await measure(counting)}`);
});

async function measure(run: (index: number) => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  await run(0);
  for (let index = 0; index < tries; index += 1) {
    const startedAt = performance.now();
    await run(index);
    times.push(performance.now() - startedAt);
  }
  return formatTimes(times);
}
