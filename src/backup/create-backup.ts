import { mkdir, mkdtempDisposable, open, rename, rm, stat } from 'node:fs/promises';
import { createReadStream, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { type Database, openDatabase } from '#database/database.ts';
import type { Clock } from '#system/clock.ts';
import type { Random } from '#system/random.ts';
import { ArchiveWriter } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { FORMAT, type Manifest, type ProgramEntry } from './manifest.ts';
import { checkToolVersion, dumpSchema } from './postgres-tools.ts';
import { type BackupProgram, getEngine } from './program.ts';
import { type Secrets, sealSecrets } from './sealed-secrets.ts';
import { countTableRows } from './table-rows.ts';

const READ_BYTES = 1024 * 1024;
const SECRETS_PART = 'secrets.json.zst';

export interface BackupOptions {
  /** The gateway first: the service, which is read after it, then has everything that the gateway knows of. */
  programs: readonly BackupProgram[];
  /** Is written under a temporary name, and renamed once it is complete. */
  file: string;
  /** Undefined: without secrets. */
  secrets?: { values: Secrets; passphrase: string } | undefined;
  /** Version of Vitrina. */
  version: string;
  clock: Clock;
  random: Random;
}

/**
 * Backs up the databases of programs into one file, while they are in use.
 * @throws BackupError, DatabaseUnavailableError
 */
export async function createBackup(options: BackupOptions): Promise<Manifest & { bytes: number }> {
  const { programs, file, secrets, version, clock, random } = options;
  const [program] = programs;
  if (!program) throw new BackupError('There is nothing to back up.');
  if (existsSync(file)) throw new BackupError(`${file} exists: name another file.`);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const partial = `${file}.partial`;
  await rm(partial, { force: true });
  try {
    const manifest = {
      format: FORMAT,
      version,
      engine: getEngine(program),
      at: new Date(clock.now()).toISOString(),
      programs: [] as ProgramEntry[],
      ...(secrets && { secrets: SECRETS_PART }),
    };
    await using handle = await open(partial, 'wx+', 0o600);
    const archive = new ArchiveWriter(handle);
    for (const each of programs) {
      const entry = await (getEngine(each) === 'sqlite'
        ? addSqlite(archive, each, dirname(file))
        : addPostgres(archive, each));
      if (entry) manifest.programs.push(entry);
    }
    if (manifest.programs.length === 0)
      throw new BackupError('There is no database to back up: check DATA_DIR and DATABASE_URL.');
    if (secrets) {
      const sealed = await sealSecrets(secrets.values, secrets.passphrase, random);
      await archive.add(SECRETS_PART, [Buffer.from(sealed)]);
    }
    await archive.finish(manifest);
    await rename(partial, file);
    await syncFolder(dirname(file));
    return { ...manifest, parts: archive.parts, bytes: (await stat(file)).size };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Makes the names of a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path);
  await folder.sync();
}

/** @returns undefined when there is no such database */
async function addSqlite(
  archive: ArchiveWriter,
  { name, target }: BackupProgram,
  folder: string,
): Promise<ProgramEntry | undefined> {
  if (!existsSync(target.file)) return undefined;
  await using draft = await mkdtempDisposable(join(folder, '.vitrina-backup-'));
  const copy = join(draft.path, `${name}.db`);
  copySqlite(target.file, copy);
  const part = `${name}.db.zst`;
  const entry = await describeDatabase({ ...target, file: copy }, { name, part });
  await archive.add(part, createReadStream(copy, { highWaterMark: READ_BYTES }));
  return entry;
}

/** Copies a database as it is at one moment. It holds the thread. */
function copySqlite(file: string, copy: string): void {
  const sqlite = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    sqlite.prepare('vacuum into ?').run(copy);
  } finally {
    sqlite.close();
  }
}

async function describeDatabase(
  target: BackupProgram['target'],
  entry: Pick<ProgramEntry, 'name' | 'part'>,
): Promise<ProgramEntry> {
  await using database = await openDatabase<unknown>(target, { hasStatementTimeout: false });
  return { ...entry, ...(await describeTables(database.db)) };
}

async function describeTables(db: Kysely<unknown>): Promise<Pick<ProgramEntry, 'migrations' | 'rows'>> {
  const { rows: migrations } = await sql<{
    name: string;
  }>`select name from kysely_migration order by name`.execute(db);
  return { migrations: migrations.map(({ name }) => name), rows: await countTableRows(db) };
}

/** @returns undefined when there is no such schema */
async function addPostgres(
  archive: ArchiveWriter,
  { name, target }: BackupProgram,
): Promise<ProgramEntry | undefined> {
  const { url, schema } = target;
  if (url === undefined) return undefined;
  await using database = await openDatabase<unknown>(target, { hasStatementTimeout: false });
  if (!(await hasTables(database))) return undefined;
  const part = `${name}.dump.zst`;
  // The snapshot that is counted is the one that is dumped.
  return await database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await checkToolVersion('pg_dump', transaction);
      // Counting uses one core of the database's machine, which serves others meanwhile.
      await sql`set local max_parallel_workers_per_gather = 0`.execute(transaction);
      const { rows } = await sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`.execute(
        transaction,
      );
      const snapshot = rows[0]?.snapshot ?? '';
      const described = await describeTables(transaction);
      await dumpSchema({ url, schema, snapshot }, (output) => archive.add(part, output));
      return { name, part, ...described };
    });
}

/** Tells if the schema of a program has its tables. */
export async function hasTables({ db, schema }: Pick<Database<unknown>, 'db' | 'schema'>): Promise<boolean> {
  const { rows } = await sql`select 1 where to_regclass(${`${schema}.kysely_migration`}) is not null`.execute(
    db,
  );
  return rows.length > 0;
}
