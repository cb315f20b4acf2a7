import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordedCall } from '#console/api/recorded-calls.ts';
import { createRecordedCall } from '#testing/recorded-call.ts';
import { describeCall, filterCalls, isFailed, isSlow } from './call-details.ts';

const ORIGIN = 'https://vitrina.example';

const timing = (more = {}) => ({
  name: `${ORIGIN}/v3/marcas`,
  startTime: 500.2,
  duration: 40,
  transferSize: 700,
  encodedBodySize: 400,
  decodedBodySize: 2000,
  ...more,
});

const describeOne = (more: Partial<RecordedCall> = {}, timings = [timing()]) =>
  describeCall(createRecordedCall(more), timings, ORIGIN);

describe('the size of a call', () => {
  it.each([
    [{}, { transferred: 700, decoded: 2000, source: 'network' }],
    [{ transferSize: 300 }, { transferred: 300, decoded: 2000, source: 'validated' }],
    [
      { transferSize: 300, encodedBodySize: 0, decodedBodySize: 0 },
      { transferred: 300, decoded: 0, source: 'network' },
    ],
    [{ transferSize: 0 }, { transferred: 0, decoded: 2000, source: 'cache' }],
  ])('is that of its timing: %j', (more, size) => expect(describeOne({}, [timing(more)]).size).toEqual(size));

  it('is unknown without a timing of the same address, or after the call was sent', () => {
    expect(describeOne({}, []).size).toBeUndefined();
    expect(describeOne({ url: '/v3/colores' }).size).toBeUndefined();
    expect(describeOne({ startedAt: 502 }).size).toBeUndefined();
  });
});

it('the duration is that of the call, and for calls of the head script that of the browser', () => {
  expect(describeOne().ms).toBe(20);
  expect(describeOne({ startedAt: 0, ms: 900 }).ms).toBe(40);
  expect(describeOne({ startedAt: 0, ms: 900 }, []).ms).toBe(900);
});

it.each([
  [200, false, false],
  [304, false, false],
  [399, false, false],
  [400, false, true],
  [503, false, true],
  [0, false, true],
  [0, true, false],
])('status %i, aborted %s: failed %s', (status, isAborted, failed) =>
  expect(isFailed(createRecordedCall({ status, isAborted }))).toBe(failed),
);

it.each([
  [999, false],
  [1000, true],
])('%i ms is slow: %s', (ms, slow) => expect(isSlow({ ms })).toBe(slow));

it('no secret header is shown, in any spelling', () => {
  const name = fc.constantFrom(
    'set-cookie2',
    'Cookie',
    'AUTHORIZATION',
    'proxy-authorization',
    'X-CSRF-Token',
    'x-svc-nonce',
    'x-svc-signature',
    'webhook-signature',
    'x-api-key',
    'x-vitrina',
    'x-secret',
  );
  fc.assert(
    fc.property(fc.array(name), (names) => {
      const headers = new Headers({
        'cache-control': 'no-store',
        'content-type': 'text/json',
        'x-request-id': 'r1',
      });
      for (const secret of names) headers.set(secret, 'classified');
      const details = describeOne({ headers });
      expect(details.headers).toEqual([['cache-control', 'no-store']]);
      expect([details.mediaType, details.requestId]).toEqual(['text/json', 'r1']);
    }),
  );
});

describe('filters', () => {
  const calls = [
    createRecordedCall({ headers: new Headers({ 'x-request-id': 'abc-1' }) }),
    createRecordedCall({ method: 'PUT', status: 503, url: '/v3/agencias/ventas@ruta9.example' }),
    createRecordedCall({ ms: 1500, url: '/desk/inquiries?q=ana@mail.example' }),
  ].map((call) => describeCall(call, [], ORIGIN));
  const found = (filter: 'all' | 'failed' | 'slow', text = '') =>
    filterCalls(calls, { filter, text }).map((details) => calls.indexOf(details));

  it('find by state', () => {
    expect(found('all')).toEqual([0, 1, 2]);
    expect(found('failed')).toEqual([1]);
    expect(found('slow')).toEqual([2]);
  });

  it.each([
    ['MARCAS', [0]],
    ['put ruta9', [1]],
    ['503', [1]],
    ['abc-1', [0]],
    ['put abc-1', []],
    ['ana@mail', []],
    [' ', [0, 1, 2]],
  ])('find by text: %s', (text, expected) => expect(found('all', text)).toEqual(expected));

  it('both hold', () => expect(found('failed', 'marcas')).toEqual([]));
});
