import { foldForMatching, normalizeWords } from './normalize.ts';

/** Key that is the same for values that differ in case, accents, punctuation and abbreviations only. */
export function toValueKey(value: string): string {
  return normalizeWords(value) || foldForMatching(value.trim());
}
