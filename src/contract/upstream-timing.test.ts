import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  MAX_LISTED_CALLS,
  type UpstreamTiming,
  formatUpstreamTiming,
  formatUpstreamTotal,
  parseUpstreamTimings,
} from './upstream-timing.ts';

const path = fc
  .array(fc.constantFrom('/', 'v3', '?', '=', '&', '%20', '"', '\\', ';', ',', '@', 'a'), { maxLength: 150 })
  .map((characters) => `/${characters.join('')}`);

const call = fc.record<UpstreamTiming>({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  path,
  status: fc.constantFrom(0, 200, 204, 304, 404, 503),
  ms: fc.nat(20_000),
  attempts: fc.integer({ min: 1, max: 3 }),
  form: fc.constantFrom('full', 'ref', null),
});

const formatHeader = (calls: readonly UpstreamTiming[], ms = 0): string =>
  [formatUpstreamTotal(calls.length, ms), ...calls.map(formatUpstreamTiming)].join(', ');

it('the header is parsed as it was formatted', () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 10 }), fc.nat(1000), (calls, ms) => {
      const timings = { count: calls.length, ms, calls };
      expect(parseUpstreamTimings(formatHeader(calls, ms))).toEqual(timings);
    }),
  );
});

it('cuts long paths, and fits into the header limit of proxies', () => {
  const one: UpstreamTiming = {
    method: 'PATCH',
    path: `/${'"'.repeat(5000)}`,
    status: 200,
    ms: 1,
    attempts: 3,
    form: 'full',
  };
  const text = formatHeader(Array.from({ length: MAX_LISTED_CALLS }, () => one));
  expect(parseUpstreamTimings(text)?.calls).toHaveLength(MAX_LISTED_CALLS);
  expect(text.length).toBeLessThan(6000);
});

it.each(['', 'cache;desc="hit"', 'upstream;dur=1;desc="GET 200 1 full /"', 'service'])(
  'undefined without the total: %s',
  (header) => expect(parseUpstreamTimings(header)).toBeUndefined(),
);

it('has only characters of a header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), call, (text, one) => {
      expect(formatUpstreamTiming({ ...one, path: text })).toMatch(/^[ -~]*$/);
    }),
  );
});
