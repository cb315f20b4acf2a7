import { MINUTE_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';
import { countRefusedMails } from '#work/mail-table.ts';

export const mails: Check = {
  id: 'mails',
  everyMs: 5 * MINUTE_MS,
  severity: 'error',
  retries: 1,
  title: { es: 'Los correos salen', en: 'Mails leave' },
  why: {
    es: 'Quien espera una invitación o una contraseña no puede entrar.',
    en: 'Whoever waits for an invitation or a password cannot sign in.',
  },
  run: async ({ database }) => {
    const count = await countRefusedMails(database.db);
    if (count === 0) return [];
    return [
      {
        es: `El servidor de correo no acepta ${count} correos; se reintentan.`,
        en: `The mail server refused ${count} mails; they are sent again later.`,
      },
    ];
  },
  remedy: {
    text: {
      es: 'Compará SMTP_URL y MAIL_FROM con lo que espera el servidor de correo, y mandate un correo de prueba.',
      en: 'Compare SMTP_URL and MAIL_FROM with what the mail server expects, and send a test mail to yourself.',
    },
    action: 'send-test-mail',
  },
};
