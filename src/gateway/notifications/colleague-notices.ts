import type { Transaction } from 'kysely';
import { appendEvent } from '#gateway/live/event-log.ts';
import { type Person, mailKey, operatorKey } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { enqueueMail } from '#work/mails.ts';
import type { Stamp } from '#system/random.ts';
import { buildInquiryUrl, greet, renderMail } from './mail-content.ts';
import { fetchAgency } from './store.ts';
import type { Language } from './tables.ts';

interface NoticeTexts {
  subject: (by: string, agency: string) => string;
  link: (by: string, agency: string) => string;
}

const NOTICE_TEXTS: Record<Notice['kind'], Record<Language, NoticeTexts>> = {
  mention: {
    es: {
      subject: (by, agency) => `${by} te nombró en una nota: ${agency}`,
      link: (by, agency) => `${by} te nombró en una nota de una consulta de ${agency}`,
    },
    en: {
      subject: (by, agency) => `${by} mentioned you in a note: ${agency}`,
      link: (by, agency) => `${by} mentioned you in a note on an inquiry of ${agency}`,
    },
  },
  nudge: {
    es: {
      subject: (by, agency) => `${by} te recuerda una consulta que espera: ${agency}`,
      link: (by, agency) => `${by} te recuerda una consulta de ${agency} que espera respuesta`,
    },
    en: {
      subject: (by, agency) => `${by} reminds you of an inquiry that waits: ${agency}`,
      link: (by, agency) => `${by} reminds you of an inquiry of ${agency} that waits for an answer`,
    },
  },
};

interface Notice {
  kind: 'mention' | 'nudge';
  inquiry: { adminMail: string; sid: string; operator: string | null };
  /** Id of the note or reminder. */
  entry: string;
  by: Person;
  /** Ids of people who may see the inquiry. */
  to: readonly string[];
}

/** Notifies people of a note or a reminder by a live event and a mail, which has nothing of its text or the buyer. */
export async function notifyColleagues(
  transaction: Transaction<GatewayTables>,
  { kind, inquiry, entry, by, to }: Notice,
  { publicUrl, ...stamp }: Stamp & { publicUrl: string },
): Promise<void> {
  const { sid } = inquiry;
  const agency_key = mailKey(inquiry.adminMail);
  const { adminMail, name: agency } = await fetchAgency(transaction, agency_key);
  const people = await transaction
    .selectFrom('person')
    .leftJoin('digest', 'digest.person_id', 'person.id')
    .select(['person.name', 'person.mail', 'digest.language'])
    .where('person.id', 'in', to)
    .execute();
  const href = buildInquiryUrl(publicUrl, { adminMail, sid });
  for (const { name, mail, ...digest } of people) {
    // decided: a mail is in the language of the person's digest, or in Spanish.
    const language = digest.language ?? 'es';
    const texts = NOTICE_TEXTS[kind][language];
    const parts = [greet(language, name), { text: texts.link(by.name, agency), href }];
    const message = renderMail(language, {
      to: mail,
      subject: texts.subject(by.name, agency),
      parts,
    });
    await enqueueMail(transaction, message, { kind: 'alarm', ...stamp });
  }
  await appendEvent(transaction, {
    kind,
    agency_key,
    operator_key: operatorKey(inquiry.operator),
    data: { adminMail: agency_key, sid: sid.toUpperCase(), entry, by: by.name, to: [...to] },
  });
}
