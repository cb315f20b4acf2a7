import { v3 } from '#contract/v3.ts';
import { callEndpoint } from '#gateway/forward/upstream.ts';
import { AgencyListSchema, parseReply } from '#gateway/forward/reply-schemas.ts';
import { ProblemError } from '#http/problem-error.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { type Person, mailKey } from '#gateway/people/store.ts';

const FIRST_AGENCY_TIMEOUT_MS = 1000;

/**
 * AdminMail of the inbox a person starts with: the last one opened, otherwise the first of theirs that the service lists.
 * undefined: none, the service does not reply within `FIRST_AGENCY_TIMEOUT_MS`, or the person has no call of the service left.
 */
export async function resolveFirstAgency(
  { upstream, rateLimiter }: Pick<Gateway, 'upstream' | 'rateLimiter'>,
  person: Person,
): Promise<string | undefined> {
  const { agencies, lastAgency } = person;
  if (lastAgency !== null && (agencies?.includes(lastAgency) ?? true)) return lastAgency;
  // A single agency is not checked: its inbox shows any error itself.
  if (agencies && agencies.length < 2) return agencies[0];
  const agencyList = await fetchAgencies({ upstream, rateLimiter }, person);
  if (!agencies) return agencyList[0];
  const associated = new Set(agencyList.map(mailKey));
  return agencies.find((agency) => associated.has(agency)) ?? agencies[0];
}

/** AdminMails; empty when the service fails, does not reply in time, or the person has no call left. */
async function fetchAgencies(
  { upstream, rateLimiter }: Pick<Gateway, 'upstream' | 'rateLimiter'>,
  person: Person,
): Promise<string[]> {
  try {
    await rateLimiter.consumeUpstreamCall(person);
    const options = { answerMs: FIRST_AGENCY_TIMEOUT_MS };
    const reply = await callEndpoint(upstream, v3.listAgencies, {}, options);
    const list = parseReply(v3.listAgencies, reply, AgencyListSchema);
    return list?._entries.map(({ AdminMail }) => AdminMail) ?? [];
  } catch (error) {
    if (error instanceof ProblemError) return [];
    throw error;
  }
}
