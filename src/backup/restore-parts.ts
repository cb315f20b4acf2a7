import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '#database/database.ts';
import { findPendingMigrations } from '#database/run-migrations.ts';
import type { Archive } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { FORMAT, type ProgramEntry } from './manifest.ts';
import { restoreDump } from './postgres-tools.ts';
import { type BackupProgram, getEngine } from './program.ts';
import { compareTableRows, countTableRows } from './table-rows.ts';

/** A program with what the backup says of it. */
export interface RestorableProgram {
  program: BackupProgram;
  entry: ProgramEntry;
}

/**
 * The programs that are both in the backup and in this installation.
 * @throws BackupError when this version cannot use the backup, or the installation has another engine
 */
export function selectPrograms(
  { manifest }: Archive,
  programs: readonly BackupProgram[],
): RestorableProgram[] {
  if (manifest.format > FORMAT)
    throw new BackupError(
      `The backup was made by Vitrina ${manifest.version}, whose backups this version cannot read: use that version or a later one.`,
    );
  const selected = programs.flatMap((program) => {
    const entry = manifest.programs.find(({ name }) => name === program.name);
    return entry ? [{ program, entry }] : [];
  });
  if (selected.length === 0) throw new BackupError('The backup has no database of this installation.');
  for (const { program, entry } of selected) {
    if (findPendingMigrations(program.migrations, entry.migrations) === undefined)
      throw new BackupError(
        `The backup was made by Vitrina ${manifest.version}, and this version cannot open its database of the ${program.name} ` +
          `(migrations: ${entry.migrations.join(', ')}): use a version that has these migrations.`,
      );
    if (getEngine(program) !== manifest.engine)
      throw new BackupError(
        manifest.engine === 'postgres'
          ? 'The backup is of PostgreSQL: give DATABASE_URL.'
          : 'The backup is of an embedded installation, and DATABASE_URL is set: restore it without, then see npm run database:copy.',
      );
  }
  return selected;
}

/** Restores a database into a file that is not there yet. */
export async function extractSqlite(
  archive: Archive,
  { entry }: RestorableProgram,
  file: string,
): Promise<void> {
  await archive.extract(entry.part, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  await using handle = await open(file);
  await handle.sync();
}

/** Restores a schema that is not there yet. */
export async function restorePostgres(
  archive: Archive,
  { program: { name, target }, entry }: RestorableProgram,
  { folder, isServing }: { folder: string; isServing: boolean },
): Promise<void> {
  if (target.url === undefined) throw new Error('A database of PostgreSQL has a URL');
  const file = join(folder, `${name}.dump`);
  await archive.extract(entry.part, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  await restoreDump(target.url, file, { isServing });
  await rm(file);
}

/** Says which tables of a restored database have other numbers of rows than when they were backed up. */
export async function findRowDifferences({ program, entry }: RestorableProgram): Promise<string[]> {
  await using database = await openDatabase<unknown>(program.target, { hasStatementTimeout: false });
  const differences = compareTableRows(entry.rows, await countTableRows(database.db));
  return differences.map((difference) => `${program.name}: ${difference}`);
}
