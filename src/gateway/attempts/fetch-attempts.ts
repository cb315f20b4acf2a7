import { Attempts, type AttemptsQuery, attemptLog } from '#contract/attempts.ts';
import { addressOf } from '#contract/endpoint.ts';
import { parseReply } from '#gateway/forward/reply-schemas.ts';
import type { Upstream } from '#gateway/forward/upstream.ts';
import { ProblemError } from '#http/problem-error.ts';

/** Attempts of the service to deliver to us; undefined: it has no such list, or does not answer with one. */
export async function fetchAttempts(
  upstream: Pick<Upstream, 'call'>,
  query: AttemptsQuery,
): Promise<Attempts | undefined> {
  try {
    return await requestAttempts(upstream, query);
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}

/** Like `fetchAttempts`. @throws ProblemError `upstream-…` when the service does not answer */
export async function requestAttempts(
  upstream: Pick<Upstream, 'call'>,
  query: AttemptsQuery,
  signal?: AbortSignal,
): Promise<Attempts | undefined> {
  const endpoint = attemptLog.listAttempts;
  try {
    const reply = await upstream.call({ endpoint, path: addressOf(endpoint, {}, query), signal });
    return parseReply(endpoint, reply, Attempts);
  } catch (error) {
    // Another deployment may say in any way that it has no such path.
    const isOther = error instanceof ProblemError && error.problem.Type === '/problems/upstream-broken';
    if (isOther || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
