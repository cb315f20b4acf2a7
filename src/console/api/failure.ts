import * as z from 'zod/mini';
import { type GatewayCode, ValidationProblem, gatewayCode } from '#contract/problem.ts';

/** Proxies in between may answer with less than a whole problem. */
const PartialProblem = z.partial(z.pick(ValidationProblem, { Type: true, Detail: true, Errors: true }));

/**
 * - `network`: no response reached the browser; `broken`: the response violates its schema, `fields` names the members.
 * - `problem`: an error response, with `code` when it is the gateway's own.
 * - `chunk`: code of the console did not load; `outdated`: because another version was deployed since.
 */
export class Failure extends Error {
  readonly kind: 'network' | 'broken' | 'problem' | 'chunk' | 'outdated';
  readonly status: number;
  readonly code: GatewayCode | undefined;
  readonly detail: string | undefined;
  readonly errors: Record<string, string[]>;
  readonly fields: string[];
  readonly retryAfterS: number | undefined;
  readonly request: string;
  /** Id of the request in the logs of the servers. */
  readonly requestId: string | undefined;

  constructor(
    kind: Failure['kind'],
    request: string,
    details: {
      status?: number;
      problem?: z.infer<typeof PartialProblem> | undefined;
      fields?: string[];
      retryAfterS?: number | undefined;
      requestId?: string | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(`${request}: ${kind} ${details.status ?? ''}`, { cause: details.cause });
    this.name = 'Failure';
    this.kind = kind;
    this.request = request;
    this.status = details.status ?? 0;
    this.code = details.problem?.Type ? gatewayCode(details.problem.Type) : undefined;
    this.detail = details.problem?.Detail;
    this.errors = details.problem?.Errors ?? {};
    this.fields = details.fields ?? [];
    this.retryAfterS = details.retryAfterS;
    this.requestId = details.requestId;
  }

  get isNotFound(): boolean {
    return this.status === 404 && this.code === undefined;
  }

  get isTimeout(): boolean {
    return this.cause instanceof DOMException && this.cause.name === 'TimeoutError';
  }

  get isUnauthenticated(): boolean {
    return this.status === 401 && this.code !== 'wrong-credentials' && this.code !== 'wrong-code';
  }
}

export function isChunkFailure(error: unknown): error is Failure {
  return error instanceof Failure && (error.kind === 'chunk' || error.kind === 'outdated');
}

export function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof Failure && error.status === 404)) throw error;
}

export function isRetryable(error: unknown): boolean {
  return !(error instanceof Failure) || error.status < 400 || error.status >= 500 || error.status === 429;
}

export async function parseFailure(response: Response, request: string): Promise<Failure> {
  const body: unknown = await response.json().catch(() => undefined);
  const problem = PartialProblem.safeParse(pascalCase(body));
  return new Failure('problem', request, {
    status: response.status,
    problem: problem.success ? problem.data : undefined,
    retryAfterS: Number(response.headers.get('retry-after')) || undefined,
    requestId: getRequestId(response),
  });
}

export function getRequestId({ headers }: Response): string | undefined {
  return headers.get('x-request-id') ?? undefined;
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
