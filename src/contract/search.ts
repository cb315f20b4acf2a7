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

/**
 * National number of an Argentine phone, without the prefixes 54, 9 and 0 and the mobile prefix 15. Area code and number
 * have ten digits in total; area codes have two to four, two only in Buenos Aires.
 */
export function nationalNumber(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  const withoutPrefix = digits.replace(/^(?:00)?54(?=\d{8})9?/, '').replace(/^0/, '');
  if (withoutPrefix.length === 12) return withoutPrefix.replace(/^(11|\d{3,4}?)15(?=\d{6,8}$)/, '$1');
  return withoutPrefix.replace(/^15(?=\d{6,8}$)/, '');
}

/** Lengths of indexed suffixes: numbers without area code, and the last four digits. */
const LOCAL_LENGTHS = [8, 7, 6, 4];
/** Shorter numbers have no area code. */
const FULL_LENGTH = 10;
/** A text with this many digits, if most of it is digits, is also searched as a phone number. */
const MIN_PHONE_DIGITS = 4;

/** Prefix of tokens of numbers without area code. */
const LOCAL_MARK = 'local';

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

/** Parses a search text to alternative queries: as words and, if it looks like one, as a phone number. Any may match. */
export function parseSearch(text: string): SearchGroups[] {
  const words = [...new Set(tokenize(text))].map((token): Term[] => [{ token, prefix: true }]);
  const digits = text.replaceAll(/\D/g, '');
  const isPhone = digits.length >= MIN_PHONE_DIGITS && digits.length * 2 > text.replaceAll(/\s/g, '').length;
  if (!isPhone) return words.length > 0 ? [words] : [];
  const number = nationalNumber(text);
  const phone: Term[] = [
    { token: number, prefix: true },
    { token: digits, prefix: true },
    // Finds numbers stored without area code when searched with it.
    ...LOCAL_LENGTHS.filter((length) => length >= 6 && length < number.length).map((length) => ({
      token: LOCAL_MARK + number.slice(-length),
      prefix: false,
    })),
  ];
  return [words, [phone]];
}
