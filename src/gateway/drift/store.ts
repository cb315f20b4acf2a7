import { type Kysely, sql } from 'kysely';
import type { Drift } from '#contract/desk/drift.ts';
import type { DriftCounts } from './drift-collector.ts';

export interface DriftTables {
  drift: Pick<Drift, 'source' | 'kind' | 'path' | 'expected' | 'example' | 'replies' | 'compared'> & {
    first_at: number;
    last_at: number;
  };
}

/** decided: more of them say that this is another interface. */
export const MAX_DRIFT_ROWS = 200;

/** Adds counts to the rows. Beyond `MAX_DRIFT_ROWS` only known differences are counted. */
export async function saveDrift(
  db: Kysely<DriftTables>,
  { differences, compared }: DriftCounts,
): Promise<void> {
  const known = await db.selectFrom('drift').select(['source', 'kind', 'path']).execute();
  const toKey = ({ source, kind, path }: (typeof known)[number]) => `${source} ${kind} ${path}`;
  const keys = new Set(known.map(toKey));
  const isKnown = (row: (typeof known)[number]) => keys.has(toKey(row));
  const room = Math.max(0, MAX_DRIFT_ROWS - keys.size);
  const saved = [
    ...differences.filter(isKnown),
    ...differences.filter((row) => !isKnown(row)).slice(0, room),
  ];
  for (const source of [...new Set(known.map((row) => row.source))].toSorted()) {
    const count = compared.get(source);
    if (count !== undefined)
      await db
        .updateTable('drift')
        .set((eb) => ({ compared: eb('compared', '+', count) }))
        .where('source', '=', source)
        .execute();
  }
  if (saved.length === 0) return;
  await db
    .insertInto('drift')
    .values(
      // Sorted, so that two gateways lock the rows in the same order.
      saved
        .toSorted((a, b) => (toKey(a) < toKey(b) ? -1 : 1))
        .map(({ firstAt, lastAt, ...row }) =>
          Object.assign(row, {
            first_at: firstAt,
            last_at: lastAt,
            compared: compared.get(row.source) ?? row.replies,
          }),
        ),
    )
    .onConflict((conflict) =>
      conflict.columns(['source', 'kind', 'path']).doUpdateSet((eb) => ({
        expected: eb.ref('excluded.expected'),
        example: eb.ref('excluded.example'),
        last_at: eb.ref('excluded.last_at'),
        replies: sql<number>`drift.replies + excluded.replies`,
      })),
    )
    .execute();
}

/** Fetches the differences, those that were first seen last come first. */
export async function fetchDrift(db: Kysely<DriftTables>): Promise<Drift[]> {
  const rows = await db
    .selectFrom('drift')
    .selectAll()
    .orderBy('first_at', 'desc')
    .orderBy('source')
    .orderBy('path')
    .execute();
  return rows.map(({ first_at, last_at, ...row }) =>
    Object.assign(row, { firstAt: first_at, lastAt: last_at }),
  );
}
