import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from './create-private-file.ts';
import type { DatabaseTarget } from './database.ts';
import { toDatabaseUnusableError } from './database-unusable-error.ts';

export class DatabaseInUseError extends Error {
  constructor(file: string) {
    super(`Another server is using ${file}. Stop it first, or choose another DATA_DIR.`);
    this.name = 'DatabaseInUseError';
  }
}

/**
 * Locks an embedded database for one server until the returned lock is disposed of; commands may still open it. It is a file lock of the operating system on
 * `{file}.lock`, so it ends with the process.
 * @throws DatabaseInUseError when another server holds the lock; DatabaseUnusableError
 */
export function lockDatabase({ file, url }: Pick<DatabaseTarget, 'file' | 'url'>): Disposable {
  if (url) return new DisposableStack();
  createPrivateFile(`${file}.lock`);
  const lock = new DatabaseSync(`${file}.lock`);
  try {
    lock.exec(
      'pragma locking_mode = exclusive; begin exclusive; create table if not exists held (at integer);',
    );
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === 5)
      throw new DatabaseInUseError(file);
    throw toDatabaseUnusableError(`${file}.lock`, error);
  }
  return lock;
}
