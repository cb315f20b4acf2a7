import type { Text } from '#contract/desk/doctor.ts';
import { isPointedHere } from '#contract/desk/webhooks.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import type { Check } from '#gateway/doctor/check.ts';

export const inquiryWebhook: Check = {
  id: 'inquiry-webhook',
  everyMs: 5 * MINUTE_MS,
  severity: 'warning',
  retries: 1,
  title: { es: 'El servicio avisa acá de cada consulta', en: 'The service announces each inquiry here' },
  why: {
    es: 'Hasta que se arregle, las consultas llegan con la lectura periódica: minutos después.',
    en: 'Until then inquiries come by the periodic reading, minutes later.',
  },
  run: async ({ connection }): Promise<Text[]> =>
    (await connection.getStatus()).topics.flatMap(({ topic, configured, active, callback, receiver }) => {
      if (topic.toLowerCase() !== INQUIRY_TOPIC) return [];
      if (!configured) return [{ es: `${topic} no está configurado.`, en: `${topic} is not configured.` }];
      if (active === false) return [{ es: `${topic} está suspendido.`, en: `${topic} is suspended.` }];
      if (callback === null || isPointedHere({ callback, receiver })) return [];
      return [{ es: `${topic} va a otra dirección.`, en: `${topic} is sent to another address.` }];
    }),
  remedy: {
    text: {
      es: 'Abrí el aviso: desde ahí se configura, se enciende y se apunta a esta consola.',
      en: 'Open the topic under Webhooks: there it is configured, switched on and pointed at this console.',
    },
    page: { path: `/webhooks/${INQUIRY_TOPIC}`, label: { es: 'Abrir el aviso', en: 'Open the webhook' } },
  },
};
