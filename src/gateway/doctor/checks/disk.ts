import { sql } from 'kysely';
import { MINUTE_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';
import { findLowDisk, formatGibibytes } from '#gateway/doctor/find-low-disk.ts';

export const disk: Check = {
  id: 'disk',
  everyMs: 10 * MINUTE_MS,
  severity: 'error',
  retries: 0,
  title: { es: 'Queda lugar en el disco', en: 'There is room on the disk' },
  why: {
    es: 'Con el disco lleno no se guarda nada: ni respuestas de los vendedores, ni avisos que llegan.',
    en: 'Nothing is saved on a full disk: no answers of sellers, and no messages that arrive.',
  },
  run: async ({ config: { dataDir }, database, machine }) => {
    const { freeBytes } = await machine.measureDisk(dataDir);
    const findings = findLowDisk(dataDir, freeBytes);
    if (database.engine === 'sqlite') {
      const { rows } = await sql<{ bytes: number }>`
        select page_count * page_size as bytes from pragma_page_count, pragma_page_size`.execute(database.db);
      const bytes = rows[0]?.bytes ?? 0;
      if (freeBytes < bytes)
        findings.push({
          es: `No entra una copia de la base de datos, que ocupa ${formatGibibytes(bytes)}.`,
          en: `A copy of the database, which takes ${formatGibibytes(bytes)}, does not fit.`,
        });
    }
    return findings;
  },
  remedy: {
    text: {
      es: 'Mirá qué lo llena. Las copias viejas y los registros suelen ser lo primero que sobra.',
      en: 'Look at what fills it. Old backups and logs are most often what can go.',
    },
    command: 'du -xh --max-depth=2 "$DATA_DIR" | sort -h | tail',
  },
};
