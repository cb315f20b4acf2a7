import { foldForMatching } from './normalize.ts';

// Other ways of reading a value, which count a little less than the value as it is written.

const LOOKALIKES = new Map([
  ['0', 'o'],
  ['1', 'i'],
  ['3', 'e'],
  ['5', 's'],
]);
/** A digit within a word, before it, or a round one at its end. `mazda3` ends with its model. */
const MISREAD_DIGIT = /(?<=[a-z])[0135](?=[a-z])|\b[0135](?=[a-z]{3})|(?<=[a-z]{3})[01]\b/g;

/**
 * @param vocabulary by folded word or words
 * @returns readings that differ from the value
 */
export function listReadings(text: string, vocabulary: ReadonlyMap<string, string>): string[] {
  const folded = foldForMatching(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const readings = [
    // `b m w 320`
    folded.replaceAll(/\b[a-z](?: [a-z]\b)+/g, (letters) => letters.replaceAll(' ', '')),
    // `alfaromeo147`
    folded.replace(/^([a-z]{2,})(\d+)/, '$1 $2'),
    folded.replaceAll(MISREAD_DIGIT, (digit) => LOOKALIKES.get(digit) ?? digit),
    ...translate(folded, vocabulary),
  ];
  return [...new Set(readings)].filter((reading) => reading !== folded);
}

/** Words of other languages, also in the order of Spanish: `dark blue` is `azul oscuro`. */
function translate(folded: string, vocabulary: ReadonlyMap<string, string>): string[] {
  const whole = vocabulary.get(folded);
  if (whole !== undefined) return [whole];
  const words = folded.split(' ');
  const translated = words.map((word) => vocabulary.get(word) ?? word);
  const isForeign = words.length === 2 && words.every((word) => vocabulary.has(word));
  return [translated, ...(isForeign ? [translated.toReversed()] : [])].map((reading) => reading.join(' '));
}
