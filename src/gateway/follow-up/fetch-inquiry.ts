import * as z from 'zod/mini';
import { v3 } from '#contract/v3.ts';
import { callEndpoint } from '#gateway/forward/upstream.ts';
import { InquirySchema } from '#gateway/forward/reply-schemas.ts';
import type { Upstream } from '#gateway/forward/upstream.ts';
import type { Person } from '#gateway/people/store.ts';
import {
  InquiryNotVisibleError,
  isAssignedTo,
  isLimitedToOwnInquiries,
} from '#gateway/permissions/own-inquiries.ts';
import { createProblem } from '#gateway/problems.ts';
import { type FollowUpDatabase, type InquiryRef, fetchIndexedInquiry } from './store.ts';

/**
 * Fetches an inquiry from the service with a person's rights.
 * @throws InquiryNotVisibleError; ProblemError `not-found`, or when the service does not reply
 */
export async function fetchInquiryAs(
  upstream: Upstream,
  person: Person,
  { adminMail, sid }: { adminMail: string; sid: string },
): Promise<InquiryRef> {
  const isLimited = isLimitedToOwnInquiries(person, adminMail);
  const { status, body } = await callEndpoint(upstream, v3.viewInquiry, { adminMail, sid });
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
 * Reads an inquiry that the person may see from the index, and from the service only where the index does not say so: follow-up
 * is stored in the gateway, and does not wait for the service.
 * @throws as `fetchInquiryAs`
 */
export async function fetchVisibleInquiry(
  db: FollowUpDatabase,
  upstream: Upstream,
  person: Person,
  params: { adminMail: string; sid: string },
): Promise<InquiryRef> {
  return (await fetchIndexedInquiry(db, person, params)) ?? fetchInquiryAs(upstream, person, params);
}
