import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool, errors } from 'undici';
import type { Endpoint } from '#contract/endpoint.ts';
import { type MediaTypes, mediaTypes } from '#contract/media-types.ts';
import { PROBLEM_TYPE } from '#contract/problem.ts';
import { ProblemError } from '#http/problem-error.ts';
import { signRequest } from '#signing/request.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import { ExplainedRefusal, refusal } from '#gateway/problems.ts';
import { localAddress, localLinks } from './links.ts';

// 5 MiB: a reply is read whole.
const MAX_REPLY_BYTES = 5 * 1024 * 1024;

export interface UpstreamLimits {
  connectMs: number;
  /** From the call to the last byte of its reply. */
  answerMs: number;
}

const LIMITS: UpstreamLimits = { connectMs: 2000, answerMs: 10_000 };

const CONNECTIONS = 64;
/** Calls that wait for a connection; more than these are sent away. */
const MOST_WAITING = 256;

/** Waits before the tries after the first, ms: each is between half and the whole of it. */
const PAUSES = [200, 600];
// Tries again are a tenth of all calls in the long run, so that a service that comes back is not met by three times
// as many.
const MOST_SPARE = 20;
const SPARE_FOR_A_CALL = 0.1;

export interface UpstreamCall {
  endpoint: Pick<Endpoint, 'method' | 'success' | 'ref' | 'reply' | 'cached'>;
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
  /** `If-None-Match`: of endpoints that answer with an `ETag`. */
  known?: string | undefined;
}

/** A reply that can be passed on: read whole, checked, its own links turned into paths. */
export interface UpstreamReply {
  status: number;
  type: string | undefined;
  body: string | undefined;
  location: string | undefined;
  retryAfter: string | undefined;
  etag?: string | undefined;
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
  /** Tries again that may be made now. */
  #spare = MOST_SPARE;
  /** When the service last did what it was asked, milliseconds since 1970. */
  lastSuccessAt: number | null = null;

  constructor(config: GatewayConfig, now: () => number, limits: UpstreamLimits = LIMITS) {
    this.#config = config;
    this.#now = now;
    this.#limits = limits;
    this.#forms = mediaTypes(config.vendor);
    this.#pool = new Pool(config.upstreamUrl, {
      connections: CONNECTIONS,
      connect: { timeout: limits.connectMs },
      maxResponseSize: MAX_REPLY_BYTES,
    });
  }

  /**
   * Signs and sends one call; a read that did not arrive is sent again, each time signed anew. Statuses that the
   * service uses to refuse are replies too.
   * @throws ProblemError `upstream-…` when there is no reply that can be passed on, `busy` when too many wait for one
   */
  async call(call: UpstreamCall): Promise<UpstreamReply> {
    if (this.#pool.stats.queued >= MOST_WAITING) throw refusal('busy', { headers: { 'retry-after': '2' } });
    const time = AbortSignal.timeout(call.answerMs ?? this.#limits.answerMs);
    const end = call.signal ? AbortSignal.any([call.signal, time]) : time;
    this.#spare = Math.min(MOST_SPARE, this.#spare + SPARE_FOR_A_CALL);
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#try(call, { end, time });
      } catch (error) {
        const wait = PAUSES[tries];
        if (wait === undefined || !this.#mayTryAgain(call, error) || !(await paused(wait, end))) throw error;
      }
    }
  }

  /** Takes one of the tries that are to spare. */
  #mayTryAgain({ endpoint }: UpstreamCall, error: unknown): boolean {
    if (endpoint.method !== 'GET' || this.#spare < 1) return false;
    if (!(error instanceof ProblemError) || error.problem.Type !== '/problems/upstream-unreachable')
      return false;
    this.#spare -= 1;
    return true;
  }

  async #try(
    { endpoint, path, body: sent, choose, known }: UpstreamCall,
    { end, time }: { end: AbortSignal; time: AbortSignal },
  ): Promise<UpstreamReply> {
    const { method } = endpoint;
    const { credentials, prefix, upstreamUrl } = this.#config;
    const forms = endpoint.ref ? [...this.#forms.full, this.#forms.ref] : [...this.#forms.full];
    const signed = signRequest({ method, path, body: sent }, credentials, {
      prefix,
      now: this.#now(),
      nonce: randomUUID(),
    });
    let reached = false;
    try {
      const { statusCode, headers, body } = await this.#pool.request({
        method,
        path,
        headers: {
          ...signed,
          ...(sent && { 'content-type': 'application/json' }),
          ...(known && { 'if-none-match': known }),
          accept: choose?.(forms) ?? this.#forms.full[0],
        },
        body: sent ?? null,
        signal: end,
      });
      reached = true;
      const bytes = await body.arrayBuffer();
      const type = mediaTypeOf(headers['content-type']);
      const unchanged = statusCode === 304 && known !== undefined;
      if (statusCode === 401) throw refused(type, bytes);
      if (!unchanged)
        refuseStatus(statusCode, endpoint.success, { type, retryAfter: single(headers['retry-after']) });
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      // The service answers 404 without a body, and a success where the contract has none.
      const empty = text === '' && (unchanged || statusCode >= 400 || !endpoint.reply);
      if (!empty) refuseType(type, statusCode < 400 ? forms : [...forms, PROBLEM_TYPE]);
      if (unchanged || statusCode === endpoint.success) this.lastSuccessAt = this.#now();
      return {
        status: statusCode,
        type: empty ? undefined : type,
        body: empty ? undefined : localLinks(text, upstreamUrl),
        location: single(headers.location),
        retryAfter: single(headers['retry-after']),
        etag: endpoint.cached && statusCode < 400 ? single(headers.etag) : undefined,
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

function refuseStatus(
  status: number,
  success: number,
  { type, retryAfter }: { type: string | undefined; retryAfter: string | undefined },
): void {
  if (status === success || PASSED_REFUSALS.has(status)) return;
  // The service speaks in problems; what stands before a service that is down does not.
  const isProxy = type !== PROBLEM_TYPE && (status === 502 || status === 503 || status === 504);
  if (isProxy) throw refusal('upstream-unreachable');
  if (status >= 500)
    throw refusal('upstream-failed', retryAfter ? { headers: { 'retry-after': retryAfter } } : {});
  throw refusal('upstream-broken');
}

/** Which check of our credentials failed: the service says it in a problem, for those who can do something about it. */
function refused(type: string | undefined, bytes: ArrayBuffer): ProblemError {
  const reason = type === PROBLEM_TYPE ? reasonIn(new TextDecoder().decode(bytes)) : undefined;
  return reason === undefined
    ? refusal('upstream-refused')
    : new ExplainedRefusal(refusal('upstream-refused'), reason);
}

const LONGEST_REASON = 300;

function reasonIn(problem: string): string | undefined {
  try {
    return detailOf(problem)
      ?.replace(/[\p{Cc}\s]+/gu, ' ')
      .slice(0, LONGEST_REASON);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** false: nobody waits any longer. */
async function paused(ms: number, end: AbortSignal): Promise<boolean> {
  try {
    await pause(ms / 2 + Math.random() * (ms / 2), undefined, { signal: end });
    return true;
  } catch (error) {
    if (end.aborted) return false;
    throw error;
  }
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
  return Object.assign(refusal(code), { cause: nameOf(error) });
}

/** All of it that goes to the log: what it says may quote what was answered. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  return error.name + code;
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
