import { MAX_CLOCK_DIFFERENCE_MS, MINUTE_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';

export const clock: Check = {
  id: 'clock',
  everyMs: 5 * MINUTE_MS,
  severity: 'error',
  retries: 1,
  title: { es: 'El reloj coincide con el del servicio', en: 'The clock agrees with that of the service' },
  why: {
    es: 'Las firmas llevan la hora: con otra, el servicio rechaza todo, y los plazos se miden mal.',
    en: 'Signatures have the time: with another one the service rejects everything, and due times are wrong.',
  },
  run: async ({ connection }) => {
    const { clockAheadMs } = await connection.getStatus();
    const seconds = Math.round(Math.abs(clockAheadMs ?? 0) / 1000);
    if (clockAheadMs === null || Math.abs(clockAheadMs) <= MAX_CLOCK_DIFFERENCE_MS) return [];
    return [
      {
        es: `El reloj del servicio ${clockAheadMs > 0 ? 'adelanta' : 'atrasa'} ${seconds} s.`,
        en: `The clock of the service is ${seconds} s ${clockAheadMs > 0 ? 'ahead' : 'behind'}.`,
      },
    ];
  },
  remedy: {
    text: {
      es: 'Sincronizá el reloj de este servidor (NTP).',
      en: 'Synchronize the clock of this machine (NTP).',
    },
    command: 'timedatectl set-ntp true',
  },
};
