import type { Transaction } from 'kysely';
import { appendEvent } from '#gateway/live/event-log.ts';
import { type Person, mailKey, operatorKey } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { enqueueMail } from '#work/mails.ts';
import type { Stamp } from '#system/random.ts';
import { buildInquiryUrl, greet, renderMail } from './mail-content.ts';
import { fetchAgency } from './store.ts';
import type { Language } from './tables.ts';

const es = {
  subject: (by: string, agency: string) => `${by} te nombró en una nota: ${agency}`,
  link: (by: string, agency: string) => `${by} te nombró en una nota de una consulta de ${agency}`,
};

const MENTION_TEXTS: Record<Language, typeof es> = {
  es,
  en: {
    subject: (by, agency) => `${by} mentioned you in a note: ${agency}`,
    link: (by, agency) => `${by} mentioned you in a note on an inquiry of ${agency}`,
  },
};

interface Mention {
  inquiry: { adminMail: string; sid: string; operator: string | null };
  /** Id of the note. */
  entry: string;
  by: Person;
  /** Ids of people who may see the inquiry. */
  to: readonly string[];
}

/** Notifies the people whom a note mentions by a live event and a mail, which has nothing of the note or the buyer. */
export async function notifyMentioned(
  transaction: Transaction<GatewayTables>,
  { inquiry, entry, by, to }: Mention,
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
    const texts = MENTION_TEXTS[language];
    const parts = [greet(language, name), { text: texts.link(by.name, agency), href }];
    const message = renderMail(language, {
      to: mail,
      subject: texts.subject(by.name, agency),
      parts,
    });
    await enqueueMail(transaction, message, { kind: 'alarm', ...stamp });
  }
  await appendEvent(transaction, {
    kind: 'mention',
    agency_key,
    operator_key: operatorKey(inquiry.operator),
    data: { adminMail: agency_key, sid: sid.toUpperCase(), entry, by: by.name, to: [...to] },
  });
}
