import { fold } from '#matching/normalize.ts';
import type { Entry } from './entries.ts';

/** Those in which every word stands somewhere in the name, the codes or the id; case and accents do not count. */
export function found(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter(({ name, codes, id }) => {
    const where = fold([name, ...codes, id].join(' '));
    return words.every((word) => where.includes(word));
  });
}
