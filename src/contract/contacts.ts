// Finds phones and mails in free text, however they are written.

interface NormalizedText {
  text: string;
  /**
   * Offsets at which the character of each code unit of `text` begins and ends in the original; undefined:
   * the same offsets.
   */
  places: { starts: number[]; ends: number[] } | undefined;
}

/** Full-width and other compatible forms as plain ones, without characters that are not visible and marks. */
function normalizeWithPlaces(original: string): NormalizedText {
  if (/^\p{ASCII}*$/u.test(original)) return { text: original, places: undefined };
  const places = { starts: [] as number[], ends: [] as number[] };
  let [text, start] = ['', 0];
  for (const character of original) {
    const isAscii = character <= '\u007F';
    const plain = isAscii ? character : character.normalize('NFKC').replace(/[\p{Cf}\p{M}]/gu, '');
    for (let unit = 0; unit < plain.length; unit++) {
      places.starts.push(start);
      places.ends.push(start + character.length);
    }
    text += plain;
    start += character.length;
  }
  return { text, places };
}

/** Six digits or more, with anything but letters between them. */
const NUMBER = /\+?\(?\p{Nd}(?:[^\p{L}\p{N}]{0,5}\p{Nd}){5,}/gu;

/** A word with an at sign, also one that is spelled out. */
const AT = /@|[([{<](?:at|arroba)[)\]}>]|^arroba$/iu;

/** Returns true if a text has a number that could be called. */
export function hasLongNumber(text: string): boolean {
  return normalizeWithPlaces(text).text.search(NUMBER) !== -1;
}

/** Replaces the numbers and mails of a text. */
export function replaceContacts(original: string, replacement: string): string {
  const { text, places } = normalizeWithPlaces(original);
  const ranges = [...findMails(text), ...findNumbers(text)].toSorted((a, b) => a.from - b.from);
  let [result, copied] = ['', 0];
  for (const { from, to } of ranges) {
    const start = places ? (places.starts[from] ?? 0) : from;
    // Invisible characters that follow belong to it.
    const end = places ? Math.max(places.ends[to - 1] ?? 0, places.starts[to] ?? original.length) : to;
    // Ranges that meet are one.
    if (start >= copied || result === '') result += original.slice(copied, start) + replacement;
    copied = Math.max(copied, end);
  }
  return result + original.slice(copied);
}

interface Range {
  from: number;
  to: number;
}

function findNumbers(text: string): Range[] {
  return [...text.matchAll(NUMBER)].map(({ 0: found, index }) => ({ from: index, to: index + found.length }));
}

/** Words with an at sign; where it stands at an edge of its word, also the word beside it. */
function findMails(text: string): Range[] {
  const words = [...text.matchAll(/\S+/gu)].map(({ 0: word, index }) => ({ word, from: index }));
  return words.flatMap(({ word, from }, at) => {
    const sign = AT.exec(word);
    if (!sign) return [];
    const before = sign.index === 0 ? words[at - 1] : undefined;
    const after = sign.index + sign[0].length === word.length ? words[at + 1] : undefined;
    const to = after ? after.from + after.word.length : from + word.length;
    return [{ from: before?.from ?? from, to }];
  });
}
