import { sql } from 'kysely';
import { type DatabaseTarget, openDatabase } from '#database/database.ts';
import type { Random } from '#system/random.ts';
import { BackupError } from './backup-error.ts';
import { checkToolVersion } from './postgres-tools.ts';

/** One core of the database's machine is enough where it serves others meanwhile. */
const SINGLE_CORE = ['max_parallel_workers_per_gather = 0', 'max_parallel_maintenance_workers = 0'];

/**
 * A database to restore into, which is dropped at the end: a file, or on PostgreSQL one beside that of `target`.
 * @throws BackupError when the user of the database may not create another one
 */
export async function createTemporaryDatabase(
  target: DatabaseTarget,
  { file, random }: { file: string; random: Random },
): Promise<AsyncDisposable & { target: DatabaseTarget }> {
  if (target.url === undefined)
    return { target: { ...target, file, synchronous: 'off' }, async [Symbol.asyncDispose]() {} };
  const name = `vitrina_proof_${random.bytes(6).toString('hex')}`;
  const url = new URL(target.url);
  url.pathname = `/${name}`;
  const run = async (...statements: string[]) => {
    await using database = await openDatabase<unknown>(target, { hasStatementTimeout: false });
    await checkToolVersion('pg_restore', database.db);
    for (const statement of statements) await sql.raw(statement).execute(database.db);
  };
  const settings = SINGLE_CORE.map((setting) => `alter database ${name} set ${setting}`);
  await run(`create database ${name} template template0`, ...settings).catch((cause: unknown) => {
    if (cause instanceof BackupError) throw cause;
    throw new BackupError(
      `A backup of PostgreSQL is proved in a database of its own, which could not be created: ${cause instanceof Error ? cause.message : String(cause)}. Let the user of DATABASE_URL do so (alter role … createdb), or prove it elsewhere.`,
      { cause },
    );
  });
  return {
    target: { ...target, url: url.href },
    [Symbol.asyncDispose]: () => run(`drop database ${name} with (force)`),
  };
}
