import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import { getErrorCode } from '#system/error-code.ts';
import { BackupError } from './backup-error.ts';

/** PostgreSQL takes turns at more than this without restoring faster. */
const MAX_JOBS = 4;

/** Settings of a restore: indexes are sorted in memory, and nobody waits for single commits. */
const RESTORE_SETTINGS = '-c maintenance_work_mem=64MB -c synchronous_commit=off';

interface Tool {
  /** `pg_dump` or `pg_restore`. */
  name: string;
  url: string;
  args: readonly string[];
  settings?: string;
}

/**
 * Runs a tool of PostgreSQL with a connection, and hands its output to `read`. The password is in a file that only its owner can
 * read: arguments and environments of processes are more public.
 * @throws BackupError when the tool is missing or fails
 */
async function runTool<T>(
  { name, url, args, settings }: Tool,
  read: (output: Readable) => Promise<T>,
): Promise<T> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrina-pg-'));
  const connection = new URL(url);
  const passfile = join(folder.path, 'passfile');
  const password = decodeURIComponent(connection.password).replaceAll(/[\\:]/g, String.raw`\$&`);
  await writeFile(passfile, `*:*:*:*:${password}\n`, { mode: 0o600 });
  connection.password = '';
  if (password !== '') connection.searchParams.set('passfile', passfile);
  // An extension of `pg` to the modes of PostgreSQL's own library.
  if (connection.searchParams.get('sslmode') === 'no-verify')
    connection.searchParams.set('sslmode', 'require');
  connection.searchParams.delete('uselibpqcompat');
  if (settings !== undefined) connection.searchParams.set('options', settings);
  // The library reads `+` as it is.
  const address = connection.href.replaceAll('+', '%20');
  const tool = spawn(name, [...args, `--dbname=${address}`], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(tool, 'close') as Promise<[number | null]>;
  try {
    const [result, errors, [code]] = await Promise.all([read(tool.stdout), text(tool.stderr), ended]);
    if (code !== 0) throw new BackupError(`${name} failed: ${errors.trim()}`);
    return result;
  } catch (error) {
    tool.kill();
    throw getErrorCode(error) === 'ENOENT' ? missingError(name) : error;
  }
}

function missingError(name: string): BackupError {
  return new BackupError(
    `${name} is not installed: a backup of PostgreSQL needs the client programs of its version (Debian: postgresql-client).`,
  );
}

/** Version of the server, as 170004. */
async function fetchServerVersion(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** @throws BackupError when the tool is older than the server, whose dumps and formats it may not know */
export async function checkToolVersion(name: string, db: Kysely<unknown>): Promise<void> {
  const tool = spawn(name, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const output = await Promise.all([text(tool.stdout), once(tool, 'close')]).then(
    ([version]) => version,
    () => undefined,
  );
  if (output === undefined) throw missingError(name);
  const major = Number(/\) (\d+)/.exec(output)?.[1]);
  const serverMajor = Math.floor((await fetchServerVersion(db)) / 10_000);
  if (!(major >= serverMajor))
    throw new BackupError(
      `${name} has version ${major}, and the server ${serverMajor}: install postgresql-client-${serverMajor}.`,
    );
}

/** Streams a dump of a schema, as a snapshot sees it. */
export function dumpSchema<T>(
  { url, schema, snapshot }: { url: string; schema: string; snapshot: string },
  read: (output: Readable) => Promise<T>,
): Promise<T> {
  const args = [
    '--format=custom',
    // The archive compresses.
    '--compress=0',
    '--no-owner',
    '--no-privileges',
    '--no-unlogged-table-data',
    '--lock-wait-timeout=60s',
    `--schema=${schema}`,
    `--snapshot=${snapshot}`,
  ];
  return runTool({ name: 'pg_dump', url, args }, read);
}

/** Restores a dump into a database that has no such schema; `isServing`: others use the database's machine meanwhile. */
export async function restoreDump(
  url: string,
  file: string,
  { isServing }: { isServing: boolean },
): Promise<void> {
  const jobs = isServing ? 1 : Math.min(availableParallelism(), MAX_JOBS);
  const args = ['--exit-on-error', '--no-owner', '--no-privileges', `--jobs=${jobs}`, file];
  await runTool({ name: 'pg_restore', url, args, settings: RESTORE_SETTINGS }, text);
}
