import { DAY_MS, HOUR_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';
import { countLostMails } from '#work/mail-table.ts';

/** decided: who waited for an older one has asked again, or needs it no more. */
const DAYS = 7;

export const deadMails: Check = {
  id: 'dead-mails',
  everyMs: HOUR_MS,
  severity: 'warning',
  retries: 0,
  title: { es: 'Ningún correo se abandonó', en: 'No mail was given up' },
  why: {
    es: 'Después de diez intentos no se manda más: quien lo esperaba no se entera.',
    en: 'After ten attempts it is not sent any more, and whoever waited for it does not learn so.',
  },
  run: async ({ database, now }) => {
    const count = await countLostMails(database.db, now() - DAYS * DAY_MS);
    if (count === 0) return [];
    return [
      {
        es: `En los últimos ${DAYS} días se abandonaron ${count} correos.`,
        en: `${count} mails of the last ${DAYS} days were given up.`,
      },
    ];
  },
  remedy: {
    text: {
      es: 'El comando dice a quiénes no les llegó y por qué. Invitá otra vez en Personas a quienes no pudieron entrar.',
      en: 'The command says who did not get them and why. Under People, invite again who could not sign in.',
    },
    command: 'npm run status',
    page: { path: '/settings/people', label: { es: 'Personas', en: 'People' } },
  },
};
