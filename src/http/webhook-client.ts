import { Agent, request } from 'undici';
import { type NameLookup, createNameLookup } from './name-resolver.ts';
import { parseTimestamp } from '#signing/request.ts';
import type { Clock } from '#system/clock.ts';
import {
  type CallbackRules,
  PrivateAddressError,
  createCheckedLookup,
  isAllowedAddress,
  isForbiddenHost,
} from './callback-addresses.ts';

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Aborts the attempt. */
  signal: AbortSignal;
}

/** Response of a callback, without its body. */
export interface WebhookResponse {
  status: number;
  /** Unparsed `Retry-After` header. */
  retryAfter?: string | undefined;
}

export interface WebhookClient {
  /** Repeats a request once after 502. @throws Error when there is no response in time; PrivateAddressError */
  send(request: WebhookRequest): Promise<WebhookResponse>;
  close(): Promise<void>;
}

/** 15 s from the start until the response headers (decisions, Webhooks). */
export const RESPONSE_TIMEOUT_MS = 15_000;
const MAX_DISCARDED_BODY_BYTES = 16 * 1024;

/** HTTP client for callbacks that connects to allowed addresses only. */
export function createWebhookClient({
  clock,
  lookup = createNameLookup(),
  isAllowed,
  timeoutMs = RESPONSE_TIMEOUT_MS,
  ...rules
}: CallbackRules & {
  clock: Clock;
  lookup?: NameLookup | undefined;
  isAllowed?: (address: string) => boolean;
  timeoutMs?: number;
}): WebhookClient {
  const agent = new Agent({
    allowH2: false,
    connect: {
      timeout: timeoutMs,
      lookup: createCheckedLookup(lookup, isAllowed ?? ((address) => isAllowedAddress(address, rules))),
    },
  });
  return {
    async send({ url, headers, body, signal }) {
      // An IP address in the URL is connected to without a lookup.
      const { hostname } = new URL(url);
      if (isForbiddenHost(hostname, rules)) throw new PrivateAddressError(hostname);
      const signalWithTimeout = AbortSignal.any([signal, clock.timeout(timeoutMs)]);
      const post = async () => {
        const response = await request(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body,
          dispatcher: agent,
          signal: signalWithTimeout,
        });
        response.body.dump({ limit: MAX_DISCARDED_BODY_BYTES }).catch(() => {});
        return response;
      };
      let response = await post();
      // decided: 502 is repeated at once. A proxy answers it when the process behind it ends, and has others.
      if (response.statusCode === 502) response = await post();
      const retryAfter = [response.headers['retry-after']].flat()[0];
      return { status: response.statusCode, retryAfter };
    },
    close: () => agent.destroy(),
  };
}

/** Upper limit of `Retry-After`. */
const MAX_RETRY_AFTER_MS = 86_400_000;

/** Time of `Retry-After` in a 429 or 503, ms since 1970; undefined if there is none. */
// decided: `Retry-After` is honoured if it is later than the schedule, up to 24 h.
export function parseRetryAfter({ status, retryAfter }: WebhookResponse, now: number): number | undefined {
  if (retryAfter === undefined || (status !== 429 && status !== 503)) return undefined;
  const at = /^\s*\d+\s*$/.test(retryAfter) ? now + 1000 * Number(retryAfter) : parseTimestamp(retryAfter);
  return at === undefined ? undefined : Math.min(at, now + MAX_RETRY_AFTER_MS);
}

/** Returns the code by which a log of attempts names a failure of `send`. */
export function getFailureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return /^(?:TimeoutError|UND_ERR_\w+_TIMEOUT)$/.test(code) ? 'timeout' : code;
}
