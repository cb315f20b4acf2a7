import type { Kysely } from 'kysely';
import type { ChangeFollowUps } from '#contract/desk/bulk-follow-up.ts';
import { MAX_JOB_ROWS } from '#contract/desk/jobs.ts';
import { createValidationProblem } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { buildListRequest } from '#gateway/inquiries/list-request.ts';
import { type ListPage, countInquiries, fetchPage, resolveOrder } from '#gateway/inquiries/lists.ts';
import { insertJob, isStored } from '#gateway/jobs/store.ts';
import { type Person, findPersonById } from '#gateway/people/store.ts';
import { authorize } from '#gateway/permissions/permissions.ts';
import { createProblem } from '#gateway/problems.ts';
import { findColleague } from './colleagues.ts';
import { type JobAuthor, toRowInput } from './follow-up-jobs.ts';
import { type Tables, fetchFollowUpsByNumber, toInquiryKeys } from './store.ts';

type BulkGateway = Pick<Gateway, 'db' | 'now' | 'random' | 'config' | 'readAs' | 'searches'>;

/** Inquiries per read of a list. */
const INQUIRIES_PER_READ = 500;

/**
 * Stores the job of a bulk change.
 * @throws ProblemError `foreign-agency`; `changed-meanwhile` when the list has another length than expected; `invalid-request` when it is too long;
 * `too-many-jobs`
 */
export async function createBulkChange(
  gateway: BulkGateway,
  author: JobAuthor,
  { change, inquiries }: Pick<ChangeFollowUps, 'change' | 'inquiries'>,
): Promise<void> {
  const { db, now, random } = gateway;
  // The job may have changed the list.
  if (await isStored(db, { ...author, kind: 'follow-up' })) return;
  if (Array.isArray(inquiries))
    for (const { adminMail } of inquiries) authorize(author.person, 'changeFollowUp', adminMail);
  const rows = Array.isArray(inquiries)
    ? inquiries.map(({ version, ...inquiry }) => ({ ...toInquiryKeys(inquiry), version }))
    : await fetchListed(gateway, author.person, inquiries);
  const to = change.kind === 'hand-over' ? await findRecipient(db, change.to, rows) : null;
  const jobRows = rows.map(({ agency_key, sid, version }) => ({
    agency_key,
    sid,
    input: toRowInput([undefined], version, random),
  }));
  await insertJob(db, { ...author, kind: 'follow-up', input: { change, to }, rows: jobRows }, now());
}

/** The person that inquiries are handed over to; null: nobody who works for one of their agencies. */
async function findRecipient(db: Kysely<Tables>, id: string, rows: readonly { agency_key: string }[]) {
  const person = await findPersonById(db, id);
  const works = (agency: string) => person?.agencies === null || person?.agencies.includes(agency);
  const agency = rows.find(({ agency_key }) => works(agency_key))?.agency_key;
  if (!person || agency === undefined) return null;
  return (await findColleague(db, { adminMail: agency, operator: person.mail }, id)) ?? null;
}

/** The inquiries of a list, with the versions of their follow-up. */
async function fetchListed(
  gateway: BulkGateway,
  person: Person,
  { list: query, expected }: Extract<ChangeFollowUps['inquiries'], { expected: number }>,
): Promise<{ agency_key: string; sid: string; version: number }[]> {
  const { db, searches } = gateway;
  const list = buildListRequest(gateway, person, query);
  if (expected > MAX_JOB_ROWS) throw createValidationProblem({ inquiries: 'too-many' });
  const reads = gateway.readAs({ key: person.id, isLong: true });
  const order = resolveOrder(list.filters);
  const first = await fetchPage(reads, list, { order, limit: INQUIRIES_PER_READ, searches });
  // The rows are counted before they are read.
  const total = first.total ?? (await countInquiries(reads, list));
  if (total > MAX_JOB_ROWS) throw createValidationProblem({ inquiries: 'too-many' });
  if (total !== expected) throw createProblem('changed-meanwhile');
  const found: { agency_key: string; sid: string; version: number }[] = [];
  let page: ListPage = first;
  for (;;) {
    const numbers = page.rows.map(({ number }) => number);
    const followUps = await fetchFollowUpsByNumber(db, numbers);
    for (const { agency_key, sid, number } of page.rows)
      found.push({ agency_key, sid, version: followUps.get(number)?.version ?? 0 });
    if (!page.next) break;
    page = await fetchPage(reads, list, { order, after: page.next, limit: INQUIRIES_PER_READ, searches });
  }
  if (found.length !== expected) throw createProblem('changed-meanwhile');
  return found;
}
