import type { ExportColumn } from '#contract/desk/export.ts';
import {
  HIDDEN,
  maskContactsWithin,
  maskDocument,
  maskMail,
  maskName,
  maskPhone,
  maskSurname,
} from '#contract/masking.ts';

const MASKS: Partial<Record<ExportColumn, (text: string) => string>> = {
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

/** Masks the value of a column with data of the buyer; other columns stay as they are. */
export function maskValue(column: ExportColumn, value: unknown): unknown {
  const mask = MASKS[column];
  if (!mask || value === null || value === undefined || value === '') return value;
  return typeof value === 'string' || typeof value === 'number' ? mask(String(value)) : HIDDEN;
}
