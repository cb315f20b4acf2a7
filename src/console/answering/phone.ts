import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';

export interface Phone {
  tel: string;
  formatted: string;
  extension: string | undefined;
  whatsapp: { digits: string; formatted: string; hasAddedNine: boolean } | undefined;
}

// decided: a number without a country code is Argentine.
const DEFAULT_COUNTRY = 'AR';

export function parsePhones(input: unknown): Phone[] {
  if (typeof input !== 'string' || input.includes('•')) return [];
  const pieces = input
    .slice(0, 200)
    .split(/\s*(?:[/;,|&\n]|\b[yoYO]\b)\s*/)
    .filter((piece) => piece.trim() !== '');
  const phones = pieces.map(parsePhone).filter((phone) => phone !== undefined);
  return phones.filter(({ tel }, index) => phones.findIndex((other) => other.tel === tel) === index);
}

function parsePhone(text: string): Phone | undefined {
  const [, bare = '', rest = ''] = /^[\p{L}\s.:]{0,20}(\+?[\d\s().-]+)(.*)$/u.exec(text) ?? [];
  const internal = /^int(?:erno)?\b\D{0,3}(\d{1,6})$/i.exec(rest)?.[1];
  const plain = internal ? `${bare} ext. ${internal}` : bare.replace(/\D+$/, '');
  const number = [text, plain, ...argentineVariants(plain)]
    .map((variant) =>
      parsePhoneNumberFromString(variant, { defaultCountry: DEFAULT_COUNTRY, extract: false }),
    )
    .find((parsed) => parsed?.isValid());
  if (!number) return undefined;
  const extension = number.ext;
  return {
    tel: number.number,
    formatted: formatNumber(number),
    extension,
    // decided: an extension belongs to a switchboard, which has no WhatsApp.
    whatsapp: extension === undefined ? whatsappNumber(number) : undefined,
  };
}

function argentineVariants(text: string): string[] {
  if (!/^[+\d\s().-]+$/.test(text)) return [];
  const digits = text.replaceAll(/\D/g, '');
  const rest = digits.replace(/^(?:00)?54/, '');
  return [
    // The trunk prefix may follow the country code: +54 9 0351 15 555 0111.
    ...(rest !== digits && /^9?0/.test(rest) ? [toInternational(rest)] : []),
    // Numbers of Buenos Aires alone have eight digits without the area code.
    ...(/^(?:0?15|9)?[2-7]\d{7}$/.test(rest)
      ? [`+54${/^0?15|^9/.test(rest) && rest.length > 8 ? '9' : ''}11${rest.slice(-8)}`]
      : []),
    ...(digits.length >= 11 && !digits.startsWith('0') ? [`+${digits}`] : []),
  ];
}

function toInternational(rest: string): string {
  const national = parsePhoneNumberFromString(rest.replace(/^9/, ''), DEFAULT_COUNTRY)?.nationalNumber ?? '';
  return rest.startsWith('9') && !national.startsWith('9') ? `+549${national}` : `+54${national}`;
}

function whatsappNumber(number: PhoneNumber): Phone['whatsapp'] {
  const { countryCallingCode, nationalNumber } = number;
  if (countryCallingCode !== '54')
    return {
      digits: countryCallingCode + nationalNumber,
      formatted: formatNumber(number),
      hasAddedNine: false,
    };
  if (/^9\d{10}$/.test(nationalNumber))
    return { digits: `54${nationalNumber}`, formatted: formatNumber(number), hasAddedNine: false };
  // decided: buyers omit the 15 or 9 of mobiles; WhatsApp requires the 9 and never has the 15.
  const mobile = parsePhoneNumberFromString(`+549${nationalNumber}`);
  return /^(?:11|[23])\d+$/.test(nationalNumber) && mobile?.isValid()
    ? { digits: `549${nationalNumber}`, formatted: formatNumber(mobile), hasAddedNine: true }
    : undefined;
}

function formatNumber(number: PhoneNumber): string {
  const formatted = number.formatInternational();
  return number.ext === undefined ? formatted : formatted.replace(/ ext\..*$/, '');
}
