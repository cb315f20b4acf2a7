/** A file that cannot be used as a database of this program. The message says what to do about it. */
export class DatabaseUnusable extends Error {
  constructor(what: string, advice: string, options?: ErrorOptions) {
    super(`${what} ${advice}`, options);
    this.name = 'DatabaseUnusable';
  }
}

const SQLITE_READONLY = 8;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

const RESTORE = 'Put a backup in its place, or move it away to begin without its data.';

/** Whether SQLite found that a file is damaged, cut off, or no database at all. */
export function isDamagedError(error: unknown): boolean {
  const code = errcodeOf(error);
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

/** What an error says about a file that was opened: as `DatabaseUnusable` where the file is the reason. */
export function unusable(file: string, error: unknown): unknown {
  if (isDamagedError(error))
    return new DatabaseUnusable(`${file} is damaged, cut off, or no database.`, RESTORE, { cause: error });
  const code = errcodeOf(error);
  if (code === SQLITE_CANTOPEN || code === SQLITE_READONLY)
    return new DatabaseUnusable(
      `${file} cannot be opened for reading and writing.`,
      'Check its owner and mode, and those of its folder.',
      { cause: error },
    );
  if (code === SQLITE_FULL)
    return new DatabaseUnusable(`There is no room left for ${file}.`, 'Make some and start again.', {
      cause: error,
    });
  return error;
}

export function emptyFile(file: string): DatabaseUnusable {
  return new DatabaseUnusable(`${file} is empty: what was in it is gone.`, RESTORE);
}

export function missingBesideJournal(file: string): DatabaseUnusable {
  return new DatabaseUnusable(
    `${file} is missing, and its journal ${file}-wal is there.`,
    'Put the file back, or move the journal away too to begin without its data.',
  );
}

export function foreignDatabase(name: string, options?: ErrorOptions): DatabaseUnusable {
  return new DatabaseUnusable(
    `${name} is a database of another program or of a later version.`,
    'Choose another DATA_DIR or DATABASE_URL, or start the version that made it.',
    options,
  );
}

/** What SQLite would say of an error of the file system. */
const OF_FILE_SYSTEM = new Map([
  ['EACCES', SQLITE_CANTOPEN],
  ['EPERM', SQLITE_CANTOPEN],
  ['EROFS', SQLITE_READONLY],
  ['ENOSPC', SQLITE_FULL],
]);

/** SQLite's primary result code, the low byte of an extended one, of the error or of what caused it. */
function errcodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const ofFileSystem = 'code' in error ? OF_FILE_SYSTEM.get(String(error.code)) : undefined;
  if (ofFileSystem !== undefined) return ofFileSystem;
  return 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : errcodeOf(error.cause);
}
