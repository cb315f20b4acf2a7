import { containsAllWords } from '#matching/contains-all-words.ts';
import type { Entry } from './entries.ts';

export function filterEntries(entries: readonly Entry[], search: string): readonly Entry[] {
  return search.trim() === ''
    ? entries
    : entries.filter(({ name, codes, id }) => containsAllWords([name, ...codes, id], search));
}
