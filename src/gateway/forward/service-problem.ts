import * as z from 'zod/mini';
import { createProblem } from '#gateway/problems.ts';
import { ProblemError } from '#http/problem-error.ts';
import { ProblemSchema } from './reply-schemas.ts';
import type { UpstreamReply } from './upstream.ts';

/** The problem of a reply of the service, whose 404 has no body. */
export function parseServiceProblem({ status, body, retryAfter }: UpstreamReply): ProblemError {
  const parsed = z.safeParse(ProblemSchema, body === undefined ? undefined : JSON.parse(body));
  if (!parsed.success) return createProblem(status === 404 ? 'not-found' : 'upstream-broken');
  const { Type, Title, Detail, Errors } = parsed.data;
  return new ProblemError(
    {
      Type: Type ?? '',
      Title: Title ?? '',
      Status: status,
      Detail: Detail ?? '',
      ...(Errors && { Errors }),
    },
    retryAfter ? { 'retry-after': retryAfter } : {},
  );
}
