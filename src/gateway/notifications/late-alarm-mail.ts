import type { Message } from '#mail/mailer.ts';
import type { Person } from '#gateway/people/store.ts';
import { buildInquiryUrl, greet, renderMail } from './mail-content.ts';
import type { Language } from './tables.ts';

/** Facts of an inquiry in a notice, without any about its buyer. */
export interface LateInquiry {
  agency_key: string;
  sid: string;
  operator_key: string | null;
  at: number;
  make: string | null;
  model: string | null;
}

const es = {
  locale: 'es-AR',
  subject: (agency: string, count: number) =>
    count === 1 ? `Una consulta sin respuesta: ${agency}` : `${count} consultas sin respuesta: ${agency}`,
  late: (agency: string, count: number, minutes: number) => {
    const since = minutes > 0 ? ` hace ${minutes} minutos de atención` : '';
    return count === 1
      ? `Una consulta de ${agency} pasó su plazo${since} y nadie respondió.`
      : `${count} consultas de ${agency} pasaron su plazo${since} y nadie respondió.`;
  },
  arrived: (moment: string, vehicle: string) => `Llegó el ${moment}${vehicle && `, por ${vehicle}`}`,
  settings:
    'Te llega porque quien administra Vitrina te eligió para esta alarma. No se repite por la misma consulta.',
};

const LATE_ALARM_TEXTS: Record<Language, typeof es> = {
  es,
  en: {
    locale: 'en-US',
    subject: (agency, count) =>
      count === 1 ? `An unanswered inquiry: ${agency}` : `${count} unanswered inquiries: ${agency}`,
    late: (agency, count, minutes) => {
      const since = minutes > 0 ? ` ${minutes} open minutes ago` : '';
      return count === 1
        ? `An inquiry of ${agency} was due${since} and nobody answered it.`
        : `${count} inquiries of ${agency} were due${since} and nobody answered them.`;
    },
    arrived: (moment, vehicle) => `It arrived on ${moment}${vehicle && `, about ${vehicle}`}`,
    settings:
      'You get it because an administrator of Vitrina chose you for this alarm. It is not repeated for an inquiry.',
  },
};

interface MailOptions {
  language: Language;
  publicUrl: string;
  /** Name and AdminMail. */
  agency: { name: string; adminMail: string };
  minutes: number;
  zone: string;
}

/** The mail of an alarm, about one or several inquiries of an agency. */
export function buildLateAlarmMail(
  { name, mail }: Pick<Person, 'name' | 'mail'>,
  inquiries: readonly LateInquiry[],
  { language, publicUrl, agency, minutes, zone }: MailOptions,
): Omit<Message, 'id'> {
  const texts = LATE_ALARM_TEXTS[language];
  const format = new Intl.DateTimeFormat(texts.locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  });
  const search = new URLSearchParams({ agencia: agency.adminMail });
  return renderMail(language, {
    to: mail,
    subject: texts.subject(agency.name, inquiries.length),
    parts: [
      greet(language, name),
      texts.late(agency.name, inquiries.length, minutes),
      ...inquiries.map(({ sid, at, make, model }) => ({
        text: texts.arrived(format.format(at), [make, model].filter(Boolean).join(' ')),
        href: `${buildInquiryUrl(publicUrl, { adminMail: agency.adminMail, sid })}?${search}`,
      })),
      texts.settings,
    ],
  });
}
