import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { type CallOptions, fetchResponse } from './call.ts';
import { Failure } from './failure.ts';

/** The gateway makes up to four reads of 10 s, and waits up to 30 s before each. */
export const IDLE_TIMEOUT_MS = 180_000;

/** Yields NDJSON lines; skips a `kind` unknown to `schema`. @throws Failure, also when the stream breaks off */
export async function* streamLines<E extends Endpoint, Line>(
  endpoint: E,
  schema: z.ZodMiniType<Line>,
  options: CallOptions<E>,
): AsyncGenerator<Line> {
  const timeout = new IdleTimeout();
  try {
    const { response, request } = await fetchResponse(endpoint, options, timeout.signal);
    for await (const text of readLines(response, request, timeout, options.signal)) {
      const line = parseLine(schema, text, request);
      if (line !== undefined) yield line;
    }
  } finally {
    timeout.clear();
  }
}

class IdleTimeout {
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;
  #timer = this.#start();

  restart(): void {
    this.clear();
    this.#timer = this.#start();
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  #start(): ReturnType<typeof setTimeout> {
    return setTimeout(
      () => this.#controller.abort(new DOMException('Idle', 'TimeoutError')),
      IDLE_TIMEOUT_MS,
    );
  }
}

async function* readLines(
  { body }: Response,
  request: string,
  timeout: IdleTimeout,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let isBroken = false;
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      timeout.restart();
      const lines = (rest + chunk.value).split('\n');
      rest = lines.pop() ?? '';
      yield* lines.filter(Boolean);
    }
  } catch (cause) {
    isBroken = true;
    signal?.throwIfAborted();
    throw new Failure('network', request, { cause });
  } finally {
    // Ends the request when the consumer stops early.
    if (!isBroken) await reader.cancel();
  }
  if (rest) yield rest;
}

function parseLine<Line>(schema: z.ZodMiniType<Line>, text: string, request: string): Line | undefined {
  const { data, error } = schema.safeParse(parseJson(text, request));
  if (!error) return data;
  const fields = error.issues.map(({ path }) => path.join('.') || '/');
  if (fields.every((field) => field === 'kind')) return undefined;
  throw new Failure('broken', request, { fields });
}

function parseJson(text: string, request: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new Failure('broken', request, { fields: ['/'], cause });
  }
}
