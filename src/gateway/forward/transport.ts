import { Pool, errors } from 'undici';
import { type NameLookup, toLookupFunction } from '#http/name-resolver.ts';

export interface TransportRequest {
  method: string;
  /** Path and query exactly as sent. */
  path: string;
  headers: Record<string, string>;
  body?: Uint8Array | undefined;
  /** Aborts the request. */
  signal: AbortSignal;
}

/** A reply that was read to its end. */
export interface TransportReply {
  status: number;
  /** Header names are in lower case; of a repeated header only the first value counts. */
  headers: ReadonlyMap<string, string>;
  body: Uint8Array;
}

/** Sends requests to one server. A simulation hands in its own. */
export interface Transport {
  /** @throws BrokenReplyError when a reply began and is no use; another error when there was none */
  send(request: TransportRequest): Promise<TransportReply>;
  /** True if further requests should be refused: too many wait. */
  isBusy(): boolean;
  close(): Promise<void>;
}

/** A reply that is not HTTP, did not arrive whole, or is too large. */
export class BrokenReplyError extends Error {
  constructor(cause: unknown) {
    super('The reply cannot be used', { cause });
    this.name = 'BrokenReplyError';
  }
}

/** Replies are buffered. */
const MAX_REPLY_BYTES = 5 * 1024 * 1024;
const MAX_UPSTREAM_CONNECTIONS = 64;
/** Requests that wait for a connection; further requests are refused. */
const MAX_QUEUED_REQUESTS = 256;
const CONNECT_TIMEOUT_MS = 2000;

/** Connects to the server at an origin. */
export function createHttpTransport(origin: string, lookup: NameLookup): Transport {
  const pool = new Pool(origin, {
    connections: MAX_UPSTREAM_CONNECTIONS,
    connect: { timeout: CONNECT_TIMEOUT_MS, lookup: toLookupFunction(lookup) },
    maxResponseSize: MAX_REPLY_BYTES,
  });
  return {
    async send({ body: requestBody, ...request }) {
      let hasReply = false;
      try {
        const { statusCode, headers, body } = await pool.request({
          ...request,
          method: request.method,
          body: requestBody ?? null,
        });
        hasReply = true;
        return {
          status: statusCode,
          headers: new Map(Object.entries(headers).map(([name, value]) => [name, [value].flat()[0] ?? ''])),
          body: await body.bytes(),
        };
      } catch (error) {
        throw hasReply || error instanceof errors.HTTPParserError ? new BrokenReplyError(error) : error;
      }
    },
    isBusy: () => pool.stats.queued >= MAX_QUEUED_REQUESTS,
    close: () => pool.destroy(),
  };
}
