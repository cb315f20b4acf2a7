import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { EXPORT_COLUMNS, type ExportColumn } from '#contract/desk/export.ts';

export interface ColumnGroup {
  title: MessageDescriptor;
  columns: readonly ExportColumn[];
}

export const COLUMN_GROUPS: readonly ColumnGroup[] = [
  {
    title: msg`Consulta`,
    columns: ['Momento', 'OrigenLead', 'TipoAnuncio', 'OperadorResponsable', 'Agencia', 'sid'],
  },
  {
    title: msg`Quien consulta`,
    columns: [
      'Interesado.Nombre',
      'Interesado.Apellido',
      'Interesado.Email',
      'Interesado.Telefono',
      'Interesado.DocIdentidad',
      'Interesado.Provincia',
      'Interesado.Ciudad',
      'Interesado.Interes',
      'Interesado.Comentario',
    ],
  },
  {
    title: msg`Vehículo`,
    columns: [
      'Auto.ExternalId',
      'Auto.RefStock',
      'Auto.Marca',
      'Auto.Modelo',
      'Auto.Version',
      'Auto.VersionYear',
      'Auto.Kilometraje',
      'Auto.Color',
      'Auto.BodyType',
      'Auto.Estado',
      'Auto.Precio.Moneda',
      'Auto.Precio.Importe',
      'Auto.Anticipo.Moneda',
      'Auto.Anticipo.Importe',
      'Auto.Cuota.Moneda',
      'Auto.Cuota.Importe',
    ],
  },
  {
    title: msg`Operación que busca`,
    columns: [
      'Interesado.InfoOperacion.EntregaVehiculo.Marca',
      'Interesado.InfoOperacion.EntregaVehiculo.Modelo',
      'Interesado.InfoOperacion.EntregaVehiculo.VersionYear',
      'Interesado.InfoOperacion.FinanciacionDeseada.Adelanto.Moneda',
      'Interesado.InfoOperacion.FinanciacionDeseada.Adelanto.Importe',
      'Interesado.InfoOperacion.FinanciacionDeseada.Cuota.Moneda',
      'Interesado.InfoOperacion.FinanciacionDeseada.Cuota.Importe',
      'Interesado.InfoOperacion.QuiereCotizacionSeguro',
    ],
  },
  {
    title: msg`Seguimiento`,
    columns: [
      'Seguimiento.Estado',
      'Seguimiento.Motivo',
      'Seguimiento.Responsable',
      'Seguimiento.PospuestaHasta',
      'Seguimiento.PrimerIntento',
      'Seguimiento.PrimerIntento.Por',
      'Seguimiento.PrimerIntento.Medio',
      'Seguimiento.PrimerContacto',
      'Seguimiento.PrimerContacto.Por',
      'Seguimiento.Notas',
    ],
  },
  {
    title: msg`Reloj de respuesta`,
    columns: ['Reloj.Vence', 'Reloj.Respondida', 'Reloj.Minutos', 'Reloj.ATiempo'],
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
