import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseTarget } from '#database/database.ts';
import { startPostgres } from '#testing/postgres.ts';

/** Measures with a new SQLite file or on a temporary PostgreSQL, which are removed afterwards. */
export async function measureStore(
  schema: string,
  { onPostgres }: { onPostgres: boolean },
  measure: (target: DatabaseTarget, dataDir: string) => Promise<void>,
): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrina-bench-'));
  const postgres = onPostgres ? await startPostgres() : undefined;
  if (onPostgres && !postgres) throw new Error('PostgreSQL was not found');
  try {
    const target = {
      file: join(folder.path, 'gateway.db'),
      url: postgres?.url,
      schema,
      // Filling is many times what a request does.
      statementTimeoutMs: 60_000,
    };
    await measure(target, folder.path);
  } finally {
    await postgres?.stop();
  }
}
