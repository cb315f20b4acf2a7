import type { Inquiry } from './inquiries-queries.ts';

/** First and last name, whichever of them there are. */
export function personName({ Nombre, Apellido }: Inquiry['Interesado']): string {
  return [Nombre, Apellido].filter(Boolean).join(' ');
}

/** Make, model and year. */
export function vehicleName({ Marca, Modelo, VersionYear }: Inquiry['Auto']): string {
  return [Marca, Modelo, VersionYear].filter(Boolean).join(' ');
}

export function firstLine(text: string | null | undefined): string {
  return text?.trim().split(/\r?\n/, 1)[0]?.slice(0, 200) ?? '';
}

/** A number that a telephone can dial, or undefined. */
export function dialable(phone: unknown): string | undefined {
  if (typeof phone !== 'string' || !/^\+?[\d\s().-]{7,25}$/.test(phone.trim())) return undefined;
  return phone.replace(/[^\d+]/g, '');
}

/** A mail that a mail program can be opened with, or undefined. */
export function mailable(mail: unknown): string | undefined {
  return typeof mail === 'string' && /^[^\s@<>?&"']+@[^\s@<>?&"']+\.[^\s@<>?&"']+$/.test(mail)
    ? mail
    : undefined;
}
