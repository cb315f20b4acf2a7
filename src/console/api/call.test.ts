import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { call } from './call.ts';
import { TIMEOUT_MS } from './retry-with-backoff.ts';
import { sessionSignals } from './session-signals.ts';

const ENDPOINT = endpoint({ method: 'GET', path: '/thing', reply: z.string(), success: 200, errors: [] });

let limit: AbortController;
const timeout = vi.fn((_ms: number) => limit.signal);

beforeEach(() => {
  limit = new AbortController();
  vi.stubGlobal('window', {});
  timeout.mockClear();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(timeout);
});

const timeOut = () => limit.abort(new DOMException('', 'TimeoutError'));

const never = ({ signal }: RequestInit) =>
  new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });

describe('a call', () => {
  it('is given up after 20 s without an answer, and the failure says so', async () => {
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => never(init));
    const answered = call(ENDPOINT);
    expect(timeout.mock.calls).toEqual([[TIMEOUT_MS]]);
    timeOut();
    await expect(answered).rejects.toMatchObject({ name: 'Failure', kind: 'network', isTimeout: true });
  });

  it('is given up where its answer stops midway', async () => {
    const body = (init: RequestInit) =>
      new ReadableStream({
        start: (controller) => void never(init).catch((error) => controller.error(error)),
      });
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => new Response(body(init)));
    const answered = call(ENDPOINT, { signal: new AbortController().signal });
    timeOut();
    await expect(answered).rejects.toMatchObject({ kind: 'network', isTimeout: true });
  });

  it('rejects with the abort, not with a failure, where the caller aborts it', async () => {
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => never(init));
    const caller = new AbortController();
    const answered = call(ENDPOINT, { signal: caller.signal });
    caller.abort();
    await expect(answered).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('does not report a timeout where it fails for another reason', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(call(ENDPOINT)).rejects.toMatchObject({ kind: 'network', isTimeout: false });
  });

  const startsWhileRead = () =>
    new ReadableStream(
      {
        pull(controller) {
          sessionSignals.generation++;
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );

  it.each([
    ['meanwhile', () => (sessionSignals.generation++, '{}')],
    ['while its refusal was read', startsWhileRead],
  ])('is sent again after its session ended, when another began %s', async (_, body) => {
    const fetched = vi.fn(async () => Response.json('there'));
    fetched.mockImplementationOnce(async () => new Response(body(), { status: 401 }));
    vi.stubGlobal('fetch', fetched);
    await expect(call(ENDPOINT)).resolves.toBe('there');
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('is sent again when another call renews the session while it is refused', async () => {
    const renewed = Promise.withResolvers<Response>();
    const fetched = vi.fn(async () => Response.json('there'));
    fetched.mockImplementationOnce(() => renewed.promise);
    fetched.mockImplementationOnce(async () => new Response('{}', { status: 401 }));
    vi.stubGlobal('fetch', fetched);
    const renewing = call(ENDPOINT, { renewsSession: true });
    const answered = call(ENDPOINT);
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
    renewed.resolve(Response.json('renewed'));
    await expect(renewing).resolves.toBe('renewed');
    await expect(answered).resolves.toBe('there');
  });

  it('is refused where the session ended before it was renewed', async () => {
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 401 }));
    const calls = [call(ENDPOINT, { renewsSession: true }), call(ENDPOINT)];
    for (const one of calls) await expect(one).rejects.toMatchObject({ isUnauthenticated: true });
  });

  it('is sent once where the current session refuses it', async () => {
    const fetched = vi.fn(async () => new Response('{}', { status: 401 }));
    vi.stubGlobal('fetch', fetched);
    await expect(call(ENDPOINT)).rejects.toMatchObject({ isUnauthenticated: true });
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
