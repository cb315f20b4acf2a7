import { fold } from './normalise.ts';

const SEPARATORS = /[^\p{L}\p{N}+−-]+/u;

/**
 * The options that a typed text may mean, best first: the whole text, its beginning, the beginning of a word, any part,
 * and last those that have all of its words somewhere. Equals keep their order; nothing typed leaves all of them.
 */
export function suggest<Option>(
  options: readonly Option[],
  typed: string,
  textsOf: (option: Option) => readonly string[],
): Option[] {
  const part = fold(typed.trim());
  if (part === '') return [...options];
  return options
    .map((option) => ({ option, rank: Math.min(...textsOf(option).map((text) => rankOf(fold(text), part))) }))
    .filter(({ rank }) => Number.isFinite(rank))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}

function rankOf(text: string, part: string): number {
  if (text === part) return 0;
  if (text.startsWith(part)) return 1;
  for (let at = text.indexOf(part); at > -1; at = text.indexOf(part, at + 1))
    if (!/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return 2;
  if (text.includes(part)) return 3;
  const words = part.split(SEPARATORS).filter(Boolean);
  return words.length > 0 && words.every((word) => text.includes(word)) ? 4 : Infinity;
}
