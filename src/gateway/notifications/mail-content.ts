import { escapeHtml } from '#mail/escape-html.ts';
import type { Message } from '#mail/mailer.ts';
import type { Language } from './tables.ts';

/** Part of a mail: a paragraph, a line with a link, or a table with a header row. */
export type MailPart = string | { text: string; href: string } | { rows: readonly (readonly string[])[] };

const GREETINGS: Record<Language, (name: string) => string> = {
  es: (name) => `Hola, ${name}:`,
  en: (name) => `Hello ${name},`,
};

/** First part of a mail to a person. */
export const greet = (language: Language, name: string) => GREETINGS[language](name);

/** Hour and minute, as both languages write them. */
export const formatTime = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('es-AR', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(at);

/** Address of an inquiry in the console. */
export function buildInquiryUrl(publicUrl: string, { adminMail, sid }: { adminMail: string; sid: string }) {
  return `${publicUrl}/inquiries/${encodeURIComponent(adminMail)}/${encodeURIComponent(sid)}`;
}

/** Renders parts of a mail as plain text and as HTML. */
export function renderMail(
  language: Language,
  { to, subject, parts }: { to: string; subject: string; parts: readonly MailPart[] },
): Omit<Message, 'id'> {
  return {
    to,
    subject,
    text: `${parts.map(renderText).join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${escapeHtml(subject)}</title><body>`,
      ...parts.map(renderHtml),
      '</body></html>',
    ].join('\n'),
  };
}

function renderText(part: MailPart): string {
  if (typeof part === 'string') return part;
  if ('href' in part) return `${part.text}: ${part.href}`;
  return part.rows.map((cells) => cells.join(' · ')).join('\n');
}

function renderHtml(part: MailPart): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`;
  if ('href' in part)
    return `<p><a href="${escapeHtml(part.href)}" rel="noreferrer">${escapeHtml(part.text)}</a></p>`;
  const rows = part.rows.map((cells, at) => {
    const tag = at === 0 ? 'th' : 'td';
    const columns = cells.map(
      (text, column) =>
        `<${tag} style="padding:4px 12px 4px 0;text-align:${column === 0 ? 'left' : 'right'}">${escapeHtml(text)}</${tag}>`,
    );
    return `<tr>${columns.join('')}</tr>`;
  });
  return `<table>\n${rows.join('\n')}\n</table>`;
}
