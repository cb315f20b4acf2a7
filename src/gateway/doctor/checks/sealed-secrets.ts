import { HOUR_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';

export const sealedSecrets: Check = {
  id: 'sealed-secrets',
  everyMs: HOUR_MS,
  severity: 'error',
  retries: 0,
  title: { es: 'Los secretos guardados se pueden leer', en: 'Stored secrets can be read' },
  why: {
    es: 'Con otra CONSOLE_KEY los avisos se rechazan, y hay personas que no pueden usar su segundo factor.',
    en: 'With another CONSOLE_KEY messages are refused, and people cannot use their second factor.',
  },
  run: async ({ connection }) => {
    const { webhooks, secondFactors } = (await connection.getStatus()).unreadableSecrets;
    if (webhooks + secondFactors === 0) return [];
    return [
      {
        es: `${webhooks} secretos de avisos y ${secondFactors} segundos factores se guardaron con otra CONSOLE_KEY.`,
        en: `${webhooks} secrets of webhooks and ${secondFactors} second factors were sealed with another CONSOLE_KEY.`,
      },
    ];
  },
  remedy: {
    text: {
      es: 'Volvé a la CONSOLE_KEY anterior, o guardá todo con la nueva: el comando pide la anterior en CONSOLE_KEY_PREVIOUS.',
      en: 'Give the former CONSOLE_KEY again, or seal all with the new one: the command reads CONSOLE_KEY_PREVIOUS.',
    },
    command: 'npm run key:change',
  },
};
