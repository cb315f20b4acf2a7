import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^vitrina-\d{8}T\d{6}Z\.tar$/;

/** Name of a backup that begins now; names sort by time. */
export const formatBackupName = (now: number): string => `vitrina-${formatMoment(now)}.tar`;

/** A moment for the name of a file or schema, in UTC: `20261127T164005Z`. */
export const formatMoment = (now: number): string =>
  new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** Backups of a folder, oldest first; files with other names are somebody else's. */
export async function listBackups(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(() => []);
  return names
    .filter((name) => NAME.test(name))
    .toSorted()
    .map((name) => join(dir, name));
}

/** Deletes all but the newest backups of a folder. */
export async function deleteOldBackups(dir: string, keep: number): Promise<void> {
  for (const file of (await listBackups(dir)).slice(0, -keep)) await rm(file);
}
