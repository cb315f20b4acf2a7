import { type Kysely, sql } from 'kysely';
import { INCIDENT_DAYS } from '#contract/desk/incidents.ts';
import { DAY_MS } from '#contract/durations.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { fetchIncidents } from '#gateway/deliveries/incidents.ts';
import { addResendable } from '#gateway/deliveries/resendable.ts';
import { type GatewayTables, openGatewayDatabase } from '#gateway/store.ts';
import { BENCH_NOW } from './index-data.ts';
import { measureStore } from './measure-store.ts';
import { formatTimes, parseNumberOptions } from './number-options.ts';

// Incidents of refused messages in the store, on SQLite or with `--postgres 1` on a temporary PostgreSQL.

const {
  refusals,
  tries,
  postgres: onPostgres,
} = parseNumberOptions({ refusals: 100_000, tries: 50, postgres: 0 });

/** Refusals of two reasons over the days of incidents, in runs of 500 with pauses of some hours between. */
async function fillRefusals(db: Kysely<GatewayTables>): Promise<void> {
  const step = Math.floor((INCIDENT_DAYS * DAY_MS) / refusals / 4);
  await sql`insert into delivery (id, at, topic, outcome, reason, size, headers, received_count)
    with recursive number (n) as (select 0 union all select n + 1 from number where n < ${sql.lit(refusals - 1)})
    select '01J' || (10000000000000000 + n), ${sql.lit(BENCH_NOW)} - (cast(n as bigint) + n / 500 * 1500) * ${sql.lit(step)},
      ${INQUIRY_TOPIC}, 'refused', case when n % 5 = 0 then 'age' else 'signature' end, 1200, '{}', 1
      from number`.execute(db);
}

await measureStore('bench_incidents', { onPostgres: onPostgres > 0 }, async (target) => {
  await using database = await openGatewayDatabase(target);
  const { db, engine } = database;
  await fillRefusals(db);
  // Autovacuum does the same within minutes.
  if (engine === 'postgres') await sql`vacuum (analyze)`.execute(db);
  const incidents = await fetchIncidents(db, BENCH_NOW);
  console.log(
    `${engine}: ${incidents.length} incidents: ${await measure(() => fetchIncidents(db, BENCH_NOW))}`,
  );
  console.log(
    `${engine}: what can be resent: ${await measure(() => addResendable(db, incidents, BENCH_NOW))}`,
  );
});

async function measure(run: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  await run();
  for (let index = 0; index < tries; index += 1) {
    const startedAt = performance.now();
    await run();
    times.push(performance.now() - startedAt);
  }
  return formatTimes(times);
}
