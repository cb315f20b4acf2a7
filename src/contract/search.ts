import { personName, vehicleName } from './inquiry-names.ts';
import type { Consulta } from './inquiries.ts';
import type { Tolerant } from './reading.ts';

// How inquiries are searched: by whole words and their beginnings, without case and accents, and by phones however they
// are dialled. What is indexed and what is sought become tokens by the same rules, whatever the database.

/** A text as it is compared: without accents and case. */
export function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Words of a text, folded: runs of letters and digits. */
export function tokenize(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * National number of an Argentine phone, without what depends on where it is dialled from: 54, 9, 0, and 15 before the
 * number. Area and number are ten digits together; areas have two to four, and only that of Buenos Aires has two.
 */
export function nationalNumber(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  const dialled = digits.replace(/^(?:00)?54(?=\d{8})9?/, '').replace(/^0/, '');
  if (dialled.length === 12) return dialled.replace(/^(11|\d{3,4}?)15(?=\d{6,8}$)/, '$1');
  return dialled.replace(/^15(?=\d{6,8}$)/, '');
}

/** Lengths of the number without its area, and of the last digits that people remember. */
const LOCAL_LENGTHS = [8, 7, 6, 4];
/** A phone of fewer digits has no area. */
const WITH_AREA = 10;
/** From so many digits on, most of the text, it is sought as a phone too. */
const PHONE_FROM = 4;

/** Marks a phone that was written without its area. */
const LOCAL_MARK = 'local';

/** What an inquiry is found by. */
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

function phoneTokens(written: string): string[] {
  const number = nationalNumber(written);
  if (number.length < PHONE_FROM) return number ? [number] : [];
  const ends = LOCAL_LENGTHS.filter((length) => length < number.length).map((length) =>
    number.slice(-length),
  );
  const local = number.length < WITH_AREA ? [LOCAL_MARK + number] : [];
  return [number, written.replaceAll(/\D/g, ''), ...ends, ...local];
}

/** A token, or the beginning of one. */
export interface Term {
  token: string;
  prefix: boolean;
}

/** What is sought: each of the groups has to be found by one of its terms. */
export type SearchGroups = readonly (readonly Term[])[];

/** What a text that somebody typed seeks, read as words and, where it looks like a phone, as one; the first found counts. */
export function parseSearch(text: string): SearchGroups[] {
  const words = [...new Set(tokenize(text))].map((token): Term[] => [{ token, prefix: true }]);
  const digits = text.replaceAll(/\D/g, '');
  const isPhone = digits.length >= PHONE_FROM && digits.length * 2 > text.replaceAll(/\s/g, '').length;
  if (!isPhone) return words.length > 0 ? [words] : [];
  const number = nationalNumber(text);
  const phone: Term[] = [
    { token: number, prefix: true },
    { token: digits, prefix: true },
    // Written without its area, and sought with it.
    ...LOCAL_LENGTHS.filter((length) => length >= 6 && length < number.length).map((length) => ({
      token: LOCAL_MARK + number.slice(-length),
      prefix: false,
    })),
  ];
  return [words, [phone]];
}
