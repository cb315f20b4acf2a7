import { Agencias } from '#contract/agencies.ts';
import { addressOf } from '#contract/endpoint.ts';
import { tolerant } from '#contract/reading.ts';
import { v3 } from '#contract/v3.ts';
import { ProblemError } from '#http/problem-error.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { type Person, mailKey } from '#gateway/people/store.ts';

const TIMEOUT_MS = 1000;
const AgencyListSchema = tolerant(Agencias);

/**
 * AdminMail of the inbox a person starts with: the last one opened, otherwise the first of theirs that the service lists.
 * undefined: none, or the service does not reply within `TIMEOUT_MS`.
 */
export async function resolveFirstAgency(
  { upstream }: Pick<Gateway, 'upstream'>,
  { agencies, lastAgency }: Person,
): Promise<string | undefined> {
  if (lastAgency !== null && (agencies?.includes(lastAgency) ?? true)) return lastAgency;
  // With a single agency there is nothing to check: its inbox shows any error itself.
  if (agencies && agencies.length < 2) return agencies[0];
  const agencyList = await fetchAgencies(upstream);
  if (!agencies) return agencyList[0];
  const associated = new Set(agencyList.map(mailKey));
  return agencies.find((agency) => associated.has(agency)) ?? agencies[0];
}

/** AdminMails; empty when the service fails or does not reply in time. */
async function fetchAgencies(upstream: Gateway['upstream']): Promise<string[]> {
  try {
    const { status, body } = await upstream.call({
      endpoint: v3.listAgencies,
      path: addressOf(v3.listAgencies),
      answerMs: TIMEOUT_MS,
    });
    if (status !== v3.listAgencies.success || body === undefined) return [];
    return (
      AgencyListSchema.safeParse(JSON.parse(body)).data?._entries.map(({ AdminMail }) => AdminMail) ?? []
    );
  } catch (error) {
    if (error instanceof ProblemError) return [];
    throw error;
  }
}
