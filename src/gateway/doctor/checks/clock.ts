import { MINUTE_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';
import { findClockProblems } from '#gateway/doctor/find-clock-problems.ts';

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
  run: async ({ connection }) =>
    findClockProblems({ es: 'del servicio', en: 'the service' }, (await connection.getStatus()).clockAheadMs),
  remedy: {
    text: {
      es: 'Sincronizá el reloj de este servidor (NTP).',
      en: 'Synchronize the clock of this machine (NTP).',
    },
    command: 'timedatectl set-ntp true',
  },
};
