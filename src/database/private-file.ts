import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { unusable } from './unusable.ts';

const OF_OTHERS = 0o077;

/**
 * Makes an SQLite file where there is none, for its owner alone whatever the umask; one that is there becomes so. SQLite
 * gives the journals that it makes the mode of their database.
 * @throws DatabaseUnusable
 */
export function createPrivate(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, 'a', 0o600));
    for (const path of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) {
      const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
      if (mode & OF_OTHERS) chmodSync(path, mode & ~OF_OTHERS);
    }
  } catch (error) {
    throw unusable(file, error);
  }
}
