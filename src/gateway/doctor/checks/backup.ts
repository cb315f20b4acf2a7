import { MINUTE_MS } from '#contract/durations.ts';
import { fetchBackupState } from '#gateway/backup/store.ts';
import type { Check } from '#gateway/doctor/check.ts';

/** A backup that is older, in intervals of the schedule, is late. */
const MAX_BACKUP_INTERVALS = 2;

export const backup: Check = {
  id: 'backup',
  everyMs: 15 * MINUTE_MS,
  severity: 'error',
  // The first backup and its proof take some minutes.
  retries: 5,
  applies: ({ backupEveryMs }) => backupEveryMs !== undefined,
  title: { es: 'Hay una copia nueva y probada', en: 'There is a new and proved backup' },
  why: {
    es: 'Lo que escriben los vendedores está solo acá: sin copia se pierde con el disco.',
    en: 'What sellers write is here alone: without a backup it is lost with the disk.',
  },
  run: async ({ database, now, config: { backupEveryMs = Infinity } }) => {
    const { at, failure } = await fetchBackupState(database.db);
    const failed =
      failure === null
        ? []
        : [{ es: `La última copia falló: ${failure}`, en: `The last backup failed: ${failure}` }];
    if (at === null)
      return [...failed, { es: 'Todavía no hay una copia probada.', en: 'There is no proved backup yet.' }];
    if (now() - at <= MAX_BACKUP_INTERVALS * backupEveryMs) return failed;
    const day = new Date(at).toISOString();
    return [
      ...failed,
      { es: `La copia probada más nueva es de ${day}.`, en: `The newest proved backup is of ${day}.` },
    ];
  },
  remedy: {
    text: {
      es: 'Mirá el lugar que queda en BACKUP_DIR y el registro del worker; el comando dice qué falla.',
      en: 'Look at the log of the worker and the room in BACKUP_DIR; the command says what fails.',
    },
    command: 'npm run backup',
  },
};
