import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';

/** decided: shorter failures end by themselves. */
const MIN_FAILURE_MS = HOUR_MS;

export const relay: Check = {
  id: 'relay',
  everyMs: 15 * MINUTE_MS,
  severity: 'warning',
  retries: 0,
  title: {
    es: 'Las copias a otros sistemas llegan',
    en: 'Messages reach the addresses they are relayed to',
  },
  why: {
    es: 'El sistema que los espera no se entera de las consultas. Lo que espera más de 30 días se pierde.',
    en: 'The system behind the address misses inquiries. What waits for more than 30 days is lost.',
  },
  run: async ({ database, now }) => {
    const targets = await database.db
      .selectFrom('relay_target')
      .select(['url', 'failing_since', 'failed_status', 'failed_error'])
      .where((eb) => eb.and({ active: 1 }))
      .where('failing_since', '<', now() - MIN_FAILURE_MS)
      .execute();
    return targets.map(({ url, failed_status, failed_error }) => {
      const { host } = new URL(url);
      const reason = failed_status ?? failed_error ?? '';
      return {
        es: `${host} falla hace más de una hora: ${reason}`,
        en: `${host} fails for more than an hour: ${reason}`,
      };
    });
  },
  remedy: {
    text: {
      es: 'Revisá ese sistema, probalo o apagá sus copias.',
      en: 'Mend that system, test it or switch it off.',
    },
    page: { path: '/deliveries/copies', label: { es: 'Copias', en: 'Copies' } },
  },
};
