import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Failure } from './failure.ts';
import { IDLE_TIMEOUT_MS, streamLines } from './stream-lines.ts';

const LINES = endpoint({ method: 'GET', path: '/lines', reply: z.string(), success: 200, errors: [429] });
const Line = z.discriminatedUnion('kind', [z.object({ kind: z.literal('row'), text: z.string() })]);

/** Answers with these pieces of bytes; an error ends it before its time. */
function answer(...pieces: (Uint8Array | Error)[]) {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces.shift();
        if (!piece) controller.close();
        else if (piece instanceof Error) controller.error(piece);
        else controller.enqueue(piece);
      },
      cancel() {
        cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', async () => new Response(body));
  return { wasCancelled: () => cancelled };
}

const bytes = (text: string) => new TextEncoder().encode(text);
const read = async () => (await Array.fromAsync(streamLines(LINES, Line, {}))).map(({ text }) => text);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('an answer of lines', () => {
  it('is read wherever its pieces are cut', async () => {
    const all = bytes(
      '{"kind":"row","text":"ñ\\n€"}\n\n{"kind":"row","text":"b"}\n{"kind":"row","text":"c"}',
    );
    for (let at = 1; at < all.length; at++) {
      answer(all.slice(0, at), all.slice(at));
      expect(await read()).toEqual(['ñ\n€', 'b', 'c']);
    }
  });

  it('may have lines of kinds that are not known, and members besides', async () => {
    answer(bytes('{"kind":"new"}\n{"kind":"row","text":"a","more":1}\n'));
    expect(await read()).toEqual(['a']);
  });

  it('that breaks a known kind, or is no JSON, is a failure that says so', async () => {
    for (const [text, field] of [
      ['{"kind":"row","text":1}\n', 'text'],
      ['<html>\n', '/'],
    ] as const) {
      answer(bytes(text));
      await expect(read()).rejects.toMatchObject({ kind: 'broken', fields: [field] });
    }
  });

  it('that breaks off is a failure after what came', async () => {
    answer(bytes('{"kind":"row","text":"a"}\n{"kind"'), new TypeError('cut'));
    const lines = streamLines(LINES, Line, {});
    expect((await lines.next()).value).toMatchObject({ text: 'a' });
    await expect(lines.next()).rejects.toBeInstanceOf(Failure);
  });

  it('ends for the gateway when nobody reads on', async () => {
    const { wasCancelled } = answer(bytes('{"kind":"row","text":"a"}\n'), bytes('{"kind":"row"}\n'));
    for await (const { text } of streamLines(LINES, Line, {})) {
      expect(text).toBe('a');
      break;
    }
    await vi.waitFor(() => expect(wasCancelled()).toBe(true));
  });

  it('may take as long as it wants while bytes arrive, and is given up when none do', async () => {
    vi.useFakeTimers();
    const line = bytes('{"kind":"row","text":"a"}\n');
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    vi.stubGlobal('window', {});
    vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
      const body = new ReadableStream<Uint8Array>({ start: (begun) => void (controller = begun) });
      signal?.addEventListener('abort', () => controller?.error(signal.reason));
      return new Response(body);
    });
    const lines = streamLines(LINES, Line, {});
    for (let times = 0; times < 4; times++) {
      const next = lines.next();
      await vi.advanceTimersByTimeAsync(IDLE_TIMEOUT_MS - 1);
      controller?.enqueue(line);
      expect(await next).toMatchObject({ value: { text: 'a' } });
    }
    await Promise.all([
      expect(lines.next()).rejects.toMatchObject({ kind: 'network', isTimeout: true }),
      vi.advanceTimersByTimeAsync(IDLE_TIMEOUT_MS),
    ]);
  });
});
