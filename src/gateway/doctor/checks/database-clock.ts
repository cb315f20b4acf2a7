import { sql } from 'kysely';
import { MINUTE_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';
import { findClockProblems } from '#gateway/doctor/find-clock-problems.ts';
import { fetchSteadySince } from '#gateway/inquiries/known-time.ts';

export const databaseClock: Check = {
  id: 'database-clock',
  everyMs: 5 * MINUTE_MS,
  severity: 'error',
  retries: 1,
  title: { es: 'El reloj de la base de datos es correcto', en: 'The clock of the database is right' },
  why: {
    es: 'Plazos, reintentos y lo que vence siguen ese reloj. Si hay dudas, no se borra nada.',
    en: 'Due times, retries and expiry follow this clock. While it is doubted, nothing is erased.',
  },
  run: async ({ database, machine }) => {
    const doubtedSince = await fetchSteadySince(database.db);
    if (doubtedSince > 0)
      return [
        {
          es: `Nada confirma la hora del servidor desde ${new Date(doubtedSince).toISOString()}.`,
          en: `Nothing confirms the time of the server since ${new Date(doubtedSince).toISOString()}.`,
        },
      ];
    if (database.engine === 'sqlite') return [];
    const { rows } = await sql<{ at: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(database.db);
    const aheadMs = (rows[0]?.at ?? 0) - machine.now();
    return findClockProblems({ es: 'de PostgreSQL', en: 'PostgreSQL' }, aheadMs);
  },
  remedy: {
    text: {
      es: 'Sincronizá el reloj de los dos servidores (NTP). Si la hora es correcta, decilo en Conexión.',
      en: 'Synchronize the clocks of both machines (NTP). If the time is right, say so under Connection.',
    },
    command: 'timedatectl set-ntp true',
    page: { path: '/connection', label: { es: 'Conexión', en: 'Connection' } },
  },
};
