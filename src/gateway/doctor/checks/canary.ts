import { CANARY_ALARM_FAILURES, type CanaryFailure, isCanaryFailure } from '#contract/desk/canary.ts';
import type { Text } from '#contract/desk/doctor.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { fetchCanary } from '#gateway/canary/store.ts';
import type { Check } from '#gateway/doctor/check.ts';

const CAUSES: Record<CanaryFailure, Text> = {
  missing: { es: 'el aviso no llegó', en: 'the message did not arrive' },
  signature: { es: 'la firma no coincide', en: 'the signature does not match' },
  off: { es: 'el aviso está suspendido o sin configurar', en: 'the webhook is suspended or not configured' },
  elsewhere: { es: 'el aviso va a otra dirección', en: 'the webhook goes to another address' },
  refused: { es: 'el servicio no aceptó el pedido', en: 'the service did not accept the request' },
  unreachable: { es: 'el servicio no respondió', en: 'the service did not reply' },
};

export const canary: Check = {
  id: 'canary',
  everyMs: 5 * MINUTE_MS,
  severity: 'warning',
  retries: 0,
  title: { es: 'La prueba automática de los avisos llega', en: 'The automatic test of the webhooks arrives' },
  why: {
    es: 'Es la única prueba de la vuelta entera: apunta acá, llega desde afuera y la firma coincide.',
    en: 'It alone tests the whole way: the topic points here, reaches this console, and its signature agrees.',
  },
  run: async ({ database, now, config }) => {
    const { setting, failures, runs } = await fetchCanary(database.db, { now: now(), zone: config.timeZone });
    if (!setting || failures < CANARY_ALARM_FAILURES) return [];
    const outcome = runs.map((run) => run.outcome).find(isCanaryFailure) ?? 'missing';
    return [
      {
        es: `La prueba automática de ${INQUIRY_TOPIC} falló ${failures} veces seguidas: ${CAUSES[outcome].es}.`,
        en: `The automatic test of ${INQUIRY_TOPIC} failed ${failures} times in a row: ${CAUSES[outcome].en}.`,
      },
    ];
  },
  remedy: {
    text: {
      es: 'Abrí el aviso, que dice cómo terminó cada prueba.',
      en: 'Open the topic under Webhooks, which says how each test ended.',
    },
    page: { path: `/webhooks/${INQUIRY_TOPIC}`, label: { es: 'Abrir el aviso', en: 'Open the webhook' } },
  },
};
