import * as z from 'zod/mini';
import { type BodyOf, type Endpoint, type QueryValues, addressOf } from '#contract/endpoint.ts';
import { BACKGROUND_CALL, CONSOLE_HEADER, PERSON_CALL } from '#contract/desk/page.ts';
import { type Tolerant, tolerant } from '#contract/reading.ts';
import { TIMEOUT_MS } from './retry-with-backoff.ts';
import { Failure, parseFailure } from './failure.ts';

// The page's content security policy forbids code made from text.
z.config({ jitless: true });

export interface Ask<E> {
  params?: Record<string, string | number>;
  query?: QueryValues;
  body?: BodyOf<E>;
  signal?: AbortSignal;
  /** The page asks, and not the person: it does not keep the session alive. */
  isBackground?: boolean;
  /** It is sent also when the page goes away. */
  keepalive?: boolean;
  /** It replaces the session: calls that are refused because the old one ended are sent again once it is done. */
  renewsSession?: boolean;
}

/** Called when an answer came to something that the person did while signed in. */
let onUse = () => {};
export function whenUsed(listener: () => void): void {
  onUse = listener;
}

/** How many sessions this page has had. */
let sessions = 1;
/** Says that somebody signed in over the page: what is still refused because the session before ended is sent again. */
export function markNewSession(): void {
  sessions += 1;
}

/** Settles when the last call that replaces the session is done. */
let renewal: Promise<unknown> = Promise.resolve();

const readers = new WeakMap<Endpoint, z.ZodMiniType>();

/**
 * Calls an endpoint of either contract table and reads the reply tolerantly; a reply that takes longer than
 * `TIMEOUT_MS` is given up.
 * @throws Failure, and nothing else but the abort of `signal`.
 */
export async function call<E extends Endpoint>(endpoint: E, ask: Ask<E> = {}): Promise<Tolerant<E['reply']>> {
  const { answer, request } = await reach(endpoint, ask, AbortSignal.timeout(TIMEOUT_MS));
  if (!endpoint.reply) return undefined as Tolerant<E['reply']>;
  const body: unknown = await answer.json().catch((cause: unknown) => {
    ask.signal?.throwIfAborted();
    throw new Failure('network', request, { cause });
  });
  const read = reader(endpoint).safeParse(body);
  if (!read.success)
    throw new Failure('broken', request, {
      fields: read.error.issues.map(({ path }) => path.join('.') || '/'),
    });
  return read.data as Tolerant<E['reply']>;
}

/**
 * The answer of an endpoint that did what it was asked, before its body is read; `request` names it in failures. `limit`
 * aborts an answer that takes too long.
 * @throws Failure, and nothing else but the abort of `signal`.
 */
export async function reach<E extends Endpoint>(
  endpoint: E,
  ask: Ask<E>,
  limit: AbortSignal,
): Promise<{ answer: Response; request: string }> {
  const url = addressOf(endpoint, ask.params, ask.query);
  const request = `${endpoint.method} ${url}`;
  const session = sessions;
  const attempt = async () => {
    const answer = await send(endpoint, url, ask, limit);
    return { answer, failure: answer.ok ? undefined : await parseFailure(answer, request) };
  };
  const first = attempt();
  if (ask.renewsSession) renewal = renewedBy(first);
  let { answer, failure } = await first;
  if (failure?.isUnauthenticated && !ask.renewsSession) await renewal;
  // A new session may have begun since the call was sent, or while its refusal was being read.
  if (failure?.isUnauthenticated && sessions !== session) ({ answer, failure } = await attempt());
  if (!ask.isBackground && answer.status !== 401) onUse();
  if (failure) throw failure;
  return { answer, request };
}

/** Begins a new session once `attempt` was not refused. */
async function renewedBy(attempt: Promise<{ failure: Failure | undefined }>): Promise<void> {
  const settled = await attempt.catch(() => undefined);
  if (settled && !settled.failure) markNewSession();
}

async function send<E extends Endpoint>(
  endpoint: E,
  url: string,
  { body, signal, isBackground = false, keepalive = false }: Ask<E>,
  limit: AbortSignal,
): Promise<Response> {
  try {
    return await (takeEarly(endpoint, url) ??
      fetch(url, {
        method: endpoint.method,
        headers: {
          [CONSOLE_HEADER]: isBackground ? BACKGROUND_CALL : PERSON_CALL,
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        keepalive,
      }));
  } catch (cause) {
    signal?.throwIfAborted();
    throw new Failure('network', `${endpoint.method} ${url}`, { cause });
  }
}

/** The answer that the head script asked for; each serves once. */
function takeEarly(endpoint: Endpoint, url: string): Promise<Response> | undefined {
  if (endpoint.method !== 'GET') return undefined;
  const answer = window.earlyAnswers?.get(url);
  window.earlyAnswers?.delete(url);
  return answer;
}

function reader(endpoint: Endpoint): z.ZodMiniType {
  let schema = readers.get(endpoint);
  if (!schema) {
    schema = tolerant<z.core.$ZodType>(endpoint.reply ?? z.unknown());
    readers.set(endpoint, schema);
  }
  return schema;
}
