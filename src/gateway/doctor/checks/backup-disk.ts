import { relative } from 'node:path';
import { MINUTE_MS } from '#contract/durations.ts';
import { fetchBackupState } from '#gateway/backup/store.ts';
import type { Check } from '#gateway/doctor/check.ts';
import { findLowDisk, formatGibibytes } from '#gateway/doctor/find-low-disk.ts';

/** A proof restores the backup beside it. */
const COPIES_OF_BACKUP = 2;

export const backupDisk: Check = {
  id: 'backup-disk',
  everyMs: 10 * MINUTE_MS,
  severity: 'error',
  // The first backup makes the folder.
  retries: 1,
  applies: ({ backupEveryMs }) => backupEveryMs !== undefined,
  title: { es: 'Queda lugar para las copias', en: 'There is room for backups' },
  why: {
    es: 'Sin lugar no hay una copia nueva, y con el disco perdido se vuelve a una vieja.',
    en: 'Without room there is no new backup, and a lost disk leads back to an old one.',
  },
  run: async ({ config: { dataDir, backupDir }, database, machine }) => {
    const { freeBytes } = await machine.measureDisk(backupDir);
    // The check of the disk of DATA_DIR speaks for what is in it.
    const isElsewhere = relative(dataDir, backupDir).startsWith('..');
    const findings = isElsewhere ? findLowDisk(backupDir, freeBytes) : [];
    const { bytes } = await fetchBackupState(database.db);
    if (bytes === null || freeBytes >= COPIES_OF_BACKUP * bytes) return findings;
    const [size, left] = [formatGibibytes(bytes), formatGibibytes(freeBytes)];
    return [
      ...findings,
      {
        es: `La última copia ocupa ${size}, y con su prueba no entra otra en ${backupDir}: quedan ${left}.`,
        en: `The last backup takes ${size}, and with its proof another does not fit in ${backupDir}: ${left} left.`,
      },
    ];
  },
  remedy: {
    text: {
      es: 'Guardá menos con BACKUP_KEEP, llevate las viejas a otro lado, o poné BACKUP_DIR en otro disco.',
      en: 'Keep fewer with BACKUP_KEEP, move old ones elsewhere, or put BACKUP_DIR on another disk.',
    },
    command: 'ls -lhS "${BACKUP_DIR:-$DATA_DIR/backups}"',
  },
};
