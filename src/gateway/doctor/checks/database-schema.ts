import { HOUR_MS } from '#contract/durations.ts';
import { findMissingIndexes } from '#database/concurrent-indexes.ts';
import { fetchPendingMigrations } from '#database/run-migrations.ts';
import { type Check, untranslated } from '#gateway/doctor/check.ts';
import { gatewayIndexes, migrations } from '#gateway/migrations/migrations.ts';

export const databaseSchema: Check = {
  id: 'database-schema',
  everyMs: HOUR_MS,
  severity: 'error',
  retries: 0,
  title: { es: 'La base de datos es de esta versión', en: 'The database is of this version' },
  why: {
    es: 'Sin sus tablas e índices esta versión falla o se vuelve lenta.',
    en: 'Without its tables and indexes this version fails or gets slow.',
  },
  run: async ({ database }) => [
    ...(await fetchPendingMigrations(database, migrations)).map(untranslated),
    ...(await findMissingIndexes(database.db, gatewayIndexes)).map(({ name }) => untranslated(name)),
  ],
  remedy: {
    text: { es: 'Migrá la base de datos.', en: 'Migrate the database.' },
    command: 'npm run migrate',
  },
};
