import { PROBLEM_TYPE } from '#contract/problem.ts';
import { ExplainedProblem, createProblem } from '#gateway/problems.ts';
import { ProblemError } from '#http/problem-error.ts';
import { BrokenReplyError } from './transport.ts';

/** Statuses that are replies, beside that of success; others are errors. */
const FORWARDED_STATUSES = new Set([400, 403, 404, 409, 429]);

export function assertForwardableStatus(
  status: number,
  success: number,
  { type, retryAfter }: { type: string | undefined; retryAfter: string | undefined },
): void {
  if (status === success || FORWARDED_STATUSES.has(status)) return;
  // The service replies with problem bodies; a proxy in front of a service that is down does not.
  const isProxy = type !== PROBLEM_TYPE && (status === 502 || status === 503 || status === 504);
  if (isProxy) throw createProblem('upstream-unreachable');
  if (status >= 500)
    throw createProblem('upstream-failed', retryAfter ? { headers: { 'retry-after': retryAfter } } : {});
  throw createProblem('upstream-broken');
}

/** Problem for a 401: its reason is the service's `Detail`, which says which check of our credentials failed. */
export function toCredentialsProblem(type: string | undefined, bytes: Uint8Array): ProblemError {
  const reason = type === PROBLEM_TYPE ? parseReason(new TextDecoder().decode(bytes)) : undefined;
  return reason === undefined
    ? createProblem('upstream-refused')
    : new ExplainedProblem(createProblem('upstream-refused'), reason);
}

const MAX_REASON_LENGTH = 300;

function parseReason(problem: string): string | undefined {
  try {
    return parseDetail(problem)
      ?.replace(/[\p{Cc}\s]+/gu, ' ')
      .slice(0, MAX_REASON_LENGTH);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

export function assertMediaType(type: string | undefined, expected: readonly string[]): void {
  if (!type || !expected.includes(type)) throw createProblem('upstream-broken');
}

export function toUpstreamProblem(
  error: unknown,
  { hasResponse, isTimeout }: { hasResponse: boolean; isTimeout: boolean },
): ProblemError {
  if (error instanceof ProblemError) return error;
  const isBroken = hasResponse || error instanceof BrokenReplyError;
  const code = isTimeout ? 'upstream-timeout' : isBroken ? 'upstream-broken' : 'upstream-unreachable';
  const cause = error instanceof BrokenReplyError ? error.cause : error;
  return Object.assign(createProblem(code), { cause: describeError(cause) });
}

/** Errors of connections that were not opened. */
const UNSENT = / (?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/;

/** Returns true if an error of `call` means that the service did not receive the call. */
export const isUnsent = (error: unknown): boolean =>
  error instanceof ProblemError &&
  (error.problem.Type === '/problems/busy' || (typeof error.cause === 'string' && UNSENT.test(error.cause)));

/** Name and code of an error for the log: its message may quote the reply. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  return error.name + code;
}

/** @throws SyntaxError when it is not JSON */
export function parseDetail(problem: string): string | undefined {
  const { Detail } = JSON.parse(problem) as { Detail?: unknown };
  return typeof Detail === 'string' ? Detail : undefined;
}

export function parseMediaType(header: string | undefined): string | undefined {
  return header?.split(';', 1)[0]?.trim().toLowerCase();
}
