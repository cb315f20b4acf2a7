import { DAY_MS } from '#contract/durations.ts';
import { type Check, isProduction } from '#gateway/doctor/check.ts';

export const mailFiles: Check = {
  id: 'mail-files',
  everyMs: DAY_MS,
  severity: 'warning',
  retries: 0,
  applies: isProduction,
  title: { es: 'Los correos se mandan', en: 'Mails are sent' },
  why: {
    es: 'Sin servidor de correo nadie recibe invitaciones, contraseñas nuevas ni alarmas.',
    en: 'Without a mail server nobody gets invitations, new passwords and alarms.',
  },
  run: async ({ config: { mail } }) =>
    mail.smtpUrl === undefined
      ? [
          {
            es: `SMTP_URL falta: los correos se escriben en ${mail.outboxDir}.`,
            en: `SMTP_URL is missing: mails are written to ${mail.outboxDir}.`,
          },
        ]
      : [],
  remedy: {
    text: {
      es: 'Poné SMTP_URL y MAIL_FROM donde corre el worker, y reiniciá.',
      en: 'Set SMTP_URL and MAIL_FROM of the worker, and restart it.',
    },
  },
};
