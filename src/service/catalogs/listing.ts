import { fold } from '#matching/normalise.ts';

/** Does a text contain the part anywhere, whatever the case and the accents? */
export function contains(text: string, part: string): boolean {
  return fold(text).includes(fold(part.trim()));
}

/** Is it the same text, whatever the case and the accents? */
export function equals(text: string, other: string): boolean {
  return fold(text) === fold(other.trim());
}
