import { type Endpoint, addressOf } from '#contract/endpoint.ts';
import { type MediaTypes, mediaTypes } from '#contract/media-types.ts';
import { PROBLEM_TYPE } from '#contract/problem.ts';
import { MAX_LISTED_CALLS, type UpstreamTiming, formatUpstreamTiming } from '#contract/upstream-timing.ts';
import type { DriftCollector } from '#gateway/drift/drift-collector.ts';
import { type NameLookup, createNameLookup } from '#http/name-resolver.ts';
import { ProblemError } from '#http/problem-error.ts';
import { REQUEST_ID_HEADER, getRequestContext } from '#http/request-context.ts';
import { signRequest } from '#signing/request.ts';
import type { Clock } from '#system/clock.ts';
import type { Random } from '#system/random.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import { createProblem } from '#gateway/problems.ts';
import { rewriteLinks, toLocalPath } from './local-links.ts';
import { type Transport, createHttpTransport } from './transport.ts';
import {
  assertForwardableStatus,
  assertMediaType,
  parseDetail,
  parseMediaType,
  toCredentialsProblem,
  toUpstreamProblem,
} from './upstream-problems.ts';

export interface UpstreamTimeouts {
  /** Limit from the call to the last byte of its reply, ms. */
  answerMs: number;
  /** Delays before retries, ms; jittered down to half of it. */
  retryDelaysMs: readonly number[];
}

const DEFAULT_TIMEOUTS: UpstreamTimeouts = { answerMs: 10_000, retryDelaysMs: [200, 600] };

// Retry budget: retries are at most 10 % of calls in the long run, so that they do not triple the load on a recovering
// service.
const MAX_RETRY_BUDGET = 20;
const RETRY_BUDGET_PER_CALL = 0.1;

export interface UpstreamCall {
  endpoint: Pick<Endpoint, 'method' | 'path' | 'success' | 'ref' | 'reply' | 'cached'>;
  /** Path and query exactly as sent. */
  path: string;
  /** JSON bytes, sent unchanged. */
  body?: Uint8Array | undefined;
  /** Chooses a media type; undefined: none is acceptable, the first is requested. */
  negotiate?: (accepted: string[]) => string | undefined;
  /** Aborts the call. */
  signal?: AbortSignal | undefined;
  /** Overrides the time-out of the reply, ms. */
  answerMs?: number;
  /** Sent to endpoints that reply with an `ETag`. */
  ifNoneMatch?: string | undefined;
}

/** A complete and checked reply, its links to the upstream turned into local paths. */
export interface UpstreamReply {
  status: number;
  type: string | undefined;
  body: string | undefined;
  location: string | undefined;
  retryAfter: string | undefined;
  etag?: string | undefined;
  /** Value of the `Date` header. */
  date?: string | undefined;
}

/** A reply that was not checked. */
export interface ProbeResult {
  status: number;
  /** Value of the `Date` header. */
  date: string | undefined;
  etag: string | undefined;
  /** `Detail` of a problem body. */
  detail: string | undefined;
  sentAt: number;
  latencyMs: number;
}

/** The limits of a call, and what is measured of it. */
interface Attempt {
  signal: AbortSignal;
  timeoutSignal: AbortSignal;
  timing: UpstreamTiming;
}

export type UpstreamConfig = Pick<GatewayConfig, 'upstreamUrl' | 'credentials' | 'vendor' | 'prefix'>;

/** Calls an endpoint by its parameters. @throws ProblemError as `Upstream.call` */
export const callEndpoint = (
  upstream: Pick<Upstream, 'call'>,
  endpoint: Endpoint,
  params?: Record<string, string>,
  options?: Omit<UpstreamCall, 'endpoint' | 'path'>,
): Promise<UpstreamReply> => upstream.call({ endpoint, path: addressOf(endpoint, params), ...options });

/** Opens the client of the service for a process without a server. */
export const openUpstream = (
  config: UpstreamConfig,
  { lookup = createNameLookup(), ...seams }: { clock: Clock; random: Random; lookup?: NameLookup },
): Upstream => new Upstream(config, { ...seams, transport: createHttpTransport(config.upstreamUrl, lookup) });

/** Client of the service that calls are forwarded to. */
export class Upstream {
  readonly #config: UpstreamConfig;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #timeouts: UpstreamTimeouts;
  readonly #mediaTypes: MediaTypes;
  readonly #transport: Transport;
  readonly #drift: DriftCollector | undefined;
  readonly #isHeld: (() => Promise<boolean>) | undefined;
  /** Retries available now. */
  #retryBudget = MAX_RETRY_BUDGET;
  /** Time of the last successful reply, ms since 1970. */
  lastSuccessAt: number | null = null;

  constructor(
    config: UpstreamConfig,
    {
      clock,
      random,
      transport,
      drift,
      isHeld,
    }: {
      clock: Clock;
      random: Random;
      transport: Transport;
      drift?: DriftCollector;
      /** Refuses writes: these would change the service that another installation uses. */
      isHeld?: (() => Promise<boolean>) | undefined;
    },
    timeouts: Partial<UpstreamTimeouts> = {},
  ) {
    this.#config = config;
    this.#clock = clock;
    this.#random = random;
    this.#transport = transport;
    this.#drift = drift;
    this.#isHeld = isHeld;
    this.#timeouts = { ...DEFAULT_TIMEOUTS, ...timeouts };
    this.#mediaTypes = mediaTypes(config.vendor);
  }

  /**
   * Signs and sends a call. Reads are retried when the service is unreachable, each time with a new signature.
   * Statuses that `assertForwardableStatus` lets pass are replies, not errors.
   * @throws ProblemError `upstream-…` without a reply that can be forwarded, `busy` when too many calls are queued, `held` for writes of a copy
   */
  async call(call: UpstreamCall): Promise<UpstreamReply> {
    if (this.#transport.isBusy()) throw createProblem('busy', { headers: { 'retry-after': '2' } });
    if (call.endpoint.method !== 'GET' && (await this.#isHeld?.())) throw createProblem('held');
    const timeoutSignal = this.#clock.timeout(call.answerMs ?? this.#timeouts.answerMs);
    const signal = call.signal ? AbortSignal.any([call.signal, timeoutSignal]) : timeoutSignal;
    this.#retryBudget = Math.min(MAX_RETRY_BUDGET, this.#retryBudget + RETRY_BUDGET_PER_CALL);
    const startedAt = this.#clock.monotonic();
    const { method } = call.endpoint;
    const timing: UpstreamTiming = { method, path: call.path, status: 0, ms: 0, attempts: 0, form: null };
    try {
      return await this.#sendWithRetries(call, { signal, timeoutSignal, timing });
    } finally {
      timing.ms = this.#clock.monotonic() - startedAt;
      const context = getRequestContext();
      if (context) {
        context.upstreamCalls += 1;
        context.upstreamMs += timing.ms;
        if (context.upstreamCalls <= MAX_LISTED_CALLS)
          context.upstreamTimings.push(formatUpstreamTiming(timing));
      }
    }
  }

  async #sendWithRetries(call: UpstreamCall, attempt: Attempt): Promise<UpstreamReply> {
    for (let retries = 0; ; retries += 1) {
      try {
        return await this.#send(call, attempt);
      } catch (error) {
        const delay = this.#timeouts.retryDelaysMs[retries];
        if (
          delay === undefined ||
          !this.#consumeRetry(call, error) ||
          !(await this.#waitForRetry(delay, attempt.signal))
        )
          throw error;
      }
    }
  }

  /** Consumes a retry of the budget if the call may be retried. */
  #consumeRetry({ endpoint }: UpstreamCall, error: unknown): boolean {
    if (endpoint.method !== 'GET' || this.#retryBudget < 1) return false;
    if (!(error instanceof ProblemError) || error.problem.Type !== '/problems/upstream-unreachable')
      return false;
    this.#retryBudget -= 1;
    return true;
  }

  async #send(
    { endpoint, path, body: requestBody, negotiate, ifNoneMatch }: UpstreamCall,
    { signal, timeoutSignal, timing }: Attempt,
  ): Promise<UpstreamReply> {
    const { method } = endpoint;
    timing.attempts += 1;
    const { credentials, prefix, upstreamUrl } = this.#config;
    const accepted = endpoint.ref
      ? [...this.#mediaTypes.full, this.#mediaTypes.ref]
      : [...this.#mediaTypes.full];
    const signed = signRequest({ method, path, body: requestBody }, credentials, {
      prefix,
      now: this.#clock.now(),
      nonce: this.#random.uuid(),
    });
    const requestId = getRequestContext()?.id;
    let hasResponse = false;
    try {
      const { status, headers, body } = await this.#transport.send({
        method,
        path,
        headers: {
          ...signed,
          ...(requestId !== undefined && { [REQUEST_ID_HEADER]: requestId }),
          ...(requestBody && { 'content-type': 'application/json' }),
          ...(ifNoneMatch && { 'if-none-match': ifNoneMatch }),
          accept: negotiate?.(accepted) ?? this.#mediaTypes.full[0],
        },
        body: requestBody,
        signal,
      });
      hasResponse = true;
      timing.status = status;
      const type = parseMediaType(headers.get('content-type'));
      if (body.length > 0) timing.form = type === this.#mediaTypes.ref ? 'ref' : 'full';
      const retryAfter = headers.get('retry-after');
      const isNotModified = status === 304 && ifNoneMatch !== undefined;
      if (status === 401) throw toCredentialsProblem(type, body);
      if (!isNotModified) assertForwardableStatus(status, endpoint.success, { type, retryAfter });
      const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
      // 404 has no body, nor has a success without a reply in the contract.
      const isEmpty = text === '' && (isNotModified || status >= 400 || !endpoint.reply);
      if (!isEmpty) assertMediaType(type, status < 400 ? accepted : [...accepted, PROBLEM_TYPE]);
      if (isNotModified || status === endpoint.success) this.lastSuccessAt = this.#clock.now();
      const reply = isEmpty ? undefined : rewriteLinks(text, upstreamUrl);
      if (reply && status === endpoint.success)
        this.#drift?.compareReply(endpoint, reply.value, { isRef: type === this.#mediaTypes.ref });
      return {
        status,
        type: isEmpty ? undefined : type,
        body: reply?.text,
        location: headers.get('location'),
        retryAfter,
        date: headers.get('date'),
        etag: endpoint.cached && status < 400 ? headers.get('etag') : undefined,
      };
    } catch (error) {
      throw toUpstreamProblem(error, { hasResponse, isTimeout: timeoutSignal.aborted });
    }
  }

  /**
   * Sends one GET without retries, to measure the state of the service.
   * @throws ProblemError `upstream-…` when there is no reply
   */
  async probe(path: string, etag: string | undefined): Promise<ProbeResult> {
    const { credentials, prefix } = this.#config;
    const sentAt = this.#clock.now();
    const signed = signRequest({ method: 'GET', path }, credentials, {
      prefix,
      now: sentAt,
      nonce: this.#random.uuid(),
    });
    const timeoutSignal = this.#clock.timeout(this.#timeouts.answerMs);
    const startedAt = this.#clock.monotonic();
    let hasResponse = false;
    try {
      const { status, headers, body } = await this.#transport.send({
        method: 'GET',
        path,
        headers: { ...signed, accept: this.#mediaTypes.full[0], ...(etag && { 'if-none-match': etag }) },
        signal: timeoutSignal,
      });
      hasResponse = true;
      if (status === 200 || status === 304) this.lastSuccessAt = this.#clock.now();
      return {
        status,
        date: headers.get('date'),
        etag: headers.get('etag'),
        detail:
          parseMediaType(headers.get('content-type')) === PROBLEM_TYPE
            ? parseDetail(new TextDecoder().decode(body))
            : undefined,
        sentAt,
        latencyMs: this.#clock.monotonic() - startedAt,
      };
    } catch (error) {
      throw toUpstreamProblem(error, { hasResponse, isTimeout: timeoutSignal.aborted });
    }
  }

  /** Turns a URL of the service's origin into a local path; leaves any other unchanged. */
  toLocalPath(url: string | undefined): string | undefined {
    return url && toLocalPath(url, this.#config.upstreamUrl);
  }

  /** Waits with jitter; false: aborted. */
  async #waitForRetry(ms: number, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#clock.sleep(ms / 2 + this.#random.fraction() * (ms / 2), signal);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#transport.close();
  }
}
