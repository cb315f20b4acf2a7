import { Attempts, type AttemptsQuery, attemptLog } from '#contract/attempts.ts';
import { addressOf } from '#contract/endpoint.ts';
import { parseReply } from '#gateway/forward/reply-schemas.ts';
import type { Upstream } from '#gateway/forward/upstream.ts';
import { ProblemError } from '#http/problem-error.ts';

/** The service's attempts to deliver to us; undefined: it has no such list, or does not answer with one. */
export async function fetchAttempts(
  upstream: Pick<Upstream, 'call'>,
  query: AttemptsQuery,
): Promise<Attempts | undefined> {
  const endpoint = attemptLog.listAttempts;
  try {
    return parseReply(
      endpoint,
      await upstream.call({ endpoint, path: addressOf(endpoint, {}, query) }),
      Attempts,
    );
  } catch (error) {
    if (error instanceof ProblemError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
