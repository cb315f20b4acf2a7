import type { Kysely } from 'kysely';
import type { AgencyCrm, SetAgencyCrm } from '#contract/desk/crm.ts';
import { countRows } from '#database/count-rows.ts';
import { isoInZone } from '#contract/window.ts';
import { mailKey } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { Stamp } from '#system/random.ts';
import { insertMail } from '#work/mails.ts';
import { renderCrmTest } from './crm-mail.ts';

type Tables = GatewayTables;

/** The CRM of an agency; by default it has none. */
export async function fetchAgencyCrm(db: Kysely<Tables>, adminMail: string): Promise<AgencyCrm> {
  const agency_key = mailKey(adminMail);
  const row = await fetchRow(db, agency_key);
  const mails = db
    .selectFrom('crm_mail')
    .leftJoin('mail', 'mail.id', 'crm_mail.mail_id')
    .where('agency_key', '=', agency_key);
  const accepted = await mails
    .select('ended_at')
    .where('outcome', '=', 'accepted')
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const failed = await mails
    .select(({ fn }) => [
      fn.coalesce('ended_at', 'crm_mail.at').as('at'),
      fn.coalesce('crm_mail.failure', 'mail.failure').as('reason'),
    ])
    .where(({ fn }) => fn.coalesce('crm_mail.failure', 'mail.failure'), 'is not', null)
    .orderBy('crm_mail.at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    mail: row?.mail ?? null,
    format: row?.format ?? 'adf',
    version: row?.version ?? 0,
    waiting: await countRows(mails.where('outcome', 'is', null).where('mail.id', 'is not', null)),
    lastAcceptedAt: accepted?.ended_at ?? null,
    lastFailure: failed ? { at: failed.at, reason: failed.reason ?? '' } : null,
  };
}

const fetchRow = (db: Kysely<Tables>, agency_key: string) =>
  db.selectFrom('agency_crm').selectAll().where('agency_key', '=', agency_key).executeTakeFirst();

/** Inquiries that are made from now on are mailed. @throws ProblemError `changed-meanwhile` */
export async function setAgencyCrm(
  db: Kysely<Tables>,
  adminMail: string,
  { mail, format, version }: SetAgencyCrm,
  now: number,
): Promise<AgencyCrm> {
  const agency_key = mailKey(adminMail);
  const current = await fetchRow(db, agency_key);
  const isSame = current?.mail === mail && current.format === format;
  if (!isSame) {
    if (version !== (current?.version ?? 0)) throw createProblem('changed-meanwhile');
    // Another format of the same address leaves nothing out.
    const since = current && current.mail === mail ? current.since : now;
    const next = { mail, format, since, version: version + 1 };
    const saved = await db
      .insertInto('agency_crm')
      .values({ agency_key, ...next })
      .onConflict((conflict) =>
        conflict.column('agency_key').doUpdateSet(next).where('agency_crm.version', '=', version),
      )
      .returning('version')
      .executeTakeFirst();
    if (!saved) throw createProblem('changed-meanwhile');
  }
  return fetchAgencyCrm(db, adminMail);
}

/** Queues the mail of an invented inquiry. @throws ProblemError `not-found` without an address */
export async function queueCrmTest(
  db: Kysely<Tables>,
  adminMail: string,
  { now, random, zone }: Stamp & { zone: string },
): Promise<void> {
  const agency_key = mailKey(adminMail);
  const crm = await fetchRow(db, agency_key);
  if (!crm || crm.mail === null) throw createProblem('not-found');
  const agency = await db
    .selectFrom('indexed_agency')
    .select(['admin_mail', 'name'])
    .where('agency_key', '=', agency_key)
    .executeTakeFirst();
  const id = random.ulid(now);
  const { mail: to, format } = crm;
  const lead = {
    agency: { mail: agency?.admin_mail ?? agency_key, name: agency?.name ?? '' },
    at: isoInZone(now, zone),
    id,
  };
  await db.transaction().execute(async (transaction: Kysely<Tables>) => {
    await transaction
      .insertInto('crm_mail')
      .values({ mail_id: id, agency_key, sid: null, at: now, outcome: null, ended_at: null, failure: null })
      .execute();
    await insertMail(transaction, { id, to, ...renderCrmTest(lead, format) }, { kind: 'lead', now });
  });
}
