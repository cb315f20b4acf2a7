import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getTopicState, listTopicPeriods } from './topic-periods.ts';

it('each change begins a period, and nothing is known before the first', () => {
  const changes = [
    { at: 100, state: 'here' },
    { at: 200, state: 'off' },
    { at: 300, state: 'elsewhere' },
    { at: 400, state: 'off' },
    { at: 500, state: 'here' },
  ] as const;
  expect(listTopicPeriods(changes, { since: 50, until: 501 })).toEqual([
    { from: 50, to: 100, state: 'unknown' },
    { from: 100, to: 200, state: 'here' },
    { from: 200, to: 300, state: 'off' },
    { from: 300, to: 400, state: 'elsewhere' },
    { from: 400, to: 500, state: 'off' },
    { from: 500, to: 501, state: 'here' },
  ]);
  expect(listTopicPeriods(changes, { since: 200, until: 300 })).toEqual([
    { from: 200, to: 300, state: 'off' },
  ]);
});

it('periods cover the time asked for, in order and without gaps', () => {
  const change = fc.record({
    at: fc.integer({ min: 0, max: 50 }),
    state: fc.constantFrom('here' as const, 'off' as const, 'elsewhere' as const),
  });
  const ordered = fc.array(change, { maxLength: 6 }).map((all) => all.toSorted((a, b) => a.at - b.at));
  const span = fc.tuple(fc.integer({ min: -5, max: 55 }), fc.integer({ min: 1, max: 60 }));
  fc.assert(
    fc.property(ordered, span, (changes, [since, length]) => {
      const periods = listTopicPeriods(changes, { since, until: since + length });
      expect([periods[0]?.from, periods.at(-1)?.to]).toEqual([since, since + length]);
      for (const [index, { to }] of periods.slice(0, -1).entries()) expect(periods[index + 1]?.from).toBe(to);
    }),
  );
});

it.each([
  [undefined, 'off'],
  [null, 'off'],
  [{ active: false, callback: 'https://consola.example/hooks/x' }, 'off'],
  [{ active: true, callback: 'https://consola.example/hooks/x' }, 'here'],
  [{ active: true, callback: 'https://consola.example/hooks/X' }, 'elsewhere'],
])('the state of a topic with %o is %s', (settings, state) => {
  expect(getTopicState(settings, 'https://consola.example/hooks/x')).toBe(state);
});
