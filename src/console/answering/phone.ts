import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A number that can be dialled. Whoever wrote it may have left out what its country calls for. */
export interface Phone {
  /** `+` and digits. */
  tel: string;
  /** The same for the eye: "+54 9 11 5555 0102". */
  shown: string;
  extension: string | undefined;
  /** Where its WhatsApp would be; undefined where a number of its kind has none. */
  whatsapp: { digits: string; shown: string; nineAdded: boolean } | undefined;
}

// decided: a number without a country code is Argentine.
const COUNTRY = 'AR';

/** The numbers in what a buyer wrote as their phone, in order; one field may hold several. */
export function phonesIn(written: unknown): Phone[] {
  if (typeof written !== 'string') return [];
  const pieces = written
    .slice(0, 200)
    .split(/\s*(?:[/;,|&\n]|\b[yoYO]\b)\s*/)
    .filter((piece) => piece.trim() !== '');
  const phones = pieces.map(phoneOf).filter((phone) => phone !== undefined);
  return phones.filter(({ tel }, index) => phones.findIndex((other) => other.tel === tel) === index);
}

function phoneOf(written: string): Phone | undefined {
  // "Cel: 11 5555 0102 (Ana)", and how extensions are written here.
  const [, bare = '', rest = ''] = /^[\p{L}\s.:]{0,20}(\+?[\d\s().-]+)(.*)$/u.exec(written) ?? [];
  const extended = /^int(?:erno)?\b\D{0,3}(\d{1,6})$/i.exec(rest)?.[1];
  const plain = extended ? `${bare} ext. ${extended}` : bare.replace(/\D+$/, '');
  const number = [written, plain, ...rewritten(plain)]
    .map((text) => parsePhoneNumberFromString(text, { defaultCountry: COUNTRY, extract: false }))
    .find((parsed) => parsed?.isValid());
  if (!number) return undefined;
  const extension = number.ext;
  return {
    tel: number.number,
    shown: shownAs(number),
    extension,
    // decided: behind an extension stands a switchboard.
    whatsapp: extension === undefined ? whatsappOf(number) : undefined,
  };
}

/** What people in Argentina also write, as the library reads it. */
function rewritten(written: string): string[] {
  if (!/^[+\d\s().-]+$/.test(written)) return [];
  const digits = written.replaceAll(/\D/g, '');
  const rest = digits.replace(/^(?:00)?54/, '');
  return [
    // The prefix of long distance after that of the country: +54 9 0351 15 555 0111.
    ...(rest !== digits && /^9?0/.test(rest) ? [nationalOf(rest)] : []),
    // Eight digits are a number of Buenos Aires without its area code: nowhere else are they that long.
    ...(/^(?:0?15|9)?[2-7]\d{7}$/.test(rest)
      ? [`+54${/^0?15|^9/.test(rest) && rest.length > 8 ? '9' : ''}11${rest.slice(-8)}`]
      : []),
    // A country code without its plus.
    ...(digits.length >= 11 && !digits.startsWith('0') ? [`+${digits}`] : []),
  ];
}

/** @param rest after the country code: `0` and an area, with the 9 of a mobile before it or not */
function nationalOf(rest: string): string {
  const national = parsePhoneNumberFromString(rest.replace(/^9/, ''), COUNTRY)?.nationalNumber ?? '';
  return rest.startsWith('9') && !national.startsWith('9') ? `+549${national}` : `+54${national}`;
}

function whatsappOf(number: PhoneNumber): Phone['whatsapp'] {
  const { countryCallingCode, nationalNumber } = number;
  if (countryCallingCode !== '54')
    return { digits: countryCallingCode + nationalNumber, shown: shownAs(number), nineAdded: false };
  if (/^9\d{10}$/.test(nationalNumber))
    return { digits: `54${nationalNumber}`, shown: shownAs(number), nineAdded: false };
  // decided: buyers leave their mobile also without its 15 or 9; WhatsApp wants the 9 and never the 15.
  const mobile = parsePhoneNumberFromString(`+549${nationalNumber}`);
  return /^(?:11|[23])\d+$/.test(nationalNumber) && mobile?.isValid()
    ? { digits: `549${nationalNumber}`, shown: shownAs(mobile), nineAdded: true }
    : undefined;
}

function shownAs(number: PhoneNumber): string {
  const shown = number.formatInternational();
  return number.ext === undefined ? shown : shown.replace(/ ext\..*$/, '');
}
