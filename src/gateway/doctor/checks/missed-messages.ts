import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';

export const missedMessages: Check = {
  id: 'missed-messages',
  everyMs: 5 * MINUTE_MS,
  severity: 'warning',
  retries: 0,
  title: { es: 'No faltan avisos', en: 'No messages are missed' },
  why: {
    es: 'Consultas que entraron sin su aviso llegaron tarde a los vendedores.',
    en: 'Inquiries that came without their message reached the sellers late.',
  },
  run: async ({ database, now }) => {
    const { raised_at, last_missed_at } = await database.db
      .selectFrom('missed_alarm')
      .selectAll()
      .executeTakeFirstOrThrow();
    if (raised_at === null || last_missed_at === null || last_missed_at <= now() - HOUR_MS) return [];
    return [{ es: 'Faltaron muchos avisos en una hora.', en: 'Many messages were missed within an hour.' }];
  },
  remedy: {
    text: {
      es: 'El balance dice por qué; desde ahí se reenvían.',
      en: 'The balance says why, and resends them.',
    },
    page: { path: '/balance', label: { es: 'Balance', en: 'Balance' } },
  },
};
