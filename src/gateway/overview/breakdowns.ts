import { fold } from '#contract/search.ts';

// Values that differ only in case and accents are one, as in facets.

type Counts = ReadonlyMap<string, number>;

/** Spelling by folded value: the most frequent one, of equally frequent ones the first by code units. */
export function chooseSpellings(counts: Counts): Map<string, string> {
  const spellings = new Map<string, string>();
  for (const [value, count] of counts) {
    const key = fold(value);
    const chosen = spellings.get(key);
    const chosenCount = chosen === undefined ? -1 : (counts.get(chosen) ?? 0);
    if (count > chosenCount || (count === chosenCount && value < (chosen ?? ''))) spellings.set(key, value);
  }
  return spellings;
}

/** Counts by chosen spelling. */
export function mergeSpellings(counts: Counts, spellings: ReadonlyMap<string, string>): Map<string, number> {
  const merged = new Map<string, number>();
  for (const [value, count] of counts) {
    const spelling = spellings.get(fold(value)) ?? value;
    merged.set(spelling, (merged.get(spelling) ?? 0) + count);
  }
  return merged;
}
