import type { Kysely } from 'kysely';
import { greet, renderMail } from '#gateway/notifications/mail-content.ts';
import { fetchDigest } from '#gateway/notifications/store.ts';
import type { Person } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { Stamp } from '#system/random.ts';
import { enqueueMail } from '#work/mails.ts';

const TEXTS = {
  es: {
    subject: 'Correo de prueba de Vitrina',
    arrived: 'Si leés esto, Vitrina puede mandar correos.',
  },
  en: { subject: 'Test mail of Vitrina', arrived: 'If you read this, Vitrina can send mails.' },
};

/** Queues a mail to a person that tests the mail server. */
export async function queueTestMail(db: Kysely<GatewayTables>, person: Person, stamp: Stamp): Promise<void> {
  const language = (await fetchDigest(db, person))?.language ?? 'es';
  const { subject, arrived } = TEXTS[language];
  const message = renderMail(language, {
    to: person.mail,
    subject,
    parts: [greet(language, person.name), arrived],
  });
  await db
    .transaction()
    .execute((transaction) => enqueueMail(transaction, message, { ...stamp, kind: 'link' }));
}
