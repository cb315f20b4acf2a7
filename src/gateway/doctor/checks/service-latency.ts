import { MINUTE_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';

export const serviceLatency: Check = {
  id: 'service-latency',
  everyMs: MINUTE_MS,
  severity: 'warning',
  retries: 4,
  title: { es: 'El servicio responde a tiempo', en: 'The service replies in time' },
  why: {
    es: 'Las pantallas que lo necesitan tardan lo que tarda él.',
    en: 'Pages that need it take as long as it does.',
  },
  run: async ({ connection }) => {
    const { state, latencyMs } = await connection.getStatus();
    if (state !== 'slow') return [];
    return [
      {
        es: `El servicio tardó ${latencyMs ?? 0} ms.`,
        en: `The service replies late: after ${latencyMs ?? 0} ms.`,
      },
    ];
  },
  remedy: {
    text: {
      es: 'Mirá cuánto tarda cada página en Conexión y avisale al soporte del servicio.',
      en: 'Look at the times of each page under Connection, and tell the support of the service.',
    },
    page: { path: '/connection', label: { es: 'Conexión', en: 'Connection' } },
  },
};
