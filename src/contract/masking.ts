import { hasLongNumber, replaceContacts } from './contacts.ts';
import type { ExportColumn } from './desk/export.ts';
import { lookUp } from './look-up.ts';

// Masks show enough to recognize a buyer whom one already knows, and not enough to write or call.

/** Replaces what is hidden as a whole. */
const HIDDEN = '•••';

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

/** Masks a member of an inquiry, by its path, that has data of the buyer; other members stay as they are. */
export function maskValue(path: string, value: unknown): unknown {
  const mask = lookUp<Mask>(MASKS, path);
  if (!mask || value === null || value === undefined || value === '') return value;
  return typeof value === 'string' || typeof value === 'number' ? mask(String(value)) : HIDDEN;
}

/** Masks all members of an inquiry, or of the part of it at a path. */
export function maskMembers<Part extends object>(part: Part, path = ''): Part {
  const masked = Object.entries(part).map(([name, value]: [string, unknown]) => {
    const memberPath = path + name;
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [
      name,
      isGroup && !Object.hasOwn(MASKS, memberPath)
        ? maskMembers(value, `${memberPath}.`)
        : maskValue(memberPath, value),
    ];
  });
  return Object.fromEntries(masked) as Part;
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

/** `P•••` */
export function maskSurname(text: string): string {
  return text
    .trim()
    .split(/\s+/)
    .map((word) => (/^\p{L}(?=[\p{L}\p{M}])/u.exec(word)?.[0] ?? '') + HIDDEN)
    .join(' ');
}

/** First name as it is; people also write their surname, number or mail into its field. */
export function maskName(text: string): string {
  const [first = '', ...rest] = text.trim().split(/\s+/);
  const shown = /^[\p{L}\p{M}'’.-]+$/u.test(first) ? first : HIDDEN;
  return rest.length > 0 ? `${shown} ${maskSurname(rest.join(' '))}` : shown;
}

/** Hides mails and runs of six digits or more in free text. decided: names in it stay. */
export function maskContactsWithin(text: string): string {
  return replaceContacts(text, HIDDEN);
}
