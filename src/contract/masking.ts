import { hasLongNumber, replaceContacts } from './contacts.ts';
import { type ExportColumn, INQUIRY_COLUMNS } from './desk/export.ts';
import { lookUp } from './look-up.ts';

// Masks show enough to recognize a buyer whom one already knows, and not enough to write or call.

/** Replaces what is hidden as a whole. */
export const HIDDEN = '•••';

type Mask = (text: string) => string;

const MASKS: Partial<Record<ExportColumn, Mask>> = {
  'Interesado.Nombre': maskName,
  'Interesado.Apellido': maskSurname,
  'Interesado.Email': maskMail,
  'Interesado.Telefono': maskPhone,
  'Interesado.DocIdentidad': maskDocument,
  'Interesado.Comentario': maskContactsWithin,
  // Buyers write their number into other fields as well.
  'Interesado.Interes': maskContactsWithin,
  'Interesado.Provincia': maskContactsWithin,
  'Interesado.Ciudad': maskContactsWithin,
  'Interesado.InfoOperacion.EntregaVehiculo.Marca': maskContactsWithin,
  'Interesado.InfoOperacion.EntregaVehiculo.Modelo': maskContactsWithin,
};

/** Members that the interface names; others may have anything. */
const KNOWN_MEMBERS: ReadonlySet<string> = new Set(INQUIRY_COLUMNS);

/** Masks a member of an inquiry, by its path, that has data of the buyer; other members stay as they are. */
export function maskValue(path: string, value: unknown): unknown {
  const mask = lookUp<Mask>(MASKS, path);
  if (!mask || value === null || value === undefined || value === '') return value;
  return typeof value === 'string' || typeof value === 'number' ? mask(String(value)) : HIDDEN;
}

/** Masks an inquiry as the service sent it, also members that the interface does not name. */
export function maskInquiry<Inquiry>(inquiry: Inquiry): Inquiry {
  return maskMember('', inquiry) as Inquiry;
}

function maskMember(path: string, value: unknown): unknown {
  if (Object.hasOwn(MASKS, path)) return maskValue(path, value);
  // A reference has a link and a title that names the buyer.
  if (path === 'title') return HIDDEN;
  if (
    path === '_links' ||
    path === 'href' ||
    value === null ||
    value === undefined ||
    typeof value === 'boolean'
  )
    return value;
  if (Array.isArray(value)) return value.map((item: unknown) => maskMember(`${path}[]`, item));
  // Numbers that a double cannot hold are objects of `JSON.rawJSON`.
  if (typeof value === 'object' && !('rawJSON' in value)) {
    const prefix = path === '' ? '' : `${path}.`;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, maskMember(prefix + name, member)]),
    );
  }
  const isOfBuyer = /^Interesado\b/.test(path);
  if (KNOWN_MEMBERS.has(path) && !(isOfBuyer && typeof value === 'string')) return value;
  if (isOfBuyer && !KNOWN_MEMBERS.has(path)) return HIDDEN;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const masked = maskContactsWithin(text);
  return masked === text ? value : masked;
}

/** `+54 9 11 •••• 1234`: from eight digits the last four, and of what precedes the last eight at most five. */
export function maskPhone(text: string): string {
  const count = text.match(/\d/g)?.length ?? 0;
  const tail = count >= 8 ? 4 : 0;
  const head = Math.min(5, Math.max(0, count - 8));
  let at = 0;
  return text.replace(/./gsu, (character) => {
    if (/\d/.test(character)) {
      at += 1;
      return at <= head || at > count - tail ? character : '•';
    }
    return /[\s+()./-]/.test(character) ? character : '•';
  });
}

/** `a•••@mail.example`: decided: the domain stays, as it rarely names a person. */
export function maskMail(text: string): string {
  const [, first = '', rest, domain] =
    /^(.)(.*)@([\w-]+(?:\.[\w-]+)*\.[a-z]{2,})$/isu.exec(text.trim()) ?? [];
  if (domain === undefined || hasLongNumber(domain)) return HIDDEN;
  return `${rest ? first : ''}${HIDDEN}@${domain}`;
}

/** `•••678`: the last three of seven digits or more. */
function maskDocument(text: string): string {
  const digits = text.replace(/\D/g, '');
  return HIDDEN + (digits.length >= 7 ? digits.slice(-3) : '');
}

/** `P•••`, also of one that is masked already. */
export function maskSurname(text: string): string {
  return text
    .trim()
    .split(/\s+/)
    .map((word) => (/^\p{L}(?=[\p{L}\p{M}•])/u.exec(word)?.[0] ?? '') + HIDDEN)
    .join(' ');
}

/** First name as it is; people also write their surname, number or mail into its field. */
export function maskName(text: string): string {
  const [first = '', ...rest] = text.trim().split(/\s+/);
  const shown = /^[\p{L}\p{M}'’.-]+$/u.test(first) ? first : HIDDEN;
  return rest.length > 0 ? `${shown} ${maskSurname(rest.join(' '))}` : shown;
}

/** Masks first name and surname in one text; decided: a single word may be the surname. */
export function maskFullName(text: string): string {
  return /\s/.test(text.trim()) ? maskName(text) : maskSurname(text);
}

/** Hides mails and runs of six digits or more in free text. decided: names in it stay. */
export function maskContactsWithin(text: string): string {
  return replaceContacts(text, HIDDEN);
}
