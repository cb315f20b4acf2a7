import { type ResponseClock, computeResponseClock } from '#contract/response-clock.ts';
import { EXPORT_LABELS } from '#contract/desk/export-labels.ts';
import type { ExportColumn, ExportQuery } from '#contract/desk/export.ts';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/durations.ts';
import { type Hours, countOpenMinutes } from '#contract/hours.ts';
import { lookUp } from '#contract/look-up.ts';
import { isPlausibleInstant, isoInZone, offsetAt } from '#contract/window.ts';
import { maskValue } from '#contract/masking.ts';

/** Language and time zone of the cells. */
export interface CellFormat {
  zone: string;
  locale: NonNullable<ExportQuery['locale']>;
  headers: NonNullable<ExportQuery['headers']>;
  isMasked: boolean;
}

/** An inquiry as the service sent it, with follow-up and hours. */
export interface ExportRow {
  inquiry: unknown;
  sid: string | undefined;
  adminMail: string;
  followUp: FollowUp | undefined;
  hours: Hours;
  now: number;
}

/** Columns whose values are instants, in ms; in CSV and XLSX their headers name the zone. */
const TIME_COLUMNS: ReadonlySet<ExportColumn> = new Set<ExportColumn>([
  'Momento',
  'Seguimiento.PospuestaHasta',
  'Seguimiento.PrimerIntento',
  'Seguimiento.PrimerContacto',
  'Reloj.Vence',
  'Reloj.Respondida',
]);

/** Columns that are numbers in a workbook. Phones and documents stay text, also where the service sends numbers. */
const isNumberColumn = (column: ExportColumn) =>
  /\.(?:Importe|Kilometraje|VersionYear|Notas|Minutos)$/.test(column);

/** Columns with codes of `follow-up.ts`, which `CODE_LABELS` translates. */
const CODE_COLUMNS: ReadonlySet<ExportColumn> = new Set<ExportColumn>([
  'Seguimiento.Estado',
  'Seguimiento.Motivo',
  'Seguimiento.PrimerIntento.Medio',
]);

export const CODE_LABELS = {
  yes: { es: 'sí', en: 'yes' },
  no: { es: 'no', en: 'no' },
  new: { es: 'nueva', en: 'new' },
  answered: { es: 'respondida', en: 'answered' },
  contacted: { es: 'contactada', en: 'contacted' },
  appointment: { es: 'cita', en: 'appointment' },
  won: { es: 'ganada', en: 'won' },
  lost: { es: 'perdida', en: 'lost' },
  'no-answer': { es: 'no responde', en: 'no answer' },
  price: { es: 'precio', en: 'price' },
  'bought-elsewhere': { es: 'compró en otro lado', en: 'bought elsewhere' },
  'not-available': { es: 'no disponible', en: 'not available' },
  finance: { es: 'financiación', en: 'finance' },
  other: { es: 'otro', en: 'other' },
  call: { es: 'llamada', en: 'call' },
  mail: { es: 'correo', en: 'mail' },
  whatsapp: { es: 'WhatsApp', en: 'WhatsApp' },
} as const;

/** Columns with data of the gateway; every other column is a path in the inquiry. */
const VALUE_GETTERS: Partial<Record<ExportColumn, (row: ExportRow) => unknown>> = {
  // Text that is no time stays as it is.
  Momento: (row) => parseMomento(row) ?? getMember(row.inquiry, 'Momento'),
  sid: ({ sid }) => sid,
  Agencia: ({ adminMail }) => adminMail,
  'Seguimiento.Estado': ({ followUp }) => followUp?.status ?? 'new',
  'Seguimiento.Motivo': ({ followUp }) => followUp?.lostReason,
  'Seguimiento.Responsable': ({ followUp }) => followUp?.claimedBy?.name,
  'Seguimiento.PospuestaHasta': ({ followUp }) => followUp?.snoozedUntil,
  'Seguimiento.PrimerIntento': ({ followUp }) => followUp?.firstTouch?.at,
  'Seguimiento.PrimerIntento.Por': ({ followUp }) => followUp?.firstTouch?.by.name,
  'Seguimiento.PrimerIntento.Medio': ({ followUp }) => followUp?.firstTouch?.how,
  'Seguimiento.PrimerContacto': ({ followUp }) => followUp?.firstContact?.at,
  'Seguimiento.PrimerContacto.Por': ({ followUp }) => followUp?.firstContact?.by.name,
  'Seguimiento.Notas': ({ followUp }) => followUp?.notes ?? 0,
  'Reloj.Vence': (row) => {
    const clock = getClock(row);
    return clock && 'dueAt' in clock ? clock.dueAt : undefined;
  },
  'Reloj.Respondida': computeAnsweredAt,
  'Reloj.Minutos': (row) => {
    const [from, to] = [parseMomento(row), computeAnsweredAt(row)];
    return from === undefined || to === undefined ? undefined : countOpenMinutes(from, to, row.hours);
  },
  // Empty while the clock runs, and where no answer is due any more.
  'Reloj.ATiempo': (row) => {
    const clock = getClock(row);
    if (clock?.state === 'late') return false;
    return clock?.state === 'answered' && clock.dueAt !== undefined ? clock.inTime : undefined;
  },
};

/** Name of a column in the file. */
export function getColumnName(column: ExportColumn, { headers, locale }: CellFormat): string {
  return headers === 'interface' ? column : EXPORT_LABELS[column][locale];
}

/** Header of a column of CSV and XLSX. */
export function formatColumnHeader(column: ExportColumn, format: CellFormat): string {
  const name = getColumnName(column, format);
  return TIME_COLUMNS.has(column) ? `${name} (${format.zone})` : name;
}

/** Value of a column as text in the file's language; empty without a value. */
export function formatExportCell(column: ExportColumn, row: ExportRow, format: CellFormat): string {
  const value = getValue(column, row, format);
  const { zone, locale } = format;
  switch (typeof value) {
    case 'string':
      return CODE_COLUMNS.has(column)
        ? (lookUp<Record<typeof locale, string>>(CODE_LABELS, value)?.[locale] ?? value)
        : value;
    case 'number':
      if (TIME_COLUMNS.has(column)) return formatZonedTime(value, zone);
      return locale === 'es' ? String(value).replace('.', ',') : String(value);
    case 'boolean':
      return CODE_LABELS[value ? 'yes' : 'no'][locale];
    default:
      return value === null || value === undefined ? '' : JSON.stringify(value);
  }
}

/** Value of a column for JSON. */
export function toJsonValue(column: ExportColumn, row: ExportRow, format: CellFormat): unknown {
  const value = getValue(column, row, format);
  return typeof value === 'number' && TIME_COLUMNS.has(column)
    ? isoInZone(value, format.zone)
    : (value ?? null);
}

/** Value of a column for a workbook: text, a number or a local time as its serial number; null is no value. */
export function toWorkbookValue(
  column: ExportColumn,
  row: ExportRow,
  format: CellFormat,
): string | number | null {
  const value = getValue(column, row, format);
  if (typeof value !== 'number') return formatExportCell(column, row, format) || null;
  if (TIME_COLUMNS.has(column)) return toSerialTime(value, format.zone);
  return isNumberColumn(column) ? value : String(value);
}

export type ColumnType = 'text' | 'time' | 'amount' | 'number';

export function getColumnType(column: ExportColumn): ColumnType {
  if (TIME_COLUMNS.has(column)) return 'time';
  if (column.endsWith('.Importe')) return 'amount';
  return isNumberColumn(column) ? 'number' : 'text';
}

function getValue(column: ExportColumn, row: ExportRow, { isMasked }: CellFormat): unknown {
  const getter = VALUE_GETTERS[column];
  const value = getter ? getter(row) : getMember(row.inquiry, column);
  return isMasked ? maskValue(column, value) : value;
}

function getMember(value: unknown, path: string): unknown {
  let at = value;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = Reflect.get(at, name);
  }
  return at;
}

/** Formats local date and time so that spreadsheets of every locale parse it. */
export function formatZonedTime(instant: number, zone: string): string {
  const localTime = new Date(instant + offsetAt(instant, zone) * MINUTE_MS).toISOString();
  return localTime.slice(0, 19).replace('T', ' ');
}

/** Serial number 0 is 1899-12-30 00:00. */
const SERIAL_EPOCH = Date.UTC(1899, 11, 30);

/** Local time as spreadsheets store it: days, to the second. */
function toSerialTime(instant: number, zone: string): number {
  const localTime = instant + offsetAt(instant, zone) * MINUTE_MS;
  return (localTime - (localTime % SECOND_MS) - SERIAL_EPOCH) / DAY_MS;
}

function parseMomento({ inquiry }: ExportRow): number | undefined {
  const at = Date.parse(String(getMember(inquiry, 'Momento')));
  return isPlausibleInstant(at) ? at : undefined;
}

function getClock(row: ExportRow): ResponseClock | undefined {
  const momento = parseMomento(row);
  return momento === undefined ? undefined : computeResponseClock(momento, row.followUp, row.hours, row.now);
}

function computeAnsweredAt(row: ExportRow): number | undefined {
  const clock = getClock(row);
  return clock?.state === 'answered' ? clock.at : undefined;
}
