import { setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { defaultHours } from '#contract/hours.ts';
import { PAGE_SIZE } from '#contract/paging.ts';
import { hideInquiries, restoreInquiries } from '#gateway/inquiries/missing.ts';
import { recomputeDueTimes, upsertInquiries } from '#gateway/inquiries/store.ts';
import { ROWS_PER_WRITE, writeInBatches } from '#gateway/inquiries/write-in-batches.ts';
import { deleteInquiries } from '#gateway/inquiries/removal.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { systemClock } from '#system/clock.ts';
import { type RetentionRule, createRetention, toSlice } from '#work/retention.ts';
import { BENCH_ZONE, agencyMail } from './index-data.ts';
import { type Questions, createHeaviestHours } from './worst-questions.ts';

const WORK_PAUSE_MS = 20;
/** Longer than retention waits between its slices. */
const RETENTION_PAUSE_MS = 25;
const NO_LOG = { info: () => {}, error: console.error };

/** Work of the background that is as long as it gets. */
export function listWork(db: Kysely<GatewayTables>): Questions {
  const [left, hours] = [agencyMail(5), defaultHours(BENCH_ZONE)];
  let pages = 0;
  return [
    [
      'due times of an agency',
      () => recomputeDueTimes(db, agencyMail(3), createHeaviestHours(), { clock: systemClock }),
    ],
    [
      'an agency that leaves and returns',
      async () => {
        const at = Date.now();
        await writeInBatches(() => hideInquiries(db, left, at));
        await writeInBatches(() => restoreInquiries(db, left, at));
      },
    ],
    [
      'inquiries past the retention',
      async () => {
        const { oldest } = await db
          .selectFrom('inquiry')
          .select((eb) => eb.fn.min('at').as('oldest'))
          .executeTakeFirstOrThrow();
        const filter = { before: (oldest ?? 0) + 6 * 3_600_000 };
        const rule: RetentionRule<GatewayTables> = {
          tables: ['inquiry'],
          rows: ROWS_PER_WRITE,
          erase: async (_db, _now, limit) => toSlice(await deleteInquiries(db, filter, limit), limit),
        };
        const retention = createRetention({ db, clock: systemClock, rules: [rule] }, NO_LOG);
        for (let pieces = await retention.claim(1); pieces.length > 0; pieces = await retention.claim(1)) {
          for (const piece of pieces) await piece(AbortSignal.timeout(60_000));
          await setTimeout(RETENTION_PAUSE_MS);
        }
      },
    ],
    [
      'changed pages of the service',
      async () => {
        for (let page = 0; page < 20; page++) {
          pages += 1;
          const rows = await db
            .selectFrom('inquiry')
            .select('data')
            .where('agency_key', '=', agencyMail(page))
            .limit(PAGE_SIZE)
            .execute();
          const entries = rows.map(({ data }) =>
            Object.assign(JSON.parse(data) as object, { Version: pages }),
          );
          await upsertInquiries(db, entries, {
            agency: agencyMail(page),
            discoverySource: 'list',
            hours,
            now: Date.now(),
          });
          await setTimeout(WORK_PAUSE_MS);
        }
      },
    ],
  ];
}
