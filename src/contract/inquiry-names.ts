import type { Auto, Interesado } from './inquiries.ts';
import type { Tolerant } from './reading.ts';

/** First and last name, as far as present. */
export function personName({ Nombre, Apellido }: Tolerant<typeof Interesado>): string {
  return [Nombre, Apellido].filter(Boolean).join(' ');
}

/** Make, model and year, as far as present. */
export function vehicleName({ Marca, Modelo, VersionYear }: Tolerant<typeof Auto>): string {
  return [Marca, Modelo, VersionYear].filter(Boolean).join(' ');
}
