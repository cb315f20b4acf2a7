import { DAY_MS } from '#contract/durations.ts';
import { type Check, isProduction } from '#gateway/doctor/check.ts';

export const backupSchedule: Check = {
  id: 'backup-schedule',
  everyMs: DAY_MS,
  severity: 'warning',
  retries: 0,
  applies: isProduction,
  title: { es: 'Las copias se hacen solas', en: 'Backups are made by themselves' },
  why: {
    es: 'Una copia que depende de que alguien se acuerde falta el día que se necesita.',
    en: 'A backup that depends on somebody remembering it is missing on the day it is needed.',
  },
  run: async ({ config: { backupEveryMs } }) =>
    backupEveryMs === undefined
      ? [
          {
            es: 'BACKUP_EVERY falta: nadie hace copias.',
            en: 'BACKUP_EVERY is missing: nobody makes backups.',
          },
        ]
      : [],
  remedy: {
    text: {
      es: 'Poné BACKUP_EVERY=24h y BACKUP_DIR. Si las hace otro programa, ignoralo con ese motivo.',
      en: 'Set BACKUP_EVERY=24h and BACKUP_DIR. If another program makes them, ignore this for that reason.',
    },
    command: 'npm run backup',
  },
};
