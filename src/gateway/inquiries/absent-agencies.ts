import type { Kysely } from 'kysely';
import { mailKey } from '#gateway/people/store.ts';
import { type IndexedAgency, type IndexedAgencyTables, updateIndexedAgency } from './agencies.ts';
import { normalizeText } from './entries.ts';
import { deleteFinding, fetchAcceptedAt, recordFinding } from './findings.ts';
import { fetchSteadySince } from './known-time.ts';
import { hideInquiries, restoreInquiries } from './missing.ts';
import { INQUIRIES_PER_BATCH } from './store.ts';
import { writeInBatches } from './write-in-batches.ts';
import type { InquiryTables, KnownTimeTables } from './tables.ts';
import type { FollowUpTables } from '#gateway/follow-up/tables.ts';

// The service's lists of agencies, which may err: what a list lacks is marked, hidden later, and erased a week after that.

type Tables = IndexedAgencyTables & InquiryTables & FollowUpTables & KnownTimeTables;

/** More than these never vanish at once without a person. */
const MAX_ABSENT = 3;
/** Time between the two readings that hide what both lacked. */
export const CONFIRMATION_MS = 24 * 3_600_000;

const AGENCIES_FINDING = { kind: 'agencies', agency_key: '' } as const;

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
    const { agency_key, admin_mail, name } = agency;
    const found = listed.get(agency_key);
    if (!found) continue;
    if (agency.missing_since !== null || agency.gone_at !== null) await restoreAgency(db, agency, now);
    if (found.name !== name || found.admin_mail !== admin_mail)
      await updateIndexedAgency(db, agency_key, found);
  }
  const indexedKeys = new Set(indexed.map(({ agency_key }) => agency_key));
  const added = [...listed]
    .filter(([key]) => !indexedKeys.has(key))
    .map(([agency_key, agency]) => Object.assign(agency, { agency_key, due_at: now, added_at: now }));
  for (let from = 0; from < added.length; from += INQUIRIES_PER_BATCH)
    await db
      .insertInto('indexed_agency')
      .values(added.slice(from, from + INQUIRIES_PER_BATCH))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await markAbsent(
    db,
    indexed.filter(({ agency_key }) => !listed.has(agency_key)),
    { indexed, now },
  );
}

async function markAbsent(
  db: Kysely<Tables>,
  absent: readonly IndexedAgency[],
  { indexed, now }: { indexed: readonly IndexedAgency[]; now: number },
): Promise<void> {
  // Continues what a stopped process has begun.
  for (const { agency_key, gone_at, missing_since } of absent)
    if (gone_at !== null && missing_since !== null) await hideAgency(db, agency_key, gone_at);
  const missing = absent.filter(isShown);
  for (const { agency_key, missing_since } of missing)
    if (missing_since === null) await updateIndexedAgency(db, agency_key, { missing_since: now });
  if (missing.length === 0) return deleteFinding(db, AGENCIES_FINDING);
  const acceptedAt = await fetchAcceptedAt(db, AGENCIES_FINDING);
  const isAccepted = ({ missing_since }: IndexedAgency) => (missing_since ?? now) <= acceptedAt;
  const unaccepted = missing.filter((agency) => !isAccepted(agency));
  if (isTooMuch(unaccepted, { indexed, absent, now })) {
    const total = indexed.filter(isShown).length;
    return recordFinding(db, { ...AGENCIES_FINDING, missing: missing.length, total, readAt: now }, now);
  }
  const steadySince = await fetchSteadySince(db);
  for (const agency of missing) {
    const missedSince = agency.missing_since ?? now;
    const isConfirmed = Math.max(missedSince, steadySince) <= now - CONFIRMATION_MS;
    if (isAccepted(agency) || isReportedTwice(agency) || isConfirmed)
      await hideAgency(db, agency.agency_key, now);
  }
  await deleteFinding(db, AGENCIES_FINDING);
}

const isShown = ({ gone_at }: IndexedAgency) => gone_at === null;

/** Returns true if too many agencies would vanish within a day, or all that were known. */
function isTooMuch(
  unaccepted: readonly IndexedAgency[],
  {
    indexed,
    absent,
    now,
  }: { indexed: readonly IndexedAgency[]; absent: readonly IndexedAgency[]; now: number },
): boolean {
  if (unaccepted.length === 0) return false;
  // Those that were disassociated from here were hidden as soon as they were marked.
  const hidden = absent.filter(
    ({ gone_at, missing_since }) =>
      gone_at !== null && gone_at > now - CONFIRMATION_MS && (missing_since ?? gone_at) < gone_at,
  );
  if (unaccepted.length + hidden.length > MAX_ABSENT) return true;
  // decided: a list without any agency that is known is no report of disassociations, also for one to three of them. What
  // came since is not known: it may be another database's.
  const since = Math.min(...unaccepted.map(({ missing_since }) => missing_since ?? now));
  const known = indexed.filter((agency) => isShown(agency) && agency.added_at < since);
  return known.every((agency) => absent.includes(agency));
}

/** An earlier list lacked it, and then its own address did not exist either. */
function isReportedTwice({ missing_since, denied_at }: IndexedAgency): boolean {
  return missing_since !== null && denied_at !== null && denied_at > missing_since;
}

async function hideAgency(db: Kysely<Tables>, agency_key: string, at: number): Promise<void> {
  await updateIndexedAgency(db, agency_key, { gone_at: at });
  await writeInBatches(() => hideInquiries(db, agency_key, at));
}

async function restoreAgency(db: Kysely<Tables>, { agency_key, gone_at }: IndexedAgency, now: number) {
  if (gone_at !== null) await writeInBatches(() => restoreInquiries(db, agency_key, gone_at));
  await updateIndexedAgency(db, agency_key, {
    missing_since: null,
    denied_at: null,
    gone_at: null,
    ...(gone_at !== null && { due_at: now }),
  });
}

/** Shows hidden agencies again that were heard of by a webhook. @returns whether there were any */
export async function restoreHeardAgencies(db: Kysely<Tables>, now: number): Promise<boolean> {
  const agencies = await db
    .selectFrom('indexed_agency')
    .selectAll()
    .where('gone_at', 'is not', null)
    .where('missing_since', 'is', null)
    .execute();
  for (const agency of agencies) await restoreAgency(db, agency, now);
  return agencies.length > 0;
}

/** Hides an agency that was disassociated from here. It is erased a week later, unless it is associated again before. */
export async function hideDisassociatedAgency(db: Kysely<Tables>, adminMail: string, now: number) {
  const agency_key = mailKey(adminMail);
  await updateIndexedAgency(db, agency_key, { missing_since: now });
  await deleteFinding(db, { kind: 'inquiries', agency_key });
  await hideAgency(db, agency_key, now);
}
