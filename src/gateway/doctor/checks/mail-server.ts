import { MINUTE_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';
import { getErrorCode } from '#system/error-code.ts';

export const mailServer: Check = {
  id: 'mail-server',
  everyMs: 15 * MINUTE_MS,
  severity: 'error',
  retries: 2,
  applies: ({ mail }) => mail.smtpUrl !== undefined,
  title: { es: 'El servidor de correo nos deja entrar', en: 'The mail server lets us sign in' },
  why: {
    es: 'Invitaciones, contraseñas nuevas y alarmas salen por correo.',
    en: 'Invitations, new passwords and alarms are sent by mail.',
  },
  run: async ({ mailer }) => {
    try {
      await mailer.verify();
      return [];
    } catch (error) {
      // The text of the server may repeat the credentials.
      const code = getErrorCode(error) ?? 'error';
      return [
        {
          es: `No se pudo entrar al servidor de correo: ${code}`,
          en: `The sign-in at the mail server failed: ${code}`,
        },
      ];
    }
  },
  remedy: {
    text: {
      es: 'Compará SMTP_URL con lo que da el servidor de correo; después mandate un correo de prueba.',
      en: 'Compare SMTP_URL with what the mail server gave; then send a test mail to yourself.',
    },
    action: 'send-test-mail',
  },
};
