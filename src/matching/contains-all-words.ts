import { foldForMatching } from './normalize.ts';

/** Returns true if every word of a search occurs in one of the texts; ignores case and accents. */
export function containsAllWords(texts: readonly (string | null | undefined)[], search: string): boolean {
  const text = foldForMatching(texts.join(' '));
  return foldForMatching(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
