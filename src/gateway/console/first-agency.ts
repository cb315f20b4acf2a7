import { Agencias } from '#contract/agencies.ts';
import { addressOf } from '#contract/endpoint.ts';
import { tolerant } from '#contract/reading.ts';
import { v3 } from '#contract/v3.ts';
import { ProblemError } from '#http/problem-error.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { type Person, mailKey } from '#gateway/people/store.ts';

const ANSWER_MS = 1000;
const Listed = tolerant(Agencias);

/**
 * The agency whose inbox a person sees first: the last one opened, else the first of theirs that the service lists.
 * undefined: there is none, or the service does not say within a second.
 */
export async function firstAgency(
  { upstream }: Pick<Gateway, 'upstream'>,
  { agencies, lastAgency }: Person,
): Promise<string | undefined> {
  if (lastAgency !== null && (agencies?.includes(lastAgency) ?? true)) return lastAgency;
  // Where there is no choice, the inbox itself says what is wrong with it.
  if (agencies && agencies.length < 2) return agencies[0];
  const listed = await listAgencies(upstream);
  if (!agencies) return listed[0];
  const associated = new Set(listed.map(mailKey));
  return agencies.find((agency) => associated.has(agency)) ?? agencies[0];
}

/** AdminMails; none where the service does not say within a second. */
async function listAgencies(upstream: Gateway['upstream']): Promise<string[]> {
  try {
    const { status, body } = await upstream.call({
      endpoint: v3.listAgencies,
      path: addressOf(v3.listAgencies),
      answerMs: ANSWER_MS,
    });
    if (status !== v3.listAgencies.success || body === undefined) return [];
    return Listed.safeParse(JSON.parse(body)).data?._entries.map(({ AdminMail }) => AdminMail) ?? [];
  } catch (error) {
    if (error instanceof ProblemError) return [];
    throw error;
  }
}
