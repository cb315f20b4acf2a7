import * as z from 'zod/mini';
import { type GatewayCode, gatewayCode } from '#contract/problem.ts';

/** What the console reads of a problem: members in the interface's case, or in that of RFC 9457. */
const ReadProblem = z.looseObject({
  Type: z.optional(z.string()),
  Title: z.optional(z.string()),
  Detail: z.optional(z.string()),
  Errors: z.optional(z.record(z.string(), z.array(z.string()))),
});
type ReadProblem = z.infer<typeof ReadProblem>;

/**
 * The one error type of the console.
 * - `network`: no answer reached the browser.
 * - `broken`: the answer breaks the documented shape; `fields` names the members.
 * - `problem`: the gateway or the service refused; `code` when it was the gateway.
 * - `code`: code of the console could not be loaded; `outdated`: because another version was deployed since.
 */
export class Failure extends Error {
  readonly kind: 'network' | 'broken' | 'problem' | 'code' | 'outdated';
  readonly status: number;
  readonly code: GatewayCode | undefined;
  /** The service's own words, Spanish, as they came. */
  readonly detail: string | undefined;
  /** Sentences by property or parameter name; `_` is about the whole. */
  readonly errors: Record<string, string[]>;
  readonly fields: string[];
  /** How long to wait before asking again, as the answer says. */
  readonly retryAfterS: number | undefined;
  /** What was asked, for the folded technical part. */
  readonly request: string;

  constructor(
    kind: Failure['kind'],
    request: string,
    given: {
      status?: number;
      problem?: ReadProblem | undefined;
      fields?: string[];
      retryAfterS?: number | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(`${request}: ${kind} ${given.status ?? ''}`, { cause: given.cause });
    this.name = 'Failure';
    this.kind = kind;
    this.request = request;
    this.status = given.status ?? 0;
    this.code = given.problem?.Type ? gatewayCode(given.problem.Type) : undefined;
    this.detail = given.problem?.Detail;
    this.errors = given.problem?.Errors ?? {};
    this.fields = given.fields ?? [];
    this.retryAfterS = given.retryAfterS;
  }

  /** The service has nothing there, or not for this application. */
  get isNotFound(): boolean {
    return this.status === 404 && this.code === undefined;
  }

  /** The answer took too long: whether it was done is not known. */
  get isTimeout(): boolean {
    return this.cause instanceof DOMException && this.cause.name === 'TimeoutError';
  }

  /** Nobody is signed in any more. */
  get isUnauthenticated(): boolean {
    return this.status === 401 && this.code !== 'wrong-credentials' && this.code !== 'wrong-code';
  }
}

/** Whether code could not be loaded, of this version or because there is another. */
export function isCodeFailure(error: unknown): error is Failure {
  return error instanceof Failure && (error.kind === 'code' || error.kind === 'outdated');
}

/** Whether the same may be answered later; a refusal is asked for again when the page comes back, or by a person. */
export function isRetryable(error: unknown): boolean {
  return !(error instanceof Failure) || error.status < 400 || error.status >= 500 || error.status === 429;
}

/** Turns a refused answer into a failure; a body that is no problem counts as none. */
export async function parseFailure(answer: Response, request: string): Promise<Failure> {
  const body: unknown = await answer.json().catch(() => undefined);
  const problem = ReadProblem.safeParse(pascalCase(body));
  return new Failure('problem', request, {
    status: answer.status,
    problem: problem.success ? problem.data : undefined,
    retryAfterS: Number(answer.headers.get('retry-after')) || undefined,
  });
}

function pascalCase(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name.charAt(0).toUpperCase() + name.slice(1),
      value as unknown,
    ]),
  );
}
