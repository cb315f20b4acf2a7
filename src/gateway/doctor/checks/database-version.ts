import { sql } from 'kysely';
import { DAY_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';

/** decided: the oldest major version that its makers still mend. */
const MIN_POSTGRES = 14;

export const databaseVersion: Check = {
  id: 'database-version',
  everyMs: DAY_MS,
  severity: 'warning',
  retries: 0,
  applies: ({ database }) => database.url !== undefined,
  title: { es: 'La versión de PostgreSQL tiene soporte', en: 'The version of PostgreSQL is supported' },
  why: {
    es: 'Las versiones viejas no reciben arreglos de seguridad ni de pérdida de datos.',
    en: 'Old versions get no fixes of security and of lost data.',
  },
  run: async ({ database }) => {
    const { rows } = await sql<{
      version: string;
    }>`select current_setting('server_version') as version`.execute(database.db);
    const version = rows[0]?.version ?? '';
    if (Number.parseInt(version, 10) >= MIN_POSTGRES) return [];
    return [
      { es: `PostgreSQL es ${version}, sin soporte.`, en: `PostgreSQL is ${version}, without support.` },
    ];
  },
  remedy: {
    text: {
      es: 'Hacé una copia y pasá PostgreSQL a una versión nueva.',
      en: 'Make a backup and upgrade PostgreSQL.',
    },
    command: 'npm run backup',
  },
};
