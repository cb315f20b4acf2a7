import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MINUTE_MS } from '#contract/durations.ts';
import type { TopicPeriod } from '#gateway/webhooks/topic-periods.ts';
import { propertyRuns } from '#testing/property-runs.ts';
import { type Refusal, findCause, listCausePeriods } from './missed-causes.ts';

const HOUR = 60 * MINUTE_MS;
const here = (from: number, to: number): TopicPeriod => ({ from, to, state: 'here' });

it('each period of a topic that did not send here is a cause, and where it did nothing is known', () => {
  const periods: TopicPeriod[] = [
    { from: 0, to: HOUR, state: 'unknown' },
    here(HOUR, 2 * HOUR),
    { from: 2 * HOUR, to: 3 * HOUR, state: 'off' },
    { from: 3 * HOUR, to: 4 * HOUR, state: 'elsewhere' },
  ];
  const causes = listCausePeriods(periods, []);
  expect(causes).toEqual([
    { from: 0, to: 2 * HOUR, cause: 'unknown' },
    { from: 2 * HOUR, to: 3 * HOUR, cause: 'off' },
    { from: 3 * HOUR, to: 4 * HOUR, cause: 'elsewhere' },
  ]);
  const edges = [2 * HOUR - 1, 2 * HOUR, 3 * HOUR - 1, 3 * HOUR, 4 * HOUR - 1, 4 * HOUR];
  expect(edges.map((at) => findCause(causes, at))).toEqual([
    'unknown',
    'off',
    'off',
    'elsewhere',
    'elsewhere',
    'unknown',
  ]);
});

it('a refusal explains inquiries from ten minutes before it to a minute after it', () => {
  const at = 5 * HOUR;
  const causes = listCausePeriods([here(0, 10 * HOUR)], [{ at, reason: 'signature' }]);
  const edges = [at - 10 * MINUTE_MS - 1, at - 10 * MINUTE_MS, at + MINUTE_MS - 1, at + MINUTE_MS];
  expect(edges.map((edge) => findCause(causes, edge))).toEqual([
    'unknown',
    'signature',
    'signature',
    'unknown',
  ]);
});

it('a refusal says nothing of a time in which the topic was off', () => {
  const at = 5 * HOUR;
  const periods: TopicPeriod[] = [here(0, at), { from: at, to: 6 * HOUR, state: 'off' }];
  const causes = listCausePeriods(periods, [{ at, reason: 'age' }]);
  expect([at - 1, at].map((edge) => findCause(causes, edge))).toEqual(['age', 'off']);
});

it('the periods have no gaps, and the first refusal after an inquiry gives its cause', () => {
  const minute = fc.integer({ min: 0, max: 120 }).map((minutes) => minutes * MINUTE_MS);
  const refusals = fc.array(
    fc.record({ at: minute, reason: fc.constantFrom<Refusal['reason']>('signature', 'age', 'no-secret') }),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(refusals, minute, (refused, at) => {
      const causes = listCausePeriods([here(0, 121 * MINUTE_MS)], refused);
      expect(causes[0]?.from).toBe(0);
      expect(causes.at(-1)?.to).toBe(121 * MINUTE_MS);
      for (const [index, { to }] of causes.slice(0, -1).entries()) {
        expect(to).toBe(causes[index + 1]?.from);
        expect(causes[index]?.cause).not.toBe(causes[index + 1]?.cause);
      }
      const first = refused
        .filter((refusal) => at >= refusal.at - 10 * MINUTE_MS && at < refusal.at + MINUTE_MS)
        .toSorted((a, b) => a.at - b.at)[0];
      expect(findCause(causes, at)).toBe(first?.reason ?? 'unknown');
    }),
    { numRuns: propertyRuns(200, 5000) },
  );
});
