import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { createRecordedCall } from '#testing/recorded-call.ts';
import { call } from './call.ts';
import { recordCall, recordedCalls } from './recorded-calls.ts';

beforeEach(() => recordedCalls.set([]));

it('keeps the last hundred calls in their order', () => {
  fc.assert(
    fc.property(fc.nat(250), (count) => {
      recordedCalls.set([]);
      const urls = Array.from({ length: count }, (_, at) => `/${at}`);
      for (const url of urls) recordCall(createRecordedCall({ url }));
      expect(recordedCalls.get().map(({ url }) => url)).toEqual(urls.slice(-100));
    }),
  );
});

describe('a call', () => {
  const WRITE = endpoint({
    method: 'PUT',
    path: '/thing',
    body: z.string(),
    reply: z.string(),
    success: 200,
    errors: [],
  });
  const READ = endpoint({ method: 'GET', path: '/thing', reply: z.string(), success: 200, errors: [] });

  beforeEach(() => void vi.stubGlobal('window', {}));

  it('is recorded with its status and headers, and without its body', async () => {
    vi.stubGlobal('fetch', async () => Response.json('reply', { headers: { 'x-request-id': 'r1' } }));
    await call(WRITE, { body: 'sent' });
    const [record] = recordedCalls.get();
    expect(record).toMatchObject({
      method: 'PUT',
      url: '/thing',
      status: 200,
      hasBody: true,
      isAborted: false,
    });
    expect(record?.headers?.get('x-request-id')).toBe('r1');
    expect(JSON.stringify(record)).not.toMatch(/sent|reply/);
  });

  it('is recorded when it fails: refused, without a response, and aborted', async () => {
    vi.stubGlobal('fetch', async () => Response.json({}, { status: 503 }));
    await expect(call(READ)).rejects.toMatchObject({ kind: 'problem' });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(call(READ)).rejects.toMatchObject({ kind: 'network' });
    const aborted = AbortSignal.abort();
    await expect(call(READ, { signal: aborted })).rejects.toMatchObject({ name: 'AbortError' });
    expect(recordedCalls.get().map(({ status, isAborted }) => [status, isAborted])).toEqual([
      [503, false],
      [0, false],
      [0, true],
    ]);
  });

  it('is recorded from the navigation on when the head script sent it', async () => {
    const earlyAnswers = new Map([['/thing', Promise.resolve(Response.json('early'))]]);
    vi.stubGlobal('window', { earlyAnswers });
    expect(await call(READ)).toBe('early');
    expect(recordedCalls.get()).toMatchObject([{ startedAt: 0, status: 200 }]);
  });
});
