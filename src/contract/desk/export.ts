import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { isTimeZone } from '#contract/hours.ts';
import { FacetsQuery } from './inquiries.ts';

// Export of matching inquiries of the index with their follow-up.

/** A right without an endpoint of its own: to export contact data of buyers as it is. */
export const EXPORT_UNMASKED = 'exportUnmasked';

/** Members of the Consulta, by path. */
const INQUIRY_COLUMNS = [
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

/** Follow-up and response clock. */
const FOLLOW_UP_COLUMNS = [
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
  /** Open minutes until the answer. */
  'Reloj.Minutos',
  'Reloj.ATiempo',
] as const;

export const EXPORT_COLUMNS = [...INQUIRY_COLUMNS, ...FOLLOW_UP_COLUMNS] as const;
export type ExportColumn = (typeof EXPORT_COLUMNS)[number];

const COLUMN_NAMES: ReadonlySet<string> = new Set(EXPORT_COLUMNS);

/** A list of the inbox, and the format of the file. Rows are in the order of the list. */
export const ExportQuery = z.strictObject({
  ...FacetsQuery.shape,
  /** Comma-separated column names, in the order of the file; default: all. */
  columns: z.optional(z.string().check(z.maxLength(3000), z.refine(areColumns, 'not columns'))),
  /** IANA time zone of the times; default: the service's. */
  zone: z.optional(z.string().check(z.maxLength(64), z.refine(isTimeZone, 'unknown zone'))),
  /** Default: `csv`. `json` is an `ExportDocument`. */
  format: z.optional(z.enum(['csv', 'json'])),
  /** Language; in CSV also separators: `es` has semicolons between cells and decimal commas. */
  locale: z.optional(z.enum(['es', 'en'])),
  /** Default: `names`, those of `EXPORT_LABELS`. `interface`: those of `EXPORT_COLUMNS`. */
  headers: z.optional(z.enum(['names', 'interface'])),
  /** `1`: the file begins with a UTF-8 byte order mark, for spreadsheets. Ignored with JSON. */
  bom: z.optional(z.enum(['0', '1'])),
  /** `1`: contact data of buyers is masked. Anything else needs the right `exportUnmasked`: 403. */
  masked: z.optional(z.enum(['0', '1'])),
});
export type ExportQuery = z.infer<typeof ExportQuery>;

/**
 * Days whose inquiries may be incomplete in the file. `stale`: the agency could not be read now. `filling`: its first full
 * read is not complete. `stopped`: the gateway stopped. `failed` and `too-many` only occur in audit entries of earlier
 * versions.
 */
export const MissingDays = z.object({
  /** AdminMail; absent: all requested agencies. */
  agencia: z.optional(z.string()),
  desde: z.string(),
  hasta: z.string(),
  reason: z.enum(['stale', 'filling', 'stopped', 'failed', 'too-many']),
});
export type MissingDays = z.infer<typeof MissingDays>;

/**
 * A JSON export. Members of a row are named by `headers`; numbers and booleans are as in the interface, times are ISO 8601
 * with the offset of `zone`, statuses, reasons and channels the codes of `follow-up.ts`, and null is no value.
 * decided: always this object, as whether an export is partial is known after its rows.
 */
export const ExportDocument = z.object({
  rows: z.array(z.record(z.string(), z.json())),
  missing: z.array(MissingDays),
});
export type ExportDocument = z.infer<typeof ExportDocument>;

/**
 * A line of the NDJSON response of an export. The file is the concatenation of all `text`s; its name, which says whether
 * it is complete, is only known at the end. Without an `end` line the export failed.
 */
export const ExportLine = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rows'),
    text: z.string(),
    /** Rows so far. */
    rows: z.number(),
    /** Expected number of rows; null while the newest inquiries are fetched. */
    total: z.nullable(z.number()),
  }),
  z.object({
    kind: z.literal('end'),
    text: z.string(),
    rows: z.number(),
    /** File name; contains `parcial` if inquiries may be missing. */
    name: z.string(),
    missing: z.array(MissingDays),
  }),
]);
export type ExportLine = z.infer<typeof ExportLine>;

function areColumns(text: string): boolean {
  const names = text.split(',');
  return names.every((name) => COLUMN_NAMES.has(name)) && new Set(names).size === names.length;
}

export const exportEndpoints = {
  /** `application/x-ndjson` of `ExportLine`s. 429: the session has a running export. */
  exportInquiries: endpoint({
    method: 'GET',
    path: '/desk/inquiries/export',
    query: ExportQuery,
    reply: z.string(),
    success: 200,
    errors: [400, 401, 403, 429],
  }),
} as const;
