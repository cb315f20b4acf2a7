import type { MissedCause } from '#contract/desk/balance.ts';
import { dayAt } from '#contract/window.ts';
import type { Message } from '#mail/mailer.ts';
import type { Person } from '#gateway/people/store.ts';
import { formatTime, greet, renderMail } from './mail-content.ts';
import type { Language } from './tables.ts';

/** An inquiry without a message, without anything about its buyer. */
export interface MissedInquiry {
  at: number;
  /** Name, or AdminMail. */
  agency: string;
  cause: MissedCause;
}

/** Rows of the table. */
const MAX_ALARM_AGENCIES = 30;

const es = {
  subject: (count: number) => `${count} consultas llegaron sin aviso`,
  missed: (count: number, since: string) =>
    `Desde las ${since}, en menos de una hora, entraron ${count} consultas cuyo aviso no llegó. Están en Vitrina porque se leyeron las listas del servicio, pero con demora.`,
  cause: (causes: string) => `Causa: ${causes}.`,
  causes: {
    off: 'el aviso estaba apagado',
    elsewhere: 'el aviso iba a otra dirección',
    signature: 'la firma no coincide',
    age: 'la hora firmada está a más de 5 minutos',
    topic: 'no es de los avisos que llegan acá',
    malformed: 'no se entiende lo que trae',
    'no-secret': 'no hay secreto guardado para comprobar la firma',
    unknown: 'no se sabe',
  } satisfies Record<MissedCause, string>,
  columns: ['Agencia', 'Sin aviso'],
  others: (agencies: number) => `Otras ${agencies}`,
  balance: 'Ver el balance de hoy',
  webhooks: 'Ver los avisos',
  settings: 'No se repite mientras sigan faltando avisos, salvo al día siguiente. Se apaga en Mi cuenta',
};

const MISSED_ALARM_TEXTS: Record<Language, typeof es> = {
  es,
  en: {
    subject: (count) => `${count} inquiries came without their webhook`,
    missed: (count, since) =>
      `Since ${since}, within an hour, ${count} inquiries came whose webhook did not arrive. Vitrina has them because it read the lists of the service, but late.`,
    cause: (causes) => `Cause: ${causes}.`,
    causes: {
      off: 'the webhook was off',
      elsewhere: 'the webhook went to another address',
      signature: 'the signature doesn’t match',
      age: 'the signed time is more than 5 minutes away',
      topic: 'it isn’t one of the webhooks that come here',
      malformed: 'what it carries can’t be read',
      'no-secret': 'no secret is stored to verify the signature with',
      unknown: 'unknown',
    },
    columns: ['Agency', 'Without webhook'],
    others: (agencies) => `${agencies} others`,
    balance: "See today's balance",
    webhooks: 'See the webhooks',
    settings:
      'It is not repeated while webhooks are missing, except on the next day. It can be switched off in My account',
  },
};

interface MailOptions {
  language: Language;
  publicUrl: string;
  timeZone: string;
  now: number;
}

/** The mail of an alarm of missed messages; `inquiries`: oldest first. */
export function buildMissedAlarmMail(
  { name, mail }: Pick<Person, 'name' | 'mail'>,
  inquiries: readonly MissedInquiry[],
  { language, publicUrl, timeZone, now }: MailOptions,
): Omit<Message, 'id'> {
  const texts = MISSED_ALARM_TEXTS[language];
  const causes = countBy(inquiries, ({ cause }) => texts.causes[cause]);
  const agencies = countBy(inquiries, ({ agency }) => agency);
  const rest = agencies.slice(MAX_ALARM_AGENCIES);
  const day = dayAt(now, timeZone);
  return renderMail(language, {
    to: mail,
    subject: texts.subject(inquiries.length),
    parts: [
      greet(language, name),
      texts.missed(inquiries.length, formatTime(inquiries[0]?.at ?? now, timeZone)),
      texts.cause(
        causes.length === 1
          ? (causes[0]?.[0] ?? '')
          : causes.map(([cause, count]) => `${cause} (${count})`).join(', '),
      ),
      {
        rows: [
          texts.columns,
          ...agencies.slice(0, MAX_ALARM_AGENCIES).map(([agency, count]) => [agency, String(count)]),
          ...(rest.length > 0
            ? [[texts.others(rest.length), String(rest.reduce((sum, [, count]) => sum + count, 0))]]
            : []),
        ],
      },
      { text: texts.balance, href: `${publicUrl}/balance?from=${day}&to=${day}` },
      { text: texts.webhooks, href: `${publicUrl}/webhooks` },
      { text: texts.settings, href: `${publicUrl}/settings/me` },
    ],
  });
}

/** Names with their number of inquiries, most first. */
function countBy(
  inquiries: readonly MissedInquiry[],
  getName: (inquiry: MissedInquiry) => string,
): [string, number][] {
  return [...Map.groupBy(inquiries, getName)]
    .map(([name, { length }]): [string, number] => [name, length])
    .toSorted((a, b) => b[1] - a[1]);
}
