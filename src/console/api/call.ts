import * as z from 'zod/mini';
import {
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type QueryValues,
  type ReplyOf,
  addressOf,
} from '#contract/endpoint.ts';
import type { DeskName } from '#contract/desk/desk.ts';
import { BACKGROUND_CALL, CONSOLE_HEADER, PERSON_CALL } from '#contract/desk/page.ts';
import { type Tolerant, tolerant } from '#contract/reading.ts';
import type { V3Name } from '#contract/v3.ts';
import { Failure, parseFailure, getRequestId } from './failure.ts';
import { NAVIGATION_START, recordCall } from './recorded-calls.ts';
import { TIMEOUT_MS } from './retry-with-backoff.ts';
import { sessionSignals } from './session-signals.ts';

// The page's content security policy forbids code made from text.
z.config({ jitless: true });

export type EndpointName = V3Name | DeskName;

export interface CallOptions<E> {
  params?: { [Name in keyof ParamsOf<E>]: string | number };
  query?: { [Name in keyof QueryOf<E>]?: QueryValues[string] };
  body?: BodyOf<E>;
  accept?: string;
  signal?: AbortSignal;
  isBackground?: boolean;
  keepalive?: boolean;
  /** Replaces the session: calls refused because the old one ended are sent again after it. */
  renewsSession?: boolean;
}

/** Replies of the gateway itself are exact; other deployments of the public interface may differ from its schemas. */
export type CallReply<E> = E extends { readonly table: 'desk' }
  ? ReplyOf<E>
  : E extends Endpoint
    ? Tolerant<E['reply']>
    : never;

export interface LazyEndpoint<E extends Endpoint> {
  name: EndpointName;
  load: () => Promise<E>;
}

export type Callable<E extends Endpoint> = (E & { readonly name: EndpointName }) | LazyEndpoint<E>;

const schemas = new WeakMap<Endpoint, z.ZodMiniType>();

/**
 * Parses the reply tolerantly, also that of a gateway: it may be newer than the page.
 * @throws Failure, and nothing else but the abort of `signal`
 */
export async function call<E extends Endpoint>(
  source: E | LazyEndpoint<E>,
  options: CallOptions<E> = {},
): Promise<CallReply<E>> {
  const endpoint = 'load' in source ? await source.load() : source;
  const { response, request } = await fetchResponse(endpoint, options, AbortSignal.timeout(TIMEOUT_MS));
  if (!endpoint.reply) return undefined as CallReply<E>;
  const body: unknown = await response.json().catch((cause: unknown) => {
    options.signal?.throwIfAborted();
    throw new Failure('network', request, { cause });
  });
  const { data, error } = replySchema(endpoint).safeParse(body);
  if (error)
    throw new Failure('broken', request, {
      fields: error.issues.map(({ path }) => path.join('.') || '/'),
      requestId: getRequestId(response),
    });
  return data as CallReply<E>;
}

/** The body is not read; `request` names it in failures. @throws Failure, and nothing else but the abort of `signal` */
export async function fetchResponse<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
  timeout: AbortSignal,
): Promise<{ response: Response; request: string }> {
  const url = addressOf(endpoint, options.params, options.query);
  const request = `${endpoint.method} ${url}`;
  const { generation } = sessionSignals;
  const attempt = async () => {
    const response = await send(endpoint, url, options, timeout);
    return { response, failure: response.ok ? undefined : await parseFailure(response, request) };
  };
  const first = attempt();
  if (options.renewsSession) sessionSignals.awaitRenewal(first);
  let { response, failure } = await first;
  if (failure?.isUnauthenticated && !options.renewsSession) await sessionSignals.renewal;
  // A new session may have begun since the call was sent, or while its refusal was being read.
  if (failure?.isUnauthenticated && sessionSignals.generation !== generation)
    ({ response, failure } = await attempt());
  if (!options.isBackground && response.status !== 401) sessionSignals.notify('activity');
  if (failure) throw failure;
  return { response, request };
}

async function send<E extends Endpoint>(
  endpoint: E,
  url: string,
  { body, accept = 'application/json', signal, isBackground = false, keepalive = false }: CallOptions<E>,
  timeout: AbortSignal,
): Promise<Response> {
  const { method } = endpoint;
  const early = takeEarlyAnswer(endpoint, url);
  const startedAt = early ? NAVIGATION_START : performance.now();
  let response: Response | undefined;
  try {
    response = await (early ??
      fetch(url, {
        method,
        headers: {
          [CONSOLE_HEADER]: isBackground ? BACKGROUND_CALL : PERSON_CALL,
          accept,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        keepalive,
      }));
    return response;
  } catch (cause) {
    signal?.throwIfAborted();
    throw new Failure('network', `${method} ${url}`, { cause });
  } finally {
    recordCall({
      method,
      url,
      startedAt,
      ms: performance.now() - startedAt,
      endedAt: Date.now(),
      status: response?.status ?? 0,
      isAborted: signal?.aborted === true,
      accept,
      hasBody: body !== undefined,
      headers: response?.headers,
    });
  }
}

/** Each response to a request of the head script (`boot.ts`) serves once. */
function takeEarlyAnswer(endpoint: Endpoint, url: string): Promise<Response> | undefined {
  if (endpoint.method !== 'GET') return undefined;
  const answer = window.earlyAnswers?.get(url);
  window.earlyAnswers?.delete(url);
  return answer;
}

function replySchema(endpoint: Endpoint): z.ZodMiniType {
  let schema = schemas.get(endpoint);
  if (!schema) {
    schema = tolerant<z.core.$ZodType>(endpoint.reply ?? z.unknown());
    schemas.set(endpoint, schema);
  }
  return schema;
}
