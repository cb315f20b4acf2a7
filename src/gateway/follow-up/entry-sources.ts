import type { Kysely } from 'kysely';
import type { EntrySource } from '#contract/desk/follow-up.ts';
import { type Tables, fetchVisibleJobIds } from '#gateway/jobs/store.ts';
import type { Person } from '#gateway/people/store.ts';

/** Parses the sources of rows; jobs are named by id where the person may open them. */
export async function parseSources<Row extends { source: string | null }>(
  db: Kysely<Tables>,
  person: Person,
  rows: readonly Row[],
): Promise<(Omit<Row, 'source'> & { source: EntrySource | undefined })[]> {
  const parsed = rows.map(({ source, ...row }) =>
    Object.assign(row, { source: source === null ? undefined : (JSON.parse(source) as EntrySource) }),
  );
  const jobIds = parsed.flatMap(({ source }) =>
    source?.kind === 'job' && source.id !== null ? [source.id] : [],
  );
  const visibleIds = await fetchVisibleJobIds(db, person, [...new Set(jobIds)]);
  for (const { source } of parsed)
    if (source?.kind === 'job' && !visibleIds.has(source.id ?? '')) source.id = null;
  return parsed;
}
