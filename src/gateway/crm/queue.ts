import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { HOUR_MS } from '#contract/durations.ts';
import { isoInZone } from '#contract/window.ts';
import type { IndexedAgencyTables } from '#gateway/inquiries/agencies.ts';
import type { InquiryTable } from '#gateway/inquiries/tables.ts';
import { createUlid } from '#system/random.ts';
import type { MailTables } from '#work/mail-table.ts';
import { insertMail } from '#work/mails.ts';
import { renderCrmMail } from './crm-mail.ts';
import { toLead } from './lead.ts';
import type { CrmTables } from './tables.ts';

type Tables = CrmTables & MailTables & IndexedAgencyTables;

/**
 * decided: an inquiry that the index learns later than this after it was made is no news for a CRM. After a restore the lists
 * also have those that were mailed before the loss.
 */
const MAX_AGE_MS = 6 * HOUR_MS;

type NewInquiry = Pick<InquiryTable, 'sid' | 'at' | 'data'>;

/**
 * Queues a mail of each new inquiry for the CRM of its agency, if it has one. Call it in the transaction that adds them to the
 * index.
 * @returns true if there is any
 */
export async function enqueueCrmMails(
  transaction: Kysely<Tables>,
  inquiries: readonly NewInquiry[],
  { agency_key, zone, now }: { agency_key: string; zone: string; now: number },
): Promise<boolean> {
  const recent = inquiries.filter(({ at }) => at > now - MAX_AGE_MS);
  if (recent.length === 0) return false;
  const crm = await transaction
    .selectFrom('agency_crm')
    .selectAll()
    .where('agency_key', '=', agency_key)
    .where('mail', 'is not', null)
    .executeTakeFirst();
  const mail = crm?.mail ?? null;
  if (!crm || mail === null) return false;
  const agency = await transaction
    .selectFrom('indexed_agency')
    .select(['admin_mail', 'name'])
    .where('agency_key', '=', agency_key)
    .executeTakeFirst();
  let isAnyQueued = false;
  for (const { sid, at, data } of recent) {
    const lead = toLead(JSON.parse(data), {
      sid,
      at: isoInZone(at, zone),
      agency: { mail: agency?.admin_mail ?? agency_key, name: agency?.name ?? null },
    });
    if (!lead || at < crm.since) continue;
    const id = toMailId({ agency_key, sid }, Math.min(at, now));
    const added = await transaction
      .insertInto('crm_mail')
      .values({ mail_id: id, agency_key, sid, at: now, outcome: null, ended_at: null, failure: null })
      .onConflict((conflict) => conflict.doNothing())
      .returning('mail_id')
      .executeTakeFirst();
    if (!added) continue;
    await insertMail(
      transaction,
      { id, to: mail, ...renderCrmMail(lead, crm.format) },
      { kind: 'lead', now },
    );
    isAnyQueued = true;
  }
  return isAnyQueued;
}

/** The id of the mail of an inquiry, which is the same again after a restore: mail servers recognize a repeat by it. */
function toMailId({ agency_key, sid }: Pick<InquiryTable, 'agency_key' | 'sid'>, at: number): string {
  const bytes = createHash('sha256').update(`${agency_key} ${sid}`).digest().values();
  return createUlid(at, () => (bytes.next().value ?? 0) / 256);
}

interface MailEnd {
  id: string;
  at: number;
  /** null: the mail server accepted it. */
  failure: string | null;
}

/** Notes what became of a mail, if it was one to a CRM. */
export async function recordCrmMailEnd(db: Kysely<CrmTables>, { id, at, failure }: MailEnd): Promise<void> {
  await db
    .updateTable('crm_mail')
    .set({ outcome: failure === null ? 'accepted' : 'given-up', ended_at: at, failure })
    .where('mail_id', '=', id)
    .execute();
}

/** Deletes the waiting mail of an inquiry, for an erasure. */
export async function eraseCrmMail(
  db: Kysely<CrmTables & MailTables>,
  { agency_key, sid }: Pick<InquiryTable, 'agency_key' | 'sid'>,
): Promise<void> {
  const erased = await db
    .updateTable('crm_mail')
    .set({ outcome: 'erased' })
    .where((eb) => eb.and({ agency_key, sid }))
    .where('outcome', 'is', null)
    .returning('mail_id')
    .execute();
  for (const { mail_id } of erased) await db.deleteFrom('mail').where('id', '=', mail_id).execute();
}
