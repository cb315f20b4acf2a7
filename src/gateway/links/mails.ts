import { escapeHtml } from '#mail/escape-html.ts';
import type { Message } from '#mail/mailer.ts';

type MailContent = Omit<Message, 'id'>;

interface MailTexts {
  subject: string;
  /** Paragraphs before the link, its text, and the paragraph after it, in each language. */
  es: [before: string[], link: string, after: string];
  en: [before: string[], link: string, after: string];
}

interface LinkMail {
  to: string;
  name: string;
  link: string;
}

interface InvitationMail extends LinkMail {
  /** Name of the person who invites; undefined when the invited person asked for the mail again. */
  inviter: string | undefined;
}

export type BuildLinkMail = (mail: InvitationMail) => MailContent;

/** The invitation to the console. */
export function buildInvitationMail({ to, name, link, inviter }: InvitationMail): MailContent {
  return buildMail(to, link, {
    subject: 'Invitación a Vitrina',
    es: [
      [
        `Hola, ${name}:`,
        `${inviter ? `${inviter} te invita` : 'Te invitaron'} a usar Vitrina. Para aceptar y entrar por primera vez, abrí este enlace. Sirve una sola vez, durante 72 horas:`,
      ],
      'Aceptar la invitación',
      'Si no esperabas este mensaje, podés ignorarlo.',
    ],
    en: [
      [
        `${inviter ? `${inviter} invites you` : 'You were invited'} to Vitrina. Open the link to accept and sign in for the first time; it works once, for 72 hours.`,
      ],
      'Accept the invitation',
      'If you did not expect this message, you can ignore it.',
    ],
  });
}

/** The mail with a link to choose a new password. */
export function buildRecoveryMail({ to, name, link }: LinkMail): MailContent {
  return buildMail(to, link, {
    subject: 'Elegí una contraseña nueva para Vitrina',
    es: [
      [
        `Hola, ${name}:`,
        'Para elegir una contraseña nueva, abrí este enlace. Sirve una sola vez, durante una hora:',
      ],
      'Elegir una contraseña nueva',
      'Si no lo pediste, podés ignorar este mensaje: tu contraseña sigue siendo la misma.',
    ],
    en: [
      ['The link lets you choose a new password; it works once, for one hour.'],
      'Choose a new password',
      'If you did not ask for it, you can ignore this message: your password stays as it is.',
    ],
  });
}

function buildMail(to: string, link: string, { subject, es, en }: MailTexts): MailContent {
  const paragraphs = (lang: string, [before, linkText, after]: MailTexts['es']) => [
    `<div lang="${lang}">`,
    ...before.map((text) => `<p>${escapeHtml(text)}</p>`),
    `<p><a href="${escapeHtml(link)}" rel="noreferrer">${escapeHtml(linkText)}</a></p>`,
    `<p>${escapeHtml(after)}</p>`,
    '</div>',
  ];
  return {
    to,
    subject,
    text: [...es[0], link, es[2], '—', ...en[0], en[2], ''].join('\n\n'),
    html: [
      `<!doctype html><html lang="es"><meta charset="utf-8"><title>${escapeHtml(subject)}</title><body>`,
      ...paragraphs('es', es),
      '<hr>',
      ...paragraphs('en', en),
      '</body></html>',
    ].join('\n'),
  };
}
