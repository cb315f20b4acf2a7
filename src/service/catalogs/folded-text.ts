import { fold } from '#matching/normalize.ts';

export function includesFolded(text: string, part: string): boolean {
  return fold(text).includes(fold(part.trim()));
}

export function equalsFolded(text: string, other: string): boolean {
  return fold(text) === fold(other.trim());
}
