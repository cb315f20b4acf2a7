import { randomUUID } from 'node:crypto';
import { Pool, errors } from 'undici';
import type { Endpoint } from '#contract/endpoint.ts';
import { type MediaTypes, mediaTypes } from '#contract/media-types.ts';
import { PROBLEM_TYPE } from '#contract/problem.ts';
import { ProblemError } from '#http/problem.ts';
import { signRequest } from '#signing/request.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import { refusal } from '#gateway/problems.ts';
import { localAddress, localLinks } from './links.ts';

// 5 MiB: a reply is read whole.
const MAX_REPLY_BYTES = 5 * 1024 * 1024;

export interface UpstreamLimits {
  connectMs: number;
  /** From the call to the last byte of its reply. */
  answerMs: number;
}

const LIMITS: UpstreamLimits = { connectMs: 2000, answerMs: 10_000 };

export interface UpstreamCall {
  endpoint: Pick<Endpoint, 'method' | 'success' | 'ref' | 'reply'>;
  /** Path and query exactly as they go over the wire. */
  path: string;
  /** JSON, as it came. */
  body?: Uint8Array | undefined;
  /** Chooses one of the forms offered; undefined: none of them is wanted, the first is sent. */
  choose?: (forms: string[]) => string | undefined;
  /** Nobody waits for the reply any more. */
  signal?: AbortSignal;
  /** Less than the usual time for the answer, in milliseconds. */
  answerMs?: number;
}

/** A reply that can be passed on: read whole, checked, its own links turned into paths. */
export interface UpstreamReply {
  status: number;
  type: string | undefined;
  body: string | undefined;
  location: string | undefined;
  retryAfter: string | undefined;
}

/** One answer as it came, judged by nobody. */
export interface Probe {
  status: number;
  /** `Date` and `ETag` of the answer. */
  date: string | undefined;
  etag: string | undefined;
  /** What a problem says. */
  detail: string | undefined;
  sentAt: number;
  latencyMs: number;
}

/** The service that calls are forwarded to. */
export class Upstream {
  readonly #config: GatewayConfig;
  readonly #now: () => number;
  readonly #limits: UpstreamLimits;
  readonly #forms: MediaTypes;
  readonly #pool: Pool;
  /** When the service last did what it was asked, milliseconds since 1970. */
  lastSuccessAt: number | null = null;

  constructor(config: GatewayConfig, now: () => number, limits: UpstreamLimits = LIMITS) {
    this.#config = config;
    this.#now = now;
    this.#limits = limits;
    this.#forms = mediaTypes(config.vendor);
    this.#pool = new Pool(config.upstreamUrl, {
      connections: 64,
      connect: { timeout: limits.connectMs },
      maxResponseSize: MAX_REPLY_BYTES,
    });
  }

  /**
   * Signs and sends one call. Statuses that the service uses to refuse are replies too.
   * @throws ProblemError `upstream-…` when there is no reply that can be passed on
   */
  async call({ endpoint, path, body: sent, choose, signal, answerMs }: UpstreamCall): Promise<UpstreamReply> {
    const { method } = endpoint;
    const { credentials, prefix, upstreamUrl } = this.#config;
    const forms = endpoint.ref ? [...this.#forms.full, this.#forms.ref] : [...this.#forms.full];
    const signed = signRequest({ method, path, body: sent }, credentials, {
      prefix,
      now: this.#now(),
      nonce: randomUUID(),
    });
    const time = AbortSignal.timeout(answerMs ?? this.#limits.answerMs);
    let reached = false;
    try {
      const { statusCode, headers, body } = await this.#pool.request({
        method,
        path,
        headers: {
          ...signed,
          ...(sent && { 'content-type': 'application/json' }),
          accept: choose?.(forms) ?? this.#forms.full[0],
        },
        body: sent ?? null,
        signal: signal ? AbortSignal.any([signal, time]) : time,
      });
      reached = true;
      const bytes = await body.arrayBuffer();
      refuseStatus(statusCode, endpoint.success);
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      const type = mediaTypeOf(headers['content-type']);
      // The service answers 404 without a body, and a success where the contract has none.
      const empty = text === '' && (statusCode >= 400 || !endpoint.reply);
      if (!empty) refuseType(type, statusCode < 400 ? forms : [...forms, PROBLEM_TYPE]);
      if (statusCode === endpoint.success) this.lastSuccessAt = this.#now();
      return {
        status: statusCode,
        type: empty ? undefined : type,
        body: empty ? undefined : localLinks(text, upstreamUrl),
        location: single(headers.location),
        retryAfter: single(headers['retry-after']),
      };
    } catch (error) {
      throw failure(error, { reached, timedOut: time.aborted });
    }
  }

  /**
   * Asks once, to learn how the service is and not what it says.
   * @throws ProblemError `upstream-…` when there is no answer
   */
  async probe(path: string, etag: string | undefined): Promise<Probe> {
    const { credentials, prefix } = this.#config;
    const sentAt = this.#now();
    const signed = signRequest({ method: 'GET', path }, credentials, {
      prefix,
      now: sentAt,
      nonce: randomUUID(),
    });
    const time = AbortSignal.timeout(this.#limits.answerMs);
    const started = performance.now();
    let reached = false;
    try {
      const { statusCode, headers, body } = await this.#pool.request({
        method: 'GET',
        path,
        headers: { ...signed, accept: this.#forms.full[0], ...(etag && { 'if-none-match': etag }) },
        signal: time,
      });
      reached = true;
      const text = await body.text();
      if (statusCode === 200 || statusCode === 304) this.lastSuccessAt = this.#now();
      return {
        status: statusCode,
        date: single(headers.date),
        etag: single(headers.etag),
        detail: mediaTypeOf(headers['content-type']) === PROBLEM_TYPE ? detailOf(text) : undefined,
        sentAt,
        latencyMs: performance.now() - started,
      };
    } catch (error) {
      throw failure(error, { reached, timedOut: time.aborted });
    }
  }

  /** An address of the service's own as a path; any other as it is. */
  local(address: string | undefined): string | undefined {
    return address && localAddress(address, this.#config.upstreamUrl);
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

const PASSED_REFUSALS = new Set([400, 403, 404, 409, 429]);

function refuseStatus(status: number, success: number): void {
  if (status === success || PASSED_REFUSALS.has(status)) return;
  if (status === 401) throw refusal('upstream-refused');
  // What stands before a service that is down answers one of these.
  if (status === 502 || status === 503 || status === 504) throw refusal('upstream-unreachable');
  throw refusal('upstream-broken');
}

function refuseType(type: string | undefined, expected: readonly string[]): void {
  if (!type || !expected.includes(type)) throw refusal('upstream-broken');
}

function failure(
  error: unknown,
  { reached, timedOut }: { reached: boolean; timedOut: boolean },
): ProblemError {
  if (error instanceof ProblemError) return error;
  const broken = reached || error instanceof errors.HTTPParserError;
  const code = timedOut ? 'upstream-timeout' : broken ? 'upstream-broken' : 'upstream-unreachable';
  return Object.assign(refusal(code), { cause: error });
}

/** @throws SyntaxError when it is not JSON */
function detailOf(problem: string): string | undefined {
  const { Detail } = JSON.parse(problem) as { Detail?: unknown };
  return typeof Detail === 'string' ? Detail : undefined;
}

function mediaTypeOf(header: string | string[] | undefined): string | undefined {
  return single(header)?.split(';', 1)[0]?.trim().toLowerCase();
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
