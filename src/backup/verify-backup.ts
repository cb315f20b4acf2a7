import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '#database/database.ts';
import type { Clock } from '#system/clock.ts';
import type { Random } from '#system/random.ts';
import { type Archive, openArchive } from './archive.ts';
import type { BackupProgram } from './program.ts';
import {
  type RestorableProgram,
  extractSqlite,
  findRowDifferences,
  restorePostgres,
  selectPrograms,
} from './restore-parts.ts';
import { createTemporaryDatabase } from './temporary-database.ts';

export interface Proof {
  /** Sentences about what is wrong with the data; empty: the backup is proved. */
  problems: string[];
  tookMs: number;
}

/**
 * Restores a backup into databases that are thrown away, opens them, and compares what is in them.
 * @throws BackupError when it is damaged, or cannot be restored by this version
 */
export async function verifyBackup(
  file: string,
  { programs, clock, random }: { programs: readonly BackupProgram[]; clock: Clock; random: Random },
): Promise<Proof> {
  const startedAt = clock.monotonic();
  const archive = await openArchive(file);
  const isSqlite = archive.manifest.engine === 'sqlite';
  const selected = selectPrograms(archive, isSqlite ? toEmbedded(programs) : programs);
  await using folder = await createFolder(dirname(file));
  const problems = await verifyPrograms(archive, selected, { folder: folder.path, random });
  return { problems, tookMs: clock.monotonic() - startedAt };
}

/** Backups of an embedded installation are restored into files, whatever this installation uses. */
const toEmbedded = (programs: readonly BackupProgram[]): BackupProgram[] =>
  programs.map((program) => ({ ...program, target: { ...program.target, url: undefined } }));

/** Creates a folder beside the backup, where there is room for it, or else where temporary files are. */
const createFolder = (parent: string) =>
  mkdtempDisposable(join(parent, '.vitrina-proof-')).catch(() =>
    mkdtempDisposable(join(tmpdir(), 'vitrina-proof-')),
  );

async function verifyPrograms(
  archive: Archive,
  programs: readonly RestorableProgram[],
  { folder, random }: { folder: string; random: Random },
): Promise<string[]> {
  const problems: string[] = [];
  for (const { program, entry } of programs) {
    const file = join(folder, `${program.name}.db`);
    await using database = await createTemporaryDatabase(program.target, { file, random });
    const restored = { program: { ...program, target: database.target }, entry };
    if (program.target.url === undefined) await extractSqlite(archive, restored, file);
    else await restorePostgres(archive, restored, { folder, isServing: true });
    problems.push(...(await findProblems(restored)));
  }
  return problems;
}

/** The rows are counted first: opening the database may migrate it. */
async function findProblems(restored: RestorableProgram): Promise<string[]> {
  const { program } = restored;
  const problems = await findRowDifferences(restored);
  if (program.target.url === undefined) problems.push(...(await findDamage(program)));
  if (problems.length > 0) return problems;
  const contradictions = await program.findContradictions(program.target);
  return contradictions.map((contradiction) => `${program.name}: ${contradiction}`);
}

/** Checks pages, indexes and references of a file; a restore into PostgreSQL creates these anew. */
async function findDamage({ name, target }: BackupProgram): Promise<string[]> {
  await using database = await openDatabase<unknown>(target);
  const integrity = await sql<{ text: string }>`
    select integrity_check as text from pragma_integrity_check where integrity_check <> 'ok'`.execute(
    database.db,
  );
  const references = await sql<{ table: string; parent: string; count: number }>`
    select "table", parent, count(*) as count from pragma_foreign_key_check group by 1, 2`.execute(
    database.db,
  );
  return [
    ...integrity.rows.map(({ text }) => `${name}: ${text}`),
    ...references.rows.map(
      ({ table, parent, count }) => `${name}: ${count} rows of ${table} refer to none of ${parent}`,
    ),
  ];
}
