import { sql } from 'kysely';
import { BUILT_IN_VIEW_NAMES } from '#contract/inbox-filter-names.ts';
import type { DatabaseTarget } from '#database/database.ts';
import { countFacets } from '#gateway/inquiries/facets.ts';
import type { ListRequest } from '#gateway/inquiries/conditions.ts';
import { countInquiries, fetchPage, resolveOrder } from '#gateway/inquiries/lists.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { BENCH_NOW, BENCH_PERSON_ID, BENCH_ZONE, agencyMail, fillIndex } from './index-data.ts';
import { measureStore } from './measure-store.ts';
import { parseNumberOptions, percentile, round } from './number-options.ts';

// The gateway's index of inquiries: fill rate, and times of pages, counts and searches in the store, on SQLite or with
// `--postgres 1` on a temporary PostgreSQL.

/** Number of runs of slow queries. */
const FEW_RUNS = 5;
const {
  inquiries,
  agencies,
  tries,
  postgres: onPostgres,
} = parseNumberOptions({ inquiries: 1_000_000, agencies: 200, tries: 200, postgres: 0 });

async function measureTimes(query: (agency: number) => Promise<unknown>, count = tries): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < count; run++) {
    const started = performance.now();
    await query((run * 37) % agencies);
    times.push(performance.now() - started);
  }
  return times;
}

const summarize = (times: number[]) => ({
  'p50, ms': round(percentile(times, 0.5)),
  'p95, ms': round(percentile(times, 0.95)),
});

async function measureInquiries(target: DatabaseTarget): Promise<void> {
  const database = await openGatewayDatabase(target);
  const { db } = database;
  const spent = await fillIndex(db, { inquiries, agencies, me: BENCH_PERSON_ID, now: BENCH_NOW });
  console.log(`${database.engine}: ${round(inquiries / (spent / 1000))} inquiries taken up a second`);
  // Autovacuum does the same within minutes.
  if (database.engine === 'postgres') await sql`vacuum (analyze)`.execute(db);
  const context = { me: BENCH_PERSON_ID, now: BENCH_NOW, zone: BENCH_ZONE };
  const scopes: [string, (agency: number) => ListRequest['scope']][] = [
    ['one agency', (agency) => unlimitedScope([agencyMail(agency)])],
    [
      'three agencies',
      (agency) => unlimitedScope([0, 1, 2].map((more) => agencyMail((agency + more) % agencies))),
    ],
    ['all agencies', () => unlimitedScope(undefined)],
  ];
  const figures: Record<string, object> = {};
  for (const [whose, scope] of scopes) {
    for (const view of BUILT_IN_VIEW_NAMES) {
      const filters: ListRequest['filters'] = { view, narrowing: {} };
      figures[`${view}, a page, ${whose}`] = summarize(
        await measureTimes((agency) =>
          fetchPage(
            db,
            { scope: scope(agency), filters, context },
            { order: resolveOrder(filters), limit: 25 },
          ),
        ),
      );
    }
    figures[`counts of all views, ${whose}`] = summarize(
      await measureTimes(
        (agency) =>
          Promise.all(
            BUILT_IN_VIEW_NAMES.map((view) =>
              countInquiries(db, { scope: scope(agency), filters: { view, narrowing: {} }, context }),
            ),
          ),
        Math.ceil(tries / 4),
      ),
    );
    const every: ListRequest['filters'] = { narrowing: {} };
    figures[`count of all inquiries, ${whose}`] = summarize(
      await measureTimes(
        (agency) => countInquiries(db, { scope: scope(agency), filters: every, context }),
        Math.ceil(tries / 4),
      ),
    );
    figures[`facets of esperando, ${whose}`] = summarize(
      await measureTimes(
        (agency) =>
          countFacets(db, {
            scope: scope(agency),
            filters: { view: 'esperando', narrowing: {} },
            context,
          }),
        FEW_RUNS,
      ),
    );
    for (const buscar of ['gomez ford', '4444', 'persona4'])
      figures[`search of “${buscar}”, ${whose}`] = summarize(
        await measureTimes(
          (agency) =>
            fetchPage(
              db,
              { scope: scope(agency), filters: { narrowing: { buscar } }, context },
              { order: 'newest', limit: 25 },
            ),
          Math.ceil(tries / 4),
        ),
      );
  }
  console.table(figures);
  await database.close();
}

function unlimitedScope(keys: string[] | undefined): ListRequest['scope'] {
  return { agencies: keys, ownInquiriesIn: [], operator: '' };
}

await measureStore('bench_inquiries', { onPostgres: onPostgres > 0 }, measureInquiries);
