import { foldForMatching } from '#matching/normalize.ts';

export function includesFolded(text: string, part: string): boolean {
  return foldForMatching(text).includes(foldForMatching(part.trim()));
}

export function equalsFolded(text: string, expected: string): boolean {
  return foldForMatching(text) === foldForMatching(expected.trim());
}
