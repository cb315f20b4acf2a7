import { existsSync } from 'node:fs';
import { link, mkdir, mkdtempDisposable, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { type Database, type DatabaseTarget, countOtherClients, openDatabase } from '#database/database.ts';
import { lockDatabase } from '#database/lock-database.ts';
import { withMigrationLock } from '#database/migrate-postgres.ts';
import type { SettingTables } from '#database/settings.ts';
import type { Clock } from '#system/clock.ts';
import { holdSending } from '#work/sending-hold.ts';
import { type Archive, openArchive } from './archive.ts';
import { formatMoment } from './backup-files.ts';
import { BackupError } from './backup-error.ts';
import { hasTables, syncFolder } from './create-backup.ts';
import { checkToolVersion } from './postgres-tools.ts';
import type { BackupProgram } from './program.ts';
import {
  type RestorableProgram,
  extractSqlite,
  findRowDifferences,
  restorePostgres,
  selectPrograms,
} from './restore-parts.ts';
import { extractSecrets, writeSecrets } from './restore-secrets.ts';
import { analyzeTables } from './table-rows.ts';

interface RestoreOptions {
  programs: readonly BackupProgram[];
  dataDir: string;
  /** Opens the sealed secrets; undefined: they are left out. */
  passphrase: string | undefined;
  clock: Clock;
}

/** Names under which the data that is replaced is kept. */
interface Previous {
  folder: string;
  schemaSuffix: string;
}

/** Result of a restore. */
export interface Restore {
  archive: Archive;
  /** Folder or schemas with the data that was there before. */
  previous: string[];
  restored: BackupProgram['name'][];
  /** Inquiries that were erased after the backup, and again now; undefined: the data that was there could not be read. */
  erasedAgain: number | undefined;
  /** Files of secrets that were written. */
  secrets: string[];
}

/**
 * Puts the data of a backup in the place of the data that is there, which is kept under another name. Sessions end, and
 * what waits to be sent is held.
 * @throws BackupError; DatabaseInUseError when a server runs. Nothing is changed then.
 */
export async function restoreBackup(file: string, options: RestoreOptions): Promise<Restore> {
  const { dataDir, passphrase, clock } = options;
  const archive = await openArchive(file);
  const programs = selectPrograms(archive, options.programs);
  const secrets = await extractSecrets(archive, passphrase);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const moment = formatMoment(clock.now());
  const previous = {
    folder: join(dataDir, `before-restore-${moment}`),
    schemaSuffix: `_before_${moment.toLowerCase()}`,
  };
  const restore = archive.manifest.engine === 'sqlite' ? restoreFiles : restoreSchemas;
  const { kept: schemas, erasedAgain } = await restore(archive, programs, { dataDir, previous });
  const written = secrets ? await writeSecrets(secrets, { dataDir, previous: previous.folder }) : [];
  return {
    archive,
    previous: [...(existsSync(previous.folder) ? [previous.folder] : []), ...schemas],
    restored: programs.map(({ program }) => program.name),
    erasedAgain,
    secrets: written,
  };
}

interface Destination {
  dataDir: string;
  previous: Previous;
}

/** `kept`: schemas with the data that was there before. */
interface Replacement extends Pick<Restore, 'erasedAgain'> {
  kept: string[];
}

async function restoreFiles(
  archive: Archive,
  programs: readonly RestorableProgram[],
  { dataDir, previous: { folder } }: Destination,
): Promise<Replacement> {
  using locks = new DisposableStack();
  for (const { program } of programs) locks.use(lockDatabase(program.target));
  await using draft = await mkdtempDisposable(join(dataDir, '.restore-'));
  const restored: RestorableProgram[] = [];
  for (const { program, entry } of programs) {
    const target = { ...program.target, file: join(draft.path, basename(program.target.file)) };
    restored.push({ program: { ...program, target }, entry });
    await extractSqlite(archive, { program, entry }, target.file);
  }
  await prepareDatabases(archive, restored);
  const erasedAgain = await repeatErasures(
    restored.map(({ program }, at) => ({ program, previous: programs[at]?.program.target })),
  );
  await mkdir(folder, { mode: 0o700 });
  for (const { program } of programs) {
    const { file } = program.target;
    await keepFile(file, folder);
    await rename(join(draft.path, basename(file)), file);
  }
  await syncFolder(dataDir);
  return { kept: [], erasedAgain };
}

/** Links a database into another folder. Its name is given to the restored one at once, so that it is never missing. */
async function keepFile(file: string, folder: string): Promise<void> {
  if (existsSync(file)) mergeJournal(file);
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    if (!existsSync(path)) continue;
    await link(path, join(folder, basename(path)));
    if (path !== file) await rm(path);
  }
}

/** Merges the journal of a database into it, if it can be read at all. */
function mergeJournal(file: string): void {
  try {
    const sqlite = new DatabaseSync(file, { timeout: 5000 });
    sqlite.exec('pragma wal_checkpoint(truncate)');
    sqlite.close();
  } catch {
    // A damaged one is kept as it is.
  }
}

/** Checks the rows of restored databases, ends their sessions and holds what they would send. */
async function prepareDatabases(archive: Archive, restored: readonly RestorableProgram[]): Promise<void> {
  for (const each of restored) {
    const differences = await findRowDifferences(each);
    if (differences.length > 0)
      throw new BackupError(`The restored database is not the one of the backup: ${differences.join('; ')}.`);
    const { target } = each.program;
    await using database = await openDatabase<SettingTables>(target, { hasStatementTimeout: false });
    await database.db.transaction().execute(async (transaction) => {
      await each.program.prepareRestored?.(transaction as unknown as Kysely<unknown>);
      await holdSending(transaction, `backup of ${archive.manifest.at}`);
    });
    if (database.engine === 'postgres') await analyzeTables(database.db as unknown as Kysely<unknown>);
  }
}

async function restoreSchemas(
  archive: Archive,
  programs: readonly RestorableProgram[],
  { dataDir, previous: { schemaSuffix } }: Destination,
): Promise<Replacement> {
  const kept: string[] = [];
  await using draft = await mkdtempDisposable(join(dataDir, '.restore-'));
  for (const { program } of programs) await checkPostgres(program.target);
  for (const each of programs) {
    const { target } = each.program;
    const { url, schema } = target;
    if (url === undefined) throw new Error('A database of PostgreSQL has a URL');
    // A server that starts meanwhile waits for the lock, since the schema is not there.
    await withMigrationLock({ url, schema }, async () => {
      await using database = await openDatabase<unknown>(target, { hasStatementTimeout: false });
      const isKept = await keepSchema(database, `${schema}${schemaSuffix}`);
      try {
        await restorePostgres(archive, each, { folder: draft.path, isServing: false });
        await prepareDatabases(archive, [each]);
      } catch (error) {
        await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(database.db);
        if (isKept)
          await sql`alter schema ${sql.id(`${schema}${schemaSuffix}`)} rename to ${sql.id(schema)}`.execute(
            database.db,
          );
        throw error;
      }
      if (isKept) kept.push(`${schema}${schemaSuffix}`);
    });
  }
  const erasedAgain = await repeatErasures(
    programs.map(({ program }) => {
      const schema = `${program.target.schema}${schemaSuffix}`;
      return { program, previous: kept.includes(schema) ? { ...program.target, schema } : undefined };
    }),
  );
  return { kept, erasedAgain };
}

/** @returns undefined when the data that was there before cannot be read */
async function repeatErasures(
  replaced: readonly { program: BackupProgram; previous: DatabaseTarget | undefined }[],
): Promise<number | undefined> {
  let count = 0;
  for (const { program, previous } of replaced) {
    if (!previous || (previous.url === undefined && !existsSync(previous.file))) continue;
    try {
      count += (await program.repeatErasures?.(program.target, previous)) ?? 0;
    } catch {
      // The operator is told, and a damaged database must not keep a backup from being restored.
      return undefined;
    }
  }
  return count;
}

/** @throws BackupError when a process of the program is connected, or `pg_restore` cannot be used */
async function checkPostgres(target: BackupProgram['target']): Promise<void> {
  await using database = await openDatabase<unknown>(target);
  await checkToolVersion('pg_restore', database.db);
  const clients = await countOtherClients(database);
  if (clients > 0)
    throw new BackupError(
      `${clients} processes still use the schema ${target.schema}: stop every gateway, service and worker first.`,
    );
}

/** @returns false when there is nothing to keep; an empty schema is removed */
async function keepSchema(
  { db, schema = '' }: Pick<Database<unknown>, 'db' | 'schema'>,
  name: string,
): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(db);
  if (rows.length === 0) return false;
  if (await hasTables({ db, schema })) {
    await sql`alter schema ${sql.id(schema)} rename to ${sql.id(name)}`.execute(db);
    return true;
  }
  await sql`drop schema ${sql.id(schema)}`.execute(db);
  return false;
}
