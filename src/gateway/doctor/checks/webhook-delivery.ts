import type { Text } from '#contract/desk/doctor.ts';
import { isPointedHere } from '#contract/desk/webhooks.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { ATTEMPT_CAUSE_TEXTS } from '#gateway/attempts/cause-texts.ts';
import type { Check } from '#gateway/doctor/check.ts';

export const webhookDelivery: Check = {
  id: 'webhook-delivery',
  everyMs: 5 * MINUTE_MS,
  severity: 'error',
  retries: 1,
  title: { es: 'Los avisos llegan desde afuera', en: 'Messages arrive from outside' },
  why: {
    es: 'El servicio reintenta tres días y después los abandona.',
    en: 'The service tries for three days and then gives them up.',
  },
  run: async ({ connection }): Promise<Text[]> =>
    (await connection.getStatus()).topics
      .filter((state) => state.active !== false && isPointedHere(state))
      .flatMap(({ topic, failure, unseenAt, isPrivate }) => {
        if (failure)
          return [
            {
              es: `El último aviso de ${topic} no llegó: ${ATTEMPT_CAUSE_TEXTS[failure].es}.`,
              en: `The newest message of ${topic} did not arrive: ${ATTEMPT_CAUSE_TEXTS[failure].en}.`,
            },
          ];
        if (unseenAt !== null)
          return [{ es: `Un reenvío de ${topic} no llegó.`, en: `A resend of ${topic} did not arrive.` }];
        if (!isPrivate) return [];
        return [
          {
            es: `El nombre de PUBLIC_URL lleva a una dirección privada: ${topic} puede no llegar.`,
            en: `The name of PUBLIC_URL leads to a private address: ${topic} may not arrive.`,
          },
        ];
      }),
  remedy: {
    text: {
      es: 'Mirá los intentos del servicio. Cuando lleguen otra vez, reenviá los que faltaron desde Entregas.',
      en: 'Look at the attempts of the service. Once messages arrive, resend those that were missed.',
    },
    page: { path: '/deliveries', label: { es: 'Entregas', en: 'Deliveries' } },
  },
};
