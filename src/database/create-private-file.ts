import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { toDatabaseUnusableError } from './database-unusable-error.ts';

const GROUP_AND_OTHERS = 0o077;

/**
 * Creates an SQLite file that only its owner can access, whatever the umask; an existing file loses other permissions.
 * SQLite creates journals with the mode of their database.
 * @throws DatabaseUnusableError
 */
export function createPrivateFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, 'a', 0o600));
    for (const path of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) {
      const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
      if (mode & GROUP_AND_OTHERS) chmodSync(path, mode & ~GROUP_AND_OTHERS);
    }
  } catch (error) {
    throw toDatabaseUnusableError(file, error);
  }
}
