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
