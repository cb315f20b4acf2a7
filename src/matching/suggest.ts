import { foldForMatching } from './normalize.ts';

const WORD_SEPARATORS = /[^\p{L}\p{N}+−-]+/u;

/**
 * Filters and ranks options by a search text: exact match, prefix, prefix of a word, substring, all words contained.
 * Stable; an empty text returns all options.
 */
export function suggest<Option>(
  options: readonly Option[],
  query: string,
  getTexts: (option: Option) => readonly string[],
): Option[] {
  if (query.trim() === '') return [...options];
  return options
    .map((option) => ({ option, rank: rankMatch(getTexts(option), query) }))
    .filter(({ rank }) => Number.isFinite(rank))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}

/** Rank of the best of several texts as in `suggest`, 0 to 4; Infinity: none matches. */
export function rankMatch(texts: readonly string[], query: string): number {
  const part = foldForMatching(query.trim());
  return Math.min(...texts.map((text) => rankText(foldForMatching(text), part)));
}

function rankText(text: string, part: string): number {
  if (text === part) return 0;
  if (text.startsWith(part)) return 1;
  for (let at = text.indexOf(part); at > -1; at = text.indexOf(part, at + 1))
    if (!/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return 2;
  if (text.includes(part)) return 3;
  const words = part.split(WORD_SEPARATORS).filter(Boolean);
  return words.length > 0 && words.every((word) => text.includes(word)) ? 4 : Infinity;
}
