import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { EXPORT_COLUMNS, type ExportColumn } from '#contract/desk/export.ts';

export interface ColumnGroup {
  title: MessageDescriptor;
  columns: readonly (readonly [column: ExportColumn, label: MessageDescriptor])[];
}

export const COLUMN_GROUPS: readonly ColumnGroup[] = [
  {
    title: msg`Consulta`,
    columns: [
      ['Momento', msg`Momento`],
      ['OrigenLead', msg`Origen`],
      ['TipoAnuncio', msg`Tipo de publicación`],
      ['OperadorResponsable', msg`Operador responsable`],
      ['Agencia', msg`Agencia`],
      ['sid', msg`Identificador (sid)`],
    ],
  },
  {
    title: msg`Quien consulta`,
    columns: [
      ['Interesado.Nombre', msg`Nombre`],
      ['Interesado.Apellido', msg`Apellido`],
      ['Interesado.Email', msg`Correo`],
      ['Interesado.Telefono', msg`Teléfono`],
      ['Interesado.DocIdentidad', msg`Documento`],
      ['Interesado.Provincia', msg`Provincia`],
      ['Interesado.Ciudad', msg`Ciudad`],
      ['Interesado.Interes', msg`Interés`],
      ['Interesado.Comentario', msg`Comentario`],
    ],
  },
  {
    title: msg`Vehículo`,
    columns: [
      ['Auto.ExternalId', msg`Publicación`],
      ['Auto.RefStock', msg`Referencia de stock`],
      ['Auto.Marca', msg`Marca`],
      ['Auto.Modelo', msg`Modelo`],
      ['Auto.Version', msg`Versión`],
      ['Auto.VersionYear', msg`Año`],
      ['Auto.Kilometraje', msg`Kilometraje`],
      ['Auto.Color', msg`Color`],
      ['Auto.BodyType', msg`Carrocería`],
      ['Auto.Estado', msg`Condición`],
      ['Auto.Precio.Moneda', msg`Precio: moneda`],
      ['Auto.Precio.Importe', msg`Precio: importe`],
      ['Auto.Anticipo.Moneda', msg`Anticipo: moneda`],
      ['Auto.Anticipo.Importe', msg`Anticipo: importe`],
      ['Auto.Cuota.Moneda', msg`Cuota: moneda`],
      ['Auto.Cuota.Importe', msg`Cuota: importe`],
    ],
  },
  {
    title: msg`Operación que busca`,
    columns: [
      ['Interesado.InfoOperacion.EntregaVehiculo.Marca', msg`Permuta: marca`],
      ['Interesado.InfoOperacion.EntregaVehiculo.Modelo', msg`Permuta: modelo`],
      ['Interesado.InfoOperacion.EntregaVehiculo.VersionYear', msg`Permuta: año`],
      ['Interesado.InfoOperacion.FinanciacionDeseada.Adelanto.Moneda', msg`Adelanto: moneda`],
      ['Interesado.InfoOperacion.FinanciacionDeseada.Adelanto.Importe', msg`Adelanto: importe`],
      ['Interesado.InfoOperacion.FinanciacionDeseada.Cuota.Moneda', msg`Cuota deseada: moneda`],
      ['Interesado.InfoOperacion.FinanciacionDeseada.Cuota.Importe', msg`Cuota deseada: importe`],
      ['Interesado.InfoOperacion.QuiereCotizacionSeguro', msg`Quiere cotizar el seguro`],
    ],
  },
  {
    title: msg`Seguimiento`,
    columns: [
      ['Seguimiento.Estado', msg`Estado del seguimiento`],
      ['Seguimiento.Motivo', msg`Motivo de la pérdida`],
      ['Seguimiento.Responsable', msg`Quién la tiene`],
      ['Seguimiento.PospuestaHasta', msg`Pospuesta hasta`],
      ['Seguimiento.PrimerIntento', msg`Primer intento`],
      ['Seguimiento.PrimerIntento.Por', msg`Primer intento: quién`],
      ['Seguimiento.PrimerIntento.Medio', msg`Primer intento: medio`],
      ['Seguimiento.PrimerContacto', msg`Primer contacto`],
      ['Seguimiento.PrimerContacto.Por', msg`Primer contacto: quién`],
      ['Seguimiento.Notas', msg`Notas (cuántas)`],
    ],
  },
  {
    title: msg`Reloj de respuesta`,
    columns: [
      ['Reloj.Vence', msg`Vence`],
      ['Reloj.Respondida', msg`Respondida`],
      ['Reloj.Minutos', msg`Minutos hábiles hasta responder`],
      ['Reloj.ATiempo', msg`A tiempo`],
    ],
  },
];

export const DEFAULT_COLUMNS: readonly ExportColumn[] = sortColumns([
  'Momento',
  'OrigenLead',
  'OperadorResponsable',
  'Agencia',
  'sid',
  'Interesado.Nombre',
  'Interesado.Apellido',
  'Interesado.Email',
  'Interesado.Telefono',
  'Interesado.Interes',
  'Interesado.Comentario',
  'Auto.ExternalId',
  'Auto.Marca',
  'Auto.Modelo',
  'Auto.VersionYear',
  'Auto.Precio.Moneda',
  'Auto.Precio.Importe',
  'Seguimiento.Estado',
  'Seguimiento.Responsable',
  'Seguimiento.PrimerIntento',
  'Seguimiento.PrimerIntento.Por',
  'Reloj.Vence',
  'Reloj.Minutos',
  'Reloj.ATiempo',
]);

export function sortColumns(columns: readonly ExportColumn[]): ExportColumn[] {
  const names = new Set(columns);
  return EXPORT_COLUMNS.filter((column) => names.has(column));
}
