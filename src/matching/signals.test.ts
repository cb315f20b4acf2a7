import { expect, it } from 'vitest';
import { listRuns } from './signals.ts';

it.each([
  [['volvo'], 3, []],
  [
    ['alfa', 'romeo', 'julia'],
    3,
    [
      [1, ['romeo', 'julia']],
      [2, ['alfaromeo*', 'romeojulia']],
    ],
  ],
  [['gran', 'siena', 'taxi'], 1, [[1, ['siena']]]],
  [['land', 'rover'], 3, [[1, ['rover']]]],
] as [string[], number, [number, string[]][]][])(
  'runs of the words %j, of %i at most: %j',
  (words, maxRun, expected) => {
    const runs = [...listRuns(words, maxRun, false)].map(([size, listed]) => [
      size,
      listed.map(({ letters: { letters }, isLead }) => letters + (isLead ? '*' : '')),
    ]);
    expect(runs).toEqual(expected);
  },
);

it('runs are of the first twelve words', () => {
  const words = Array.from({ length: 13 }, (_, index) => `palabra${'abcdefghijklm'[index]}`);
  expect(listRuns(words, 1, false).get(1)).toHaveLength(12);
  expect(listRuns(words, 99, false).size).toBe(12);
});

it('runs of words that may be foreign are of three letters or more', () => {
  const letters = listRuns(['doch', 'ram', 'x5'], 1, true)
    .get(1)
    ?.map((run) => run.letters.letters);
  expect(letters).toEqual(['doch', 'ram']);
});
