import { fold } from '#matching/normalize.ts';

/** Whether a text contains the part, ignoring case and diacritics. */
export function includesFolded(text: string, part: string): boolean {
  return fold(text).includes(fold(part.trim()));
}

/** Whether two texts are equal, ignoring case and diacritics. */
export function equalsFolded(text: string, other: string): boolean {
  return fold(text) === fold(other.trim());
}
