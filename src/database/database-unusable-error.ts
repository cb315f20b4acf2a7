import { DatabaseError } from 'pg';
import { DatabaseUnavailableError } from './database-unavailable-error.ts';
import { SQLITE_FULL } from './disk-full-error.ts';

/** The file cannot be used as a database of this program. The message says what to do. */
export class DatabaseUnusableError extends Error {
  constructor(what: string, advice: string, options?: ErrorOptions) {
    super(`${what} ${advice}`, options);
    this.name = 'DatabaseUnusableError';
  }
}

const SQLITE_READONLY = 8;
const SQLITE_CORRUPT = 11;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

const RESTORE = 'Put a backup in its place, or move it away to begin without its data.';

/** Returns true if SQLite reports that a file is corrupt, truncated or no database. */
export function isDamagedError(error: unknown): boolean {
  const code = findResultCode(error);
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

/** Turns an error of opening a file into a DatabaseUnusableError if the file is the reason; else returns it as it is. */
export function toDatabaseUnusableError(file: string, error: unknown): unknown {
  if (isDamagedError(error))
    return new DatabaseUnusableError(`${file} is damaged, cut off, or no database.`, RESTORE, {
      cause: error,
    });
  const code = findResultCode(error);
  if (code === SQLITE_CANTOPEN || code === SQLITE_READONLY)
    return new DatabaseUnusableError(
      `${file} cannot be opened for reading and writing.`,
      'Check its owner and mode, and those of its folder.',
      { cause: error },
    );
  if (code === SQLITE_FULL)
    return new DatabaseUnusableError(`There is no room left for ${file}.`, 'Make some and start again.', {
      cause: error,
    });
  return error;
}

export function emptyFileError(file: string): DatabaseUnusableError {
  return new DatabaseUnusableError(`${file} is empty: what was in it is gone.`, RESTORE);
}

export function missingDatabaseError(file: string): DatabaseUnusableError {
  return new DatabaseUnusableError(
    `${file} is missing, and its journal ${file}-wal is there.`,
    'Put the file back, or move the journal away too to begin without its data.',
  );
}

export function foreignDatabaseError(name: string, options?: ErrorOptions): DatabaseUnusableError {
  return new DatabaseUnusableError(
    `${name} is a database of another program, or of a later version that this one cannot share it with.`,
    'Choose another DATA_DIR or DATABASE_URL, or start the version that made it.',
    options,
  );
}

export function unreleasedDatabaseError(name: string): DatabaseUnusableError {
  return new DatabaseUnusableError(
    `${name} is a database of a version before the first release, whose schema cannot be brought up to date.`,
    'Start with an empty DATA_DIR, or an empty database in DATABASE_URL.',
  );
}

export function migrationLockError(seconds: number): DatabaseUnusableError {
  return new DatabaseUnusableError(
    `Another process has been migrating the database for more than ${seconds} s.`,
    "Find its connection (select pid from pg_locks where locktype = 'advisory'), end it if it hangs, and start again.",
  );
}

/** Explains PostgreSQL's SQLSTATEs to the operator who starts a program, and says what to do. */
const POSTGRES_REFUSALS: ReadonlyMap<string, string> = new Map([
  ['3D000', 'Create the database, or correct its name in DATABASE_URL.'],
  ['28P01', 'Correct user and password in DATABASE_URL.'],
  ['28000', 'Correct user and password in DATABASE_URL, or let the user in (pg_hba.conf).'],
  ['42501', 'Let the user create a schema and tables, or run `npm run migrate` as one who may.'],
]);

/** Turns an error of opening a PostgreSQL database into a sentence that names it; else returns it as it is. */
export function toPostgresStartError(url: string, error: unknown): unknown {
  const { host } = new URL(url);
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseUnavailableError)
      return new DatabaseUnavailableError(cause.cause, `The database at ${host}`);
    const advice = cause instanceof DatabaseError && POSTGRES_REFUSALS.get(cause.code ?? '');
    if (advice)
      return new DatabaseUnusableError(`PostgreSQL at ${host} says: ${cause.message}.`, advice, { cause });
  }
  return error;
}

/** SQLite's result code for an error of the file system. */
const FILE_SYSTEM_CODES = new Map([
  ['EACCES', SQLITE_CANTOPEN],
  ['EPERM', SQLITE_CANTOPEN],
  ['EROFS', SQLITE_READONLY],
  ['ENOSPC', SQLITE_FULL],
]);

/** Primary SQLite result code (the low byte of an extended one) of the error or its cause. */
function findResultCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const fileSystemCode = 'code' in error ? FILE_SYSTEM_CODES.get(String(error.code)) : undefined;
  if (fileSystemCode !== undefined) return fileSystemCode;
  return 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : findResultCode(error.cause);
}
