import { expect, it } from 'vitest';
import type { MatchCandidate } from '#contract/desk/matching.ts';
import { listAcceptable } from './candidates.ts';

const candidate = (name: string, score: number): MatchCandidate => ({
  entry: { id: name, name, link: '', region: null },
  score,
  reason: 'same',
});
const items = [
  { key: 'clear', candidates: [candidate('VW', 0.8), candidate('Ford', 0.7)] },
  { key: 'equal', candidates: [candidate('VW', 0.97), candidate('Ford', 0.97)] },
  { key: 'none', candidates: [] },
  { key: 'unknown' },
];

it('the best candidate is accepted from its score on, unless two are equally good', () => {
  const accept = (minScore: number) =>
    listAcceptable(items, minScore).map(({ item, entry }) => [item.key, entry.name]);
  expect(accept(0.8)).toEqual([['clear', 'VW']]);
  expect(accept(0.81)).toEqual([]);
});
