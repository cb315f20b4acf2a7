import * as z from 'zod/mini';
import { addressOf } from '#contract/endpoint.ts';
import { Consulta } from '#contract/inquiries.ts';
import { tolerant } from '#contract/reading.ts';
import { v3 } from '#contract/v3.ts';
import type { Upstream } from '#gateway/forward/upstream.ts';
import type { Person } from '#gateway/people/store.ts';
import { Unseen, isLimitedIn, isTheirs } from '#gateway/permissions/own-inquiries.ts';
import { refusal } from '#gateway/problems.ts';
import { ProblemError } from '#http/problem-error.ts';
import { type ReadInquiry, type FollowUpStore, indexedInquiry } from './store.ts';

const InquiryRead = tolerant(Consulta);

/**
 * Reads an inquiry as a person may: whatever is written about one is first proved by it.
 * @throws Unseen; ProblemError `not-found`, or when the service does not say
 */
export async function readAs(
  upstream: Upstream,
  person: Person,
  { adminMail, sid }: { adminMail: string; sid: string },
): Promise<ReadInquiry> {
  const limited = isLimitedIn(person, adminMail);
  const { status, body } = await upstream.call({
    endpoint: v3.viewInquiry,
    path: addressOf(v3.viewInquiry, { adminMail, sid }),
  });
  if (status === 429) throw refusal('busy', { headers: { 'retry-after': '2' } });
  if (limited && (status !== v3.viewInquiry.success || !isTheirs(person, body))) throw new Unseen();
  if (status !== v3.viewInquiry.success) throw refusal('not-found');
  const read = z.safeParse(InquiryRead, JSON.parse(body ?? ''));
  const momento = Date.parse(read.data?.Momento ?? '');
  if (Number.isNaN(momento)) throw refusal('upstream-broken');
  return { adminMail, sid, momento, operator: read.data?.OperadorResponsable ?? null };
}

/**
 * The same for a change of follow-up, which is ours: while the service cannot be asked, what the index has counts.
 * @throws as `readAs`
 */
export async function readOrIndexed(
  db: FollowUpStore,
  upstream: Upstream,
  person: Person,
  params: { adminMail: string; sid: string },
): Promise<ReadInquiry> {
  try {
    return await readAs(upstream, person, params);
  } catch (error) {
    const indexed = isOutage(error) && (await indexedInquiry(db, person, params));
    if (!indexed) throw error;
    return indexed;
  }
}

/** The service gave no answer that can be used. */
export function isOutage(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.Status >= 500;
}
