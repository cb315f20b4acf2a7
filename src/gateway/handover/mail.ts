import type { Kysely } from 'kysely';
import type { HandoverRow } from '#contract/desk/handover.ts';
import { countHandover, groupHandover } from '#contract/handover.ts';
import { type MailPart, greet, renderMail } from '#gateway/notifications/mail-content.ts';
import { fetchAgency, fetchDigest } from '#gateway/notifications/store.ts';
import type { Language } from '#gateway/notifications/tables.ts';
import { type Person, mailKey } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { Stamp } from '#system/random.ts';
import { enqueueMail } from '#work/mails.ts';

const es = {
  subject: (agency: string) => `Traspaso de turno: ${agency}`,
  intro: (by: string, agency: string) => `${by} te pasa el turno de ${agency}.`,
  header: ['Quién', 'Esperan', 'Tarde', 'Vuelven hoy', 'Vuelven mañana', 'Citas'],
  nobody: 'Nadie',
  link: 'Ver la hoja',
};

const TEXTS: Record<Language, typeof es> = {
  es,
  en: {
    subject: (agency) => `Shift hand-over: ${agency}`,
    intro: (by, agency) => `${by} hands the shift of ${agency} over to you.`,
    header: ['Who', 'Waiting', 'Late', 'Back today', 'Back tomorrow', 'Appointments'],
    nobody: 'Nobody',
    link: 'See the sheet',
  },
};

interface Sheet {
  adminMail: string;
  rows: readonly HandoverRow[];
  by: Person;
  to: readonly Person[];
}

/** Queues a mail to each colleague with the figures of a sheet. decided: nothing of buyers leaves by mail. */
export async function queueHandoverMails(
  db: Kysely<GatewayTables>,
  { adminMail, rows, by, to }: Sheet,
  { publicUrl, zone, ...stamp }: Stamp & { publicUrl: string; zone: string },
): Promise<void> {
  const { name: agency } = await fetchAgency(db, mailKey(adminMail));
  const [group] = groupHandover(rows);
  const languages = await Promise.all(to.map((person) => fetchDigest(db, person)));
  const href = `${publicUrl}/handover?agencia=${encodeURIComponent(adminMail)}`;
  await db.transaction().execute(async (transaction) => {
    for (const [index, person] of to.entries()) {
      const language = languages[index]?.language ?? 'es';
      const texts = TEXTS[language];
      const table: MailPart = {
        rows: [
          texts.header,
          ...(group?.people ?? []).map(({ owner, rows: own }) => {
            const counts = countHandover(own, stamp.now, zone);
            const { waiting, late, today, tomorrow, appointments } = counts;
            const figures = [waiting, late, today, tomorrow, appointments].map((count) => String(count));
            return [owner?.name ?? texts.nobody].concat(figures);
          }),
        ],
      };
      const message = renderMail(language, {
        to: person.mail,
        subject: texts.subject(agency),
        parts: [
          greet(language, person.name),
          texts.intro(by.name, agency),
          table,
          { text: texts.link, href },
        ],
      });
      await enqueueMail(transaction, message, { ...stamp, kind: 'alarm' });
    }
  });
}
