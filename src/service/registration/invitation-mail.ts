import type { Message } from '#mail/mailer.ts';
import { escapeHtml } from '#mail/escape-html.ts';

/** Composes the invitation mail; `inviter` is the app's name, `days` the lifetime of the link. */
export function composeInvitationMail({
  to,
  inviter,
  agency,
  link,
  days,
}: {
  to: string;
  inviter: string;
  agency: string | null;
  link: string;
  days: number;
}): Omit<Message, 'id'> {
  const who = agency === null ? 'tu agencia' : `la agencia ${agency}`;
  const paragraphs = [
    'Hola:',
    `${inviter} te invita a registrar ${who} y a administrar su cuenta.`,
    `Para completar el registro, abrí este enlace. Sirve una sola vez, durante ${days} días:`,
  ];
  const end = 'Si no esperabas este mensaje, podés ignorarlo.';
  return {
    to,
    subject: agency === null ? 'Invitación para registrar tu agencia' : `Invitación para registrar ${agency}`,
    text: [...paragraphs, link, end, ''].join('\n\n'),
    html: [
      '<!doctype html><html lang="es"><meta charset="utf-8"><title>Invitación</title><body>',
      ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
      `<p><a href="${escapeHtml(link)}">Completar el registro</a></p>`,
      `<p>${escapeHtml(end)}</p></body></html>`,
    ].join('\n'),
  };
}
