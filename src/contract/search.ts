import { personName, vehicleName } from './inquiry-names.ts';
import type { Consulta } from './inquiries.ts';
import type { Tolerant } from './reading.ts';

// Tokens of the inquiry search, for indexing and for queries: words (matched by prefix, without case and accents) and
// phone numbers in any notation.

/** Text for comparison: lower case without accents. */
export function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Folded words of a text: runs of letters and digits. */
export function tokenize(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns true if a spreadsheet rounded a long number, as `5,49351E+11`: its last digits are lost. */
export function isRoundedNumber(text: string): boolean {
  return /^\s*\d(?:[.,]\d+)?e\+?\d{1,2}\s*$/i.test(text);
}

/**
 * National number of an Argentine phone, without the prefixes 54, 9 and 0, the mobile prefix 15, an extension, or the
 * `.0` of a spreadsheet; empty for a rounded number. Area code and number have ten digits in total; area codes have two
 * to four, two only in Buenos Aires, and none begins with 15 or 9.
 */
export function nationalNumber(phone: string): string {
  if (isRoundedNumber(phone)) return '';
  const digits = phone
    .replace(/(?<=\d{6})\.0+\s*$/, '')
    // Letters after a number begin an extension or a remark.
    .replace(/^(\D*(?:\d[^\p{L}\d]*){6,})\p{L}.*$/su, '$1')
    .replaceAll(/\D/g, '');
  const withoutPrefix = digits
    .replace(/^(?:00)?54(?=\d{8})9?/, '')
    .replace(/^9(?=[1-3]\d{9}(?:\d\d)?$)/, '')
    .replace(/^0/, '');
  if (withoutPrefix.length === 12)
    return withoutPrefix.startsWith('15')
      ? withoutPrefix.slice(2)
      : withoutPrefix.replace(/^(11|\d{3,4}?)15(?=\d{6,8}$)/, '$1');
  return withoutPrefix.replace(/^15(?=\d{6,8}$)/, '');
}

/** Lengths of indexed suffixes: numbers without area code, and the last four digits. */
const LOCAL_LENGTHS = [8, 7, 6, 4];
/** Shorter numbers have no area code. */
const FULL_LENGTH = 10;
/** A text with this many digits, if most of it is digits, is also searched as a phone number. */
const MIN_PHONE_DIGITS = 4;

/**
 * Characters before tokens that are not words: a private use character is in no word, so that no word finds them. They
 * stand before an agency's own token, and before numbers without area code.
 */
export const AGENCY_MARK = '\uE000';
const LOCAL_MARK = '\uE001';

/** Tokens to index for an inquiry. */
export function searchTokens({
  Interesado: person,
  Auto: vehicle,
  OperadorResponsable: operator,
}: Inquiry): string[] {
  const texts = [
    personName(person),
    vehicleName(vehicle),
    vehicle.Version,
    vehicle.ExternalId,
    person.Email,
    person.Provincia,
    person.Ciudad,
    person.Comentario,
    operator,
  ];
  const words = texts.flatMap((text) => (typeof text === 'string' ? tokenize(text) : []));
  const numbers = [person.Telefono, person.DocIdentidad].flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' ? phoneTokens(String(value)) : [],
  );
  return [...new Set([...words, ...numbers])];
}

type Inquiry = Tolerant<typeof Consulta>;

function phoneTokens(text: string): string[] {
  const number = nationalNumber(text);
  if (number.length < MIN_PHONE_DIGITS) return number ? [number] : [];
  const suffixes = LOCAL_LENGTHS.filter((length) => length < number.length).map((length) =>
    number.slice(-length),
  );
  const local = number.length < FULL_LENGTH ? [LOCAL_MARK + number] : [];
  return [number, text.replaceAll(/\D/g, ''), ...suffixes, ...local];
}

/** A whole token, or with `prefix` the beginning of tokens. */
export interface Term {
  token: string;
  prefix: boolean;
}

/** A query: every group must match with at least one of its terms. */
export type SearchGroups = readonly (readonly Term[])[];

/** Shortest words and most words of a search: fewer letters would find nearly everything. */
export const SEARCH_LIMITS = { letters: 2, digits: 3, words: 8 };

/** Words of a search text that are searched; shorter ones, and those after the eighth, are left out. */
function listSearchWords(text: string): string[] {
  const { letters, digits, words } = SEARCH_LIMITS;
  return [...new Set(tokenize(text))]
    .filter((word) => word.length >= (/^\p{N}+$/u.test(word) ? digits : letters))
    .slice(0, words);
}

/** Returns true if a text has words, but none that is searched: it finds nothing. */
export function hasOnlyShortWords(text: string): boolean {
  return tokenize(text).length > 0 && parseSearch(text).length === 0;
}

/** Numbers of these lengths are also indexed as the end of longer ones, of which a mask shows less. */
const isIndexedEnd = (token: string) => /^\d{6,7}$/.test(token);

/**
 * Parses a search text for people who may not see contacts, so that they find a buyer whom they know, and learn nothing of
 * others character by character.
 * decided: words and numbers are whole. Of a number also its last four digits are found, which masks show, and its last
 * eight: who guesses the rest of a masked phone has to guess four digits at once.
 */
export function parseWholeSearch(text: string): SearchGroups[] {
  const toWholeTerm = ({ token }: Term): Term => ({
    token: isIndexedEnd(token) ? LOCAL_MARK + token : token,
    prefix: false,
  });
  return parseSearch(text).map((groups) => groups.map((terms) => terms.map(toWholeTerm)));
}

/** Parses a search text to alternative queries: as words and, if it looks like one, as a phone number. Any may match. */
export function parseSearch(text: string): SearchGroups[] {
  const words = listSearchWords(text).map((token): Term[] => [{ token, prefix: true }]);
  const alternatives = words.length > 0 ? [words] : [];
  const digits = text.replaceAll(/\D/g, '');
  const isPhone = digits.length >= MIN_PHONE_DIGITS && digits.length * 2 > text.replaceAll(/\s/g, '').length;
  if (!isPhone) return alternatives;
  const number = nationalNumber(text);
  const phone: Term[] = [
    ...[number, digits].map((token) => ({ token, prefix: true })),
    // Finds numbers stored without area code when searched with it.
    ...LOCAL_LENGTHS.filter((length) => length >= 6 && length < number.length).map((length) => ({
      token: LOCAL_MARK + number.slice(-length),
      prefix: false,
    })),
  ];
  return [...alternatives, [phone]];
}
