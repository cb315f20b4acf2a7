import type { Kysely } from 'kysely';
import { mailKey } from '#gateway/people/store.ts';
import { type IndexedAgency, type IndexedAgencyTables, updateIndexedAgency } from './agencies.ts';
import { normalizeText } from './entries.ts';
import { deleteFinding, fetchAccepted, recordFinding } from './findings.ts';
import { hideInquiries, restoreInquiries } from './missing.ts';
import { deleteInquiries } from './removal.ts';
import { BATCH_SIZE } from './store.ts';
import type { InquiryTables } from './tables.ts';
import type { FollowUpTables } from '#gateway/follow-up/tables.ts';

// The service's lists of agencies, which may err: what a list lacks is marked, hidden later, and erased a week after that.

type Tables = IndexedAgencyTables & InquiryTables & FollowUpTables;

/** More than these never vanish at once without a person. */
const MAX_ABSENT = 3;
/** Time between the two readings that hide what both lacked. */
export const CONFIRMATION_MS = 24 * 3_600_000;

const FINDING = { kind: 'agencies', agency_key: '' } as const;

/** Takes up a list of agencies: new ones are due now, missing ones are marked, those that reappear are unmarked. */
export async function syncAgencies(
  db: Kysely<Tables>,
  agencies: readonly { adminMail: string; name?: string | null | undefined }[],
  now: number,
): Promise<void> {
  const listed = new Map(
    agencies.map(({ adminMail, name }) => [
      mailKey(adminMail),
      { admin_mail: adminMail, name: normalizeText(name) },
    ]),
  );
  const indexed = await db.selectFrom('indexed_agency').selectAll().orderBy('agency_key').execute();
  for (const agency of indexed) {
    const { agency_key, name } = agency;
    const found = listed.get(agency_key);
    if (!found) continue;
    if (agency.missed_since !== null || agency.gone_at !== null) await restoreAgency(db, agency, now);
    if (found.name !== name) await updateIndexedAgency(db, agency_key, { name: found.name });
  }
  const indexedKeys = new Set(indexed.map(({ agency_key }) => agency_key));
  const added = [...listed]
    .filter(([key]) => !indexedKeys.has(key))
    .map(([agency_key, { admin_mail, name }]) => ({ agency_key, admin_mail, name, due_at: now }));
  for (let from = 0; from < added.length; from += BATCH_SIZE)
    await db
      .insertInto('indexed_agency')
      .values(added.slice(from, from + BATCH_SIZE))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await markAbsent(
    db,
    indexed.filter(({ agency_key }) => !listed.has(agency_key)),
    { total: indexed.length, now },
  );
}

async function markAbsent(
  db: Kysely<Tables>,
  absent: readonly IndexedAgency[],
  { total, now }: { total: number; now: number },
): Promise<void> {
  // Continues what a stopped process has begun.
  for (const { agency_key, gone_at } of absent)
    if (gone_at !== null) await hideAgency(db, agency_key, gone_at);
  const missing = absent.filter(({ gone_at }) => gone_at === null);
  const hidden = absent.length - missing.length;
  for (const { agency_key, missed_since } of missing)
    if (missed_since === null) await updateIndexedAgency(db, agency_key, { missed_since: now });
  if (missing.length === 0) return deleteFinding(db, FINDING);
  // decided: a list without any agency that is known is no report of disassociations, also for one to three of them.
  const isStopped = missing.length > MAX_ABSENT || missing.length === total - hidden;
  const isAccepted = missing.length <= (await fetchAccepted(db, FINDING));
  if (isStopped && !isAccepted)
    return recordFinding(db, { ...FINDING, missing: missing.length, total: total - hidden }, now);
  for (const agency of missing)
    if (isAccepted || isReportedTwice(agency) || isConfirmed(agency.missed_since, now))
      await hideAgency(db, agency.agency_key, now);
  await deleteFinding(db, FINDING);
}

/** An earlier list lacked it, and then its own address did not exist either. */
function isReportedTwice({ missed_since, denied_at }: IndexedAgency): boolean {
  return missed_since !== null && denied_at !== null && denied_at > missed_since;
}

/** Whether what has been missing since a time was already missing a day ago. */
export function isConfirmed(missedSince: number | null, now: number): boolean {
  return missedSince !== null && missedSince <= now - CONFIRMATION_MS;
}

async function hideAgency(db: Kysely<Tables>, agency_key: string, at: number): Promise<void> {
  await updateIndexedAgency(db, agency_key, { gone_at: at });
  while ((await hideInquiries(db, agency_key, at)) === BATCH_SIZE);
}

async function restoreAgency(
  db: Kysely<Tables>,
  { agency_key, gone_at }: IndexedAgency,
  now: number,
): Promise<void> {
  if (gone_at !== null) while ((await restoreInquiries(db, agency_key)) === BATCH_SIZE);
  await updateIndexedAgency(db, agency_key, {
    missed_since: null,
    denied_at: null,
    gone_at: null,
    ...(gone_at !== null && { due_at: now }),
  });
}

/** Deletes an agency and its inquiries from the index, after it was disassociated from here. */
export async function deleteIndexedAgency(db: Kysely<Tables>, adminMail: string): Promise<void> {
  const agency_key = mailKey(adminMail);
  await db.deleteFrom('indexed_agency').where('agency_key', '=', agency_key).execute();
  await deleteFinding(db, { kind: 'inquiries', agency_key });
  while ((await deleteInquiries(db, { agency_key }, BATCH_SIZE)) === BATCH_SIZE);
}
