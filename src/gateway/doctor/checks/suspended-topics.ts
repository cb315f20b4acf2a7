import { isPointedHere } from '#contract/desk/webhooks.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import type { Check } from '#gateway/doctor/check.ts';

export const suspendedTopics: Check = {
  id: 'suspended-topics',
  everyMs: 15 * MINUTE_MS,
  severity: 'warning',
  retries: 1,
  title: { es: 'Ningún aviso está suspendido', en: 'No webhook is suspended' },
  why: {
    es: 'El servicio suspende un aviso que falla durante días, y no lo vuelve a encender.',
    en: 'The service suspends a webhook that fails for days, and does not switch it on again.',
  },
  run: async ({ connection }) =>
    (await connection.getStatus()).topics
      .filter((state) => state.active === false && isPointedHere(state))
      .filter(({ topic }) => topic.toLowerCase() !== INQUIRY_TOPIC)
      .map(({ topic }) => ({ es: `${topic} está suspendido.`, en: `${topic} is suspended.` })),
  remedy: {
    text: { es: 'Encendelo en Avisos.', en: 'Switch it on under Webhooks.' },
    page: { path: '/webhooks', label: { es: 'Avisos', en: 'Webhooks' } },
  },
};
