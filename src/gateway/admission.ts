import type { FastifyRequest } from 'fastify';
import type { DeskName } from '#contract/desk/desk.ts';
import type { V3Name } from '#contract/v3.ts';
import { beginEntry } from './audit/recording.ts';
import { isOutage } from './follow-up/inquiry.ts';
import { indexedInquiry } from './follow-up/store.ts';
import type { Gateway } from './gateway.ts';
import type { Person } from './people/store.ts';
import { isLimitedIn, proveOwn } from './permissions/own-inquiries.ts';
import { judge } from './permissions/permissions.ts';
import { type Admitted, admit } from './sessions/session.ts';

/** They read the inquiry as the person, from the service or the index: the answer to that is itself the proof. */
const READING: ReadonlySet<V3Name | DeskName> = new Set([
  'viewInquiry',
  'viewIndexedInquiry',
  'changeFollowUp',
  'noteSeen',
  'noteLooking',
]);

/** They take back what the person said, and tell nothing. */
const OF_ONESELF: ReadonlySet<V3Name | DeskName> = new Set(['endLooking']);

/**
 * Whatever stands between a request and an endpoint of the two tables: the session and its rate, the right, the audit's
 * note of a write that is about to be done, and that whoever is shown their own inquiries only names one of them.
 * undefined: the table lets anyone in.
 * @throws ProblemError `sign-in-required`, `too-many-requests`, `forbidden`, `foreign-agency`; Unseen
 */
export async function enter(
  gateway: Gateway,
  request: FastifyRequest,
  endpoint: V3Name | DeskName,
): Promise<Admitted | undefined> {
  const admitted = await admit(gateway, request, endpoint);
  if (!admitted) return undefined;
  request.audit.person = admitted.person;
  gateway.rates.take(admitted.id, endpoint);
  const { adminMail, sid } = request.params as { adminMail?: string; sid?: string };
  judge(admitted.person, endpoint, adminMail);
  await beginEntry(gateway, request, endpoint, admitted.person);
  if (adminMail === undefined || sid === undefined || READING.has(endpoint) || OF_ONESELF.has(endpoint))
    return admitted;
  if (isLimitedIn(admitted.person, adminMail)) {
    gateway.rates.takeAnswer(admitted.id);
    await proveOwnOrIndexed(gateway, admitted.person, { adminMail, sid });
  }
  return admitted;
}

/** While the service cannot be asked, the index counts. @throws as `proveOwn` */
async function proveOwnOrIndexed(
  { db, upstream }: Gateway,
  person: Person,
  inquiry: { adminMail: string; sid: string },
): Promise<void> {
  try {
    await proveOwn(upstream, person, inquiry);
  } catch (error) {
    if (!isOutage(error) || !(await indexedInquiry(db, person, inquiry))) throw error;
  }
}
