import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { isZone } from '#contract/hours.ts';
import { InquiriesQuery } from '#contract/inquiries.ts';
import { VIEWS } from '#contract/queue-names.ts';
import { AdminMail } from '#contract/values.ts';
import { narrowing } from './inquiries.ts';

// Inquiries as a file: everything that matches, with what people did about it.

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

export const ExportParams = z.object({ adminMail: AdminMail });

const { operador, externalid, desde, hasta } = InquiriesQuery.shape;

/** What the inbox's address says, its days resolved, and how the file is to be written. */
export const ExportQuery = z.strictObject({
  operador,
  externalid,
  desde,
  hasta,
  /** Only what the inbox would show of it, by the same names. */
  ...narrowing,
  /**
   * decided: rows stay in the service's order, which needs none of them kept, and not in the view's; `pospuestas` are in
   * the order in which they return; they and `mias` are of any age where `desde` and `hasta` are left out.
   */
  vista: z.optional(z.enum(VIEWS)),
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
 * Days whose inquiries are not all in the file: more than the service's pages hold of a day, or it did not give them, or
 * the gateway stopped before it asked for them.
 */
export const MissingDays = z.object({
  desde: z.string(),
  hasta: z.string(),
  reason: z.enum(['too-many', 'failed', 'stopped']),
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
    /** Read so far: those that the filters leave out too. */
    read: z.number(),
    pages: z.number(),
    /** How many there are to read, where the service counts the whole list; of a window that is split only a bound. */
    total: z.nullable(z.number()),
  }),
  z.object({
    kind: z.literal('end'),
    text: z.string(),
    rows: z.number(),
    read: z.number(),
    /** Of those that are read one by one, how many the service has no more. */
    gone: z.number(),
    /** With `parcial` in it unless every walk ended on a page without a next one. */
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
  /** `application/x-ndjson` of `ExportLine`s. 400: no window of the list. 429: the session has one going on. */
  exportInquiries: endpoint({
    method: 'GET',
    path: '/desk/agencies/{adminMail}/inquiries/export',
    params: ExportParams,
    query: ExportQuery,
    reply: z.string(),
    success: 200,
    errors: [400, 401, 403, 429],
  }),
} as const;
