import { MINUTE_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';
import { describeChange } from '#gateway/doctor/describe-change.ts';

export const sendingHold: Check = {
  id: 'sending-hold',
  everyMs: 5 * MINUTE_MS,
  severity: 'error',
  retries: 0,
  title: { es: 'Los envíos no están retenidos', en: 'Sending is not held' },
  why: {
    es: 'En una copia de otra instalación no sale ningún correo ni ninguna copia de un aviso, para no mandar dos veces lo mismo.',
    en: 'On a copy of another installation no mail and no relayed message leaves, so that nothing is sent twice.',
  },
  run: async ({ connection }) => (await connection.getStatus()).held.map(describeChange),
  remedy: {
    text: {
      es: 'Si desde ahora trabaja esta instalación, mirá qué espera y soltalo con --yes.',
      en: 'If this installation works from now on, look at what waits and let it go with --yes.',
    },
    command: 'npm run installation:release',
  },
};
