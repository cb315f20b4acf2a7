import { isPointedHere } from '#contract/desk/webhooks.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { fetchUnsolvedIncidents } from '#gateway/deliveries/incidents.ts';
import type { Check } from '#gateway/doctor/check.ts';

export const webhookSecret: Check = {
  id: 'webhook-secret',
  everyMs: 5 * MINUTE_MS,
  severity: 'error',
  retries: 1,
  title: { es: 'El secreto de los avisos coincide', en: 'The secret of the webhooks agrees' },
  why: {
    es: 'Con otro secreto, todo aviso que llega se rechaza: no se puede saber si es del servicio.',
    en: 'With another secret every message is refused: nobody can know whether the service sent it.',
  },
  run: async ({ connection, database, now }) => {
    const { topics } = await connection.getStatus();
    const incidents = await fetchUnsolvedIncidents(database.db, now());
    return [
      ...topics
        .filter((state) => state.configured && isPointedHere(state) && state.secret !== 'kept')
        .map(({ topic }) => ({
          es: `De ${topic} no se conoce el secreto.`,
          en: `The secret of ${topic} is not known here.`,
        })),
      ...incidents
        .filter(({ reason }) => reason === 'signature' || reason === 'no-secret')
        .filter(({ state }) => state !== 'recovering')
        .map(({ topic, count }) => ({
          es: `Se rechazaron ${count} avisos de ${topic}: la firma no coincide.`,
          en: `${count} messages of ${topic} were refused: the signature does not match.`,
        })),
    ];
  },
  remedy: {
    text: {
      es: 'Poné un secreto nuevo en el aviso: se guarda acá y en el servicio a la vez.',
      en: 'Set a new secret of the webhook: it is saved here and at the service together.',
    },
    page: { path: '/webhooks', label: { es: 'Avisos', en: 'Webhooks' } },
  },
};
