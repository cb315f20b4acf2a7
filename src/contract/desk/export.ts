import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { isZone } from '#contract/hours.ts';
import { FacetsQuery } from './inquiries.ts';

// Inquiries of the index as a file: everything that matches, with what people did about it.

/** What the service says of an inquiry, by its way in the full form. */
const WIRE_COLUMNS = [
  'Momento',
  'OrigenLead',
  'TipoAnuncio',
  'OperadorResponsable',
  'Interesado.Interes',
  'Interesado.Nombre',
  'Interesado.Apellido',
  'Interesado.Email',
  'Interesado.Telefono',
  'Interesado.DocIdentidad',
  'Interesado.Provincia',
  'Interesado.Ciudad',
  'Interesado.Comentario',
  'Interesado.InfoOperacion.EntregaVehiculo.Marca',
  'Interesado.InfoOperacion.EntregaVehiculo.Modelo',
  'Interesado.InfoOperacion.EntregaVehiculo.VersionYear',
  'Interesado.InfoOperacion.FinanciacionDeseada.Adelanto.Moneda',
  'Interesado.InfoOperacion.FinanciacionDeseada.Adelanto.Importe',
  'Interesado.InfoOperacion.FinanciacionDeseada.Cuota.Moneda',
  'Interesado.InfoOperacion.FinanciacionDeseada.Cuota.Importe',
  'Interesado.InfoOperacion.QuiereCotizacionSeguro',
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
] as const;

/** What people did about it, and its response clock. */
const DESK_COLUMNS = [
  'sid',
  /** AdminMail. */
  'Agencia',
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
  'Reloj.Vence',
  'Reloj.Respondida',
  /** Open minutes until then. */
  'Reloj.Minutos',
  'Reloj.ATiempo',
] as const;

export const EXPORT_COLUMNS = [...WIRE_COLUMNS, ...DESK_COLUMNS] as const;
export type ExportColumn = (typeof EXPORT_COLUMNS)[number];

const KNOWN: ReadonlySet<string> = new Set(EXPORT_COLUMNS);

/** A list of the inbox, and how the file is to be written. Rows are in the order of the list. */
export const ExportQuery = z.strictObject({
  ...FacetsQuery.shape,
  /** Names of columns with commas between, in the order of the file; left out: all. */
  columns: z.optional(z.string().check(z.maxLength(3000), z.refine(areColumns, 'not columns'))),
  /** IANA name of the zone that times are written in; left out: that of the service's days. */
  zone: z.optional(z.string().check(z.maxLength(64), z.refine(isZone, 'unknown zone'))),
  /** Of separators and words: `es` has semicolons between cells and a comma in numbers. */
  locale: z.optional(z.enum(['es', 'en'])),
  /** `1`: begins with the mark by which some spreadsheets know UTF-8. */
  bom: z.optional(z.enum(['0', '1'])),
});
export type ExportQuery = z.infer<typeof ExportQuery>;

/**
 * Days whose inquiries may be incomplete in the file. `stale`: the agency could not be read now. `filling`: its first full
 * read is not done. `stopped`: the gateway stopped. `failed` and `too-many` are in audit entries of earlier versions, which
 * read the service's pages.
 */
export const MissingDays = z.object({
  /** AdminMail; left out: of all that were asked for. */
  agencia: z.optional(z.string()),
  desde: z.string(),
  hasta: z.string(),
  reason: z.enum(['stale', 'filling', 'stopped', 'failed', 'too-many']),
});
export type MissingDays = z.infer<typeof MissingDays>;

/**
 * The answer of an export, one JSON text a line as it goes on: a name that says whether it is whole can only be given at
 * the end, so the file is what the `text`s come to, put together by the page. Without an `end` there is no file.
 */
export const ExportLine = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rows'),
    text: z.string(),
    /** In the file so far. */
    rows: z.number(),
    /** How many there will be; null while the newest inquiries are read. */
    total: z.nullable(z.number()),
  }),
  z.object({
    kind: z.literal('end'),
    text: z.string(),
    rows: z.number(),
    /** With `parcial` in it if inquiries may be missing. */
    name: z.string(),
    missing: z.array(MissingDays),
  }),
]);
export type ExportLine = z.infer<typeof ExportLine>;

function areColumns(text: string): boolean {
  const names = text.split(',');
  return names.every((name) => KNOWN.has(name)) && new Set(names).size === names.length;
}

export const exportRows = {
  /** `application/x-ndjson` of `ExportLine`s. 429: the session has one going on. */
  exportInquiries: endpoint({
    method: 'GET',
    path: '/desk/inquiries/export',
    query: ExportQuery,
    reply: z.string(),
    success: 200,
    errors: [400, 401, 403, 429],
  }),
} as const;
