import { Agencias } from '#contract/agencies.ts';
import { addressOf } from '#contract/endpoint.ts';
import { tolerant } from '#contract/reading.ts';
import { v3 } from '#contract/v3.ts';
import { ProblemError } from '#http/problem.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Person } from '#gateway/people/store.ts';

const ANSWER_MS = 1000;
const Listed = tolerant(Agencias);

/**
 * The agency whose inbox a person sees first: the last one opened, else the first of theirs, else the first that the
 * service lists. undefined: there is none, or the service does not say within a second.
 */
export async function firstAgency(
  { upstream }: Pick<Gateway, 'upstream'>,
  { agencies, lastAgency }: Person,
): Promise<string | undefined> {
  if (lastAgency !== null && (agencies?.includes(lastAgency) ?? true)) return lastAgency;
  if (agencies) return agencies[0];
  try {
    const { status, body } = await upstream.call({
      endpoint: v3.listAgencies,
      path: addressOf(v3.listAgencies),
      answerMs: ANSWER_MS,
    });
    if (status !== v3.listAgencies.success || body === undefined) return undefined;
    return Listed.safeParse(JSON.parse(body)).data?._entries[0]?.AdminMail;
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}
