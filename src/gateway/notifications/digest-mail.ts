import { ALL_AGENCIES, type BuiltInView } from '#contract/inbox-filter-names.ts';
import type { Message } from '#mail/mailer.ts';
import type { Person } from '#gateway/people/store.ts';
import type { DayFigures, DigestFigures } from './figures.ts';
import { type MailPart, greet, renderMail } from './mail-content.ts';
import type { Language } from './tables.ts';

/** Rows of the table; a mail is no report. */
const MAX_DIGEST_AGENCIES = 30;

const es = {
  locale: 'es-AR',
  subject: (day: string, { total, overdue }: DigestFigures) =>
    `Resumen del ${day}: ${total.inquiries === 1 ? '1 consulta' : `${total.inquiries} consultas`}, ${overdue} tarde ahora`,
  arrived: (day: string, count: number) =>
    count === 0
      ? `Ayer, ${day}, no llegaron consultas.`
      : `Ayer, ${day}, ${count === 1 ? 'llegó una consulta' : `llegaron ${count} consultas`}.`,
  answered: ({ answered, inTime }: DayFigures) =>
    `Con respuesta hasta ahora: ${answered}, de ellas ${inTime} a tiempo.`,
  columns: ['Agencia', 'Consultas', 'Respondidas', 'A tiempo'],
  others: (agencies: number) => `Otras ${agencies}`,
  yesterdayLink: 'Ver las consultas de ayer',
  waiting: (count: number) => `Esperan respuesta ahora: ${count}`,
  overdue: (count: number) => `Tarde ahora: ${count}`,
  settings: 'Este resumen lo pediste en Mi cuenta. Ahí se cambia la hora o se apaga',
};

const DIGEST_TEXTS: Record<Language, typeof es> = {
  es,
  en: {
    locale: 'en-US',
    subject: (day, { total, overdue }) =>
      `Summary of ${day}: ${total.inquiries === 1 ? '1 inquiry' : `${total.inquiries} inquiries`}, ${overdue} late now`,
    arrived: (day, count) =>
      count === 0
        ? `Yesterday, ${day}, no inquiries arrived.`
        : `Yesterday, ${day}, ${count === 1 ? 'one inquiry' : `${count} inquiries`} arrived.`,
    answered: ({ answered, inTime }) => `Answered until now: ${answered}, ${inTime} of them in time.`,
    columns: ['Agency', 'Inquiries', 'Answered', 'In time'],
    others: (agencies) => `${agencies} others`,
    yesterdayLink: 'See the inquiries of yesterday',
    waiting: (count) => `Waiting for an answer now: ${count}`,
    overdue: (count) => `Late now: ${count}`,
    settings: 'You asked for this summary in My account, where you can change its hour or turn it off',
  },
};

/** The daily digest of a person: figures and links, nothing about buyers. */
export function buildDigestMail(
  person: Pick<Person, 'mail' | 'name' | 'agencies'>,
  figures: DigestFigures,
  { language, publicUrl }: { language: Language; publicUrl: string },
): Omit<Message, 'id'> {
  const texts = DIGEST_TEXTS[language];
  const { total, agencies } = figures;
  const day = new Intl.DateTimeFormat(texts.locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(Date.parse(figures.day));
  const listUrl = (filters: Record<string, string>) => {
    const [agency = ALL_AGENCIES, another] = person.agencies ?? [];
    const search = new URLSearchParams({ agencia: another ? ALL_AGENCIES : agency, ...filters });
    return `${publicUrl}/inquiries?${search}`;
  };
  const viewUrl = (vista: BuiltInView) => listUrl({ vista });
  const parts: MailPart[] = [greet(language, person.name), texts.arrived(day, total.inquiries)];
  if (total.inquiries > 0)
    parts.push(
      texts.answered(total),
      { rows: [texts.columns, ...listRows(agencies, texts)] },
      { text: texts.yesterdayLink, href: listUrl({ desde: figures.day, hasta: figures.day }) },
    );
  parts.push(
    { text: texts.waiting(figures.waiting), href: viewUrl('esperando') },
    { text: texts.overdue(figures.overdue), href: viewUrl('tarde') },
    { text: texts.settings, href: `${publicUrl}/settings/me` },
  );
  return renderMail(language, { to: person.mail, subject: texts.subject(day, figures), parts });
}

function listRows(agencies: DigestFigures['agencies'], { others }: typeof es): string[][] {
  const toCells = (name: string, { inquiries, answered, inTime }: DayFigures) => [
    name,
    ...[inquiries, answered, inTime].map(String),
  ];
  const rest = agencies.slice(MAX_DIGEST_AGENCIES);
  const sum = (member: keyof DayFigures) => rest.reduce((count, figures) => count + figures[member], 0);
  return [
    ...agencies.slice(0, MAX_DIGEST_AGENCIES).map((agency) => toCells(agency.name, agency)),
    ...(rest.length > 0
      ? [
          toCells(others(rest.length), {
            inquiries: sum('inquiries'),
            answered: sum('answered'),
            inTime: sum('inTime'),
          }),
        ]
      : []),
  ];
}
