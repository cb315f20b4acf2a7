import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Ask, reach } from './call.ts';
import { Failure } from './failure.ts';

/**
 * Calls an endpoint that answers with one JSON text a line, and gives each as it comes. `schema` tells lines apart by
 * their `kind`: those of a kind that it does not know are passed over.
 * @throws Failure, and nothing else but the abort of `signal`: also where the answer breaks off.
 */
export async function* streamLines<E extends Endpoint, Line>(
  endpoint: E,
  schema: z.ZodMiniType<Line>,
  ask: Ask<E>,
): AsyncGenerator<Line> {
  const silence = new SilenceLimit();
  try {
    const { answer, request } = await reach(endpoint, ask, silence.signal);
    for await (const text of linesOf(answer, request, { ...ask, silence })) {
      const line = readLine(schema, text, request);
      if (line !== undefined) yield line;
    }
  } finally {
    silence.end();
  }
}

/** So long without a byte, ms: the gateway makes up to four reads of 10 s, and waits up to 30 s before each. */
export const IDLE_TIMEOUT_MS = 180_000;

/** Aborts an answer that says nothing for `IDLE_TIMEOUT_MS`, however long it takes as a whole. */
class SilenceLimit {
  readonly #controller = new AbortController();
  #timer = this.#begin();

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  heard(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#begin();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #begin(): ReturnType<typeof setTimeout> {
    return setTimeout(
      () => this.#controller.abort(new DOMException('Silence', 'TimeoutError')),
      IDLE_TIMEOUT_MS,
    );
  }
}

async function* linesOf(
  { body }: Response,
  request: string,
  { signal, silence }: { signal?: AbortSignal; silence: SilenceLimit },
): AsyncGenerator<string> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let broken = false;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      silence.heard();
      const lines = (rest + read.value).split('\n');
      rest = lines.pop() ?? '';
      yield* lines.filter(Boolean);
    }
  } catch (cause) {
    broken = true;
    signal?.throwIfAborted();
    throw new Failure('network', request, { cause });
  } finally {
    // Whoever reads no further wants nothing more of it.
    if (!broken) await reader.cancel();
  }
  if (rest) yield rest;
}

function readLine<Line>(schema: z.ZodMiniType<Line>, text: string, request: string): Line | undefined {
  const { data, error } = schema.safeParse(parsed(text, request));
  if (!error) return data;
  const fields = error.issues.map(({ path }) => path.join('.') || '/');
  if (fields.every((field) => field === 'kind')) return undefined;
  throw new Failure('broken', request, { fields });
}

function parsed(text: string, request: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new Failure('broken', request, { fields: ['/'], cause });
  }
}
