// Phone numbers and mail addresses as people write them into cells.

/** Longer cells are looked at no further, which bounds the work for any input. */
const MAX_CONTACT_CELL_LENGTH = 300;
/** A cell with more values is not split. */
const MAX_CONTACTS_PER_CELL = 5;

const MAIL = /^[^\s@<>()",;:/]+@[^\s@<>()",;:/]+\.[^\s@<>()",;:/]+$/;
const MAIL_LABEL = /^(?:mailto|e-?mail|mail|correo(?: electr[oó]nico)?) ?: ?/i;
const PHONE_LABEL =
  /^(?:tel[eé]fonos?|tel|celular|cel|m[oó]vil|phone|mobile|whats ?app|wsp|wpp|fijo|cell) ?[.:]{0,2} ?(?=[+(\d])/i;
const EXTENSION = / ?[([]?(?:interno|int|extensi[oó]n|ext|x)[. :]{0,3}\d{1,6}[)\]]?$/i;
/** Words in brackets after a number: `(casa)`. */
const REMARK = / ?\([^()\d]*\)$/;
const MIN_DIGITS = 8;
const MAX_PHONE_LENGTH = 24;
/** A number with its country and every prefix; more digits are several numbers. */
const MAX_DIGITS = 15;
const LOCAL_DIGITS = new Set([6, 7, 8]);

/** One line without signs that nobody sees. */
export function toLine(text: string): string {
  return text.replaceAll(/[\s\u200B-\u200D\uFEFF]+/gu, ' ').trim();
}

/** The mail address of a cell: without a name before it, a label, quotes, or a sign at its end. */
export function cleanMail(text: string): string {
  if (text.length > MAX_CONTACT_CELL_LENGTH) return text;
  const line = toLine(text);
  const [, bracketed] = /^[^<>@]*<([^<>]*)>[.,; ]*$/.exec(line) ?? [];
  return (bracketed ?? line)
    .trim()
    .replace(/^["'(]/, '')
    .replace(MAIL_LABEL, '')
    .replace(/["')]?[.,;:]{0,3}$/, '')
    .trim();
}

/** The phone number of a cell: without a label, an extension, or signs that are no spaces or dashes between its digits. */
export function cleanPhone(text: string): string {
  if (text.length > MAX_CONTACT_CELL_LENGTH) return text;
  const line = toLine(text);
  const spaced = line
    .replace(PHONE_LABEL, '')
    // Spreadsheets write numbers as decimals.
    .replace(/(?<=\d{6})\.0+$/, '')
    .replaceAll(/[‐‑–—]/g, '-')
    .replace(/[.,;:]{1,3}$/, '')
    .replace(REMARK, '')
    .replace(EXTENSION, '')
    .replaceAll(/[().]/g, ' ');
  return toLine(spaced);
}

export function isMailAddress(text: string): boolean {
  return text.length <= MAX_CONTACT_CELL_LENGTH && MAIL.test(text);
}

export function isPhone(text: string): boolean {
  return (
    text.length <= MAX_PHONE_LENGTH &&
    /^\+?[\d -]*$/.test(text) &&
    text.replaceAll(/\D/g, '').length >= MIN_DIGITS
  );
}

/** The mail addresses of a cell with one or more. */
export function listMails(text: string): string[] {
  return listValues(text, cleanMail, isMailAddress);
}

/**
 * The phone numbers of a cell with one or more; the cell as it is where none is to be seen. A later number without area
 * code has the one before it: `341 555-0001 / 555-0002`.
 */
export function listPhones(text: string): string[] {
  let before = '';
  const completePhone = (part: string) => {
    const phone = cleanPhone(part);
    const [count, countBefore] = [countDigits(phone), countDigits(before)];
    if (LOCAL_DIGITS.has(count) && countBefore >= count + 2 && /^[\d -]+$/.test(phone))
      return before.replaceAll(/\D/g, '').slice(0, countBefore - count) + phone.replaceAll(/\D/g, '');
    if (isPhone(phone)) before = phone;
    return phone;
  };
  return listValues(splitDigits(text), completePhone, isPhone);
}

/** Parts numbers that only a dash or spaces separate. */
function splitDigits(text: string): string {
  if (text.length > MAX_CONTACT_CELL_LENGTH || countDigits(text) <= MAX_DIGITS) return text;
  return text.replaceAll(/(?<=\d{4}) +- +(?=\+?\(?\d{2})|(?<=\d{6}) +(?=\+?\d{8})/g, ' / ');
}

const countDigits = (text: string) => text.replaceAll(/\D/g, '').length;

/** Returns the parts of a cell that are values; the whole cell where none is. */
function listValues(
  text: string,
  clean: (part: string) => string,
  isValue: (part: string) => boolean,
): string[] {
  const whole = clean(text);
  if (text.length > MAX_CONTACT_CELL_LENGTH || isValue(whole)) return [whole];
  const parts = text.split(/[/;|,\n]| [yoe] | or | and /);
  const values = [...new Set(parts.map(clean).filter(isValue))].slice(0, MAX_CONTACTS_PER_CELL);
  return values.length > 0 ? values : [whole];
}
