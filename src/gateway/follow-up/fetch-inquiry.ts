import * as z from 'zod/mini';
import { addressOf } from '#contract/endpoint.ts';
import { Consulta } from '#contract/inquiries.ts';
import { tolerant } from '#contract/reading.ts';
import { v3 } from '#contract/v3.ts';
import type { Upstream } from '#gateway/forward/upstream.ts';
import type { Person } from '#gateway/people/store.ts';
import {
  InquiryNotVisibleError,
  isAssignedTo,
  isLimitedToOwnInquiries,
} from '#gateway/permissions/own-inquiries.ts';
import { createProblem } from '#gateway/problems.ts';
import { ProblemError } from '#http/problem-error.ts';
import { type FollowUpDatabase, type InquiryRef, fetchIndexedInquiry } from './store.ts';

const InquirySchema = tolerant(Consulta);

/**
 * Fetches an inquiry from the service with a person's rights; required before writing anything about it.
 * @throws InquiryNotVisibleError; ProblemError `not-found`, or when the service does not reply
 */
export async function fetchInquiryAs(
  upstream: Upstream,
  person: Person,
  { adminMail, sid }: { adminMail: string; sid: string },
): Promise<InquiryRef> {
  const isLimited = isLimitedToOwnInquiries(person, adminMail);
  const { status, body } = await upstream.call({
    endpoint: v3.viewInquiry,
    path: addressOf(v3.viewInquiry, { adminMail, sid }),
  });
  if (status === 429) throw createProblem('busy', { headers: { 'retry-after': '2' } });
  if (isLimited && (status !== v3.viewInquiry.success || !isAssignedTo(person, body)))
    throw new InquiryNotVisibleError();
  if (status !== v3.viewInquiry.success) throw createProblem('not-found');
  const parsed = z.safeParse(InquirySchema, JSON.parse(body ?? ''));
  const momento = Date.parse(parsed.data?.Momento ?? '');
  if (Number.isNaN(momento)) throw createProblem('upstream-broken');
  return { adminMail, sid, momento, operator: parsed.data?.OperadorResponsable ?? null };
}

/**
 * Like `fetchInquiryAs`, but falls back to the index during an outage: follow-up is stored in the gateway.
 * @throws as `fetchInquiryAs`
 */
export async function fetchInquiryOrIndexed(
  db: FollowUpDatabase,
  upstream: Upstream,
  person: Person,
  params: { adminMail: string; sid: string },
): Promise<InquiryRef> {
  try {
    return await fetchInquiryAs(upstream, person, params);
  } catch (error) {
    const indexed = isOutage(error) && (await fetchIndexedInquiry(db, person, params));
    if (!indexed) throw error;
    return indexed;
  }
}

/** Whether the error is a failure of the service or of the way to it. */
export function isOutage(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.Status >= 500;
}
