import { DatabaseSync } from 'node:sqlite';
import { createPrivate } from './private-file.ts';
import { unusable } from './unusable.ts';

export class DatabaseInUse extends Error {
  constructor(file: string) {
    super(`Another server is using ${file}. Stop it first, or choose another DATA_DIR.`);
    this.name = 'DatabaseInUse';
  }
}

/**
 * Holds an embedded database for one server; commands beside it stay free to open it. The lock is the operating
 * system's, on a file beside the database, so it ends with the process however that ends.
 * @throws DatabaseInUse when another server holds it; DatabaseUnusable
 * @returns the release.
 */
export function lockDatabase(file: string): () => void {
  createPrivate(`${file}.lock`);
  const lock = new DatabaseSync(`${file}.lock`);
  try {
    lock.exec(
      'pragma locking_mode = exclusive; begin exclusive; create table if not exists held (at integer);',
    );
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === 5) throw new DatabaseInUse(file);
    throw unusable(`${file}.lock`, error);
  }
  return () => lock.close();
}
