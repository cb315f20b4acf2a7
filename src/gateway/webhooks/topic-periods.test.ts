import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listTopicPeriods } from './topic-periods.ts';

const HERE = 'https://consola.example/hooks/x';
const settings = (callback: string, active = true) =>
  JSON.stringify({ callback, active, description: null, headers: [] });

it('each change begins a period, and nothing is known before the first', () => {
  const changes = [
    { at: 100, settings: settings(HERE) },
    { at: 200, settings: settings(HERE, false) },
    { at: 300, settings: settings('https://otra.example/x') },
    { at: 400, settings: null },
    { at: 500, settings: settings(HERE) },
  ];
  expect(listTopicPeriods(changes, { receiverUrl: HERE, since: 50, until: 501 })).toEqual([
    { from: 50, to: 100, state: 'unknown' },
    { from: 100, to: 200, state: 'here' },
    { from: 200, to: 300, state: 'off' },
    { from: 300, to: 400, state: 'elsewhere' },
    { from: 400, to: 500, state: 'off' },
    { from: 500, to: 501, state: 'here' },
  ]);
  expect(listTopicPeriods(changes, { receiverUrl: HERE, since: 200, until: 300 })).toEqual([
    { from: 200, to: 300, state: 'off' },
  ]);
});

it('periods cover the time asked for, in order and without gaps', () => {
  const change = fc.record({
    at: fc.integer({ min: 0, max: 50 }),
    settings: fc.constantFrom(null, settings(HERE), settings(HERE, false), settings('https://b.example')),
  });
  const ordered = fc.array(change, { maxLength: 6 }).map((all) => all.toSorted((a, b) => a.at - b.at));
  const span = fc.tuple(fc.integer({ min: -5, max: 55 }), fc.integer({ min: 1, max: 60 }));
  fc.assert(
    fc.property(ordered, span, (changes, [since, length]) => {
      const periods = listTopicPeriods(changes, { receiverUrl: HERE, since, until: since + length });
      expect([periods[0]?.from, periods.at(-1)?.to]).toEqual([since, since + length]);
      for (const [index, { to }] of periods.slice(0, -1).entries()) expect(periods[index + 1]?.from).toBe(to);
    }),
  );
});
