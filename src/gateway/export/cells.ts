import { type ResponseClock, computeResponseClock } from '#contract/response-clock.ts';
import type { ExportColumn, ExportQuery } from '#contract/desk/export.ts';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import { type Hours, countOpenMs } from '#contract/hours.ts';
import { offsetAt } from '#contract/window.ts';

/** Time zone and language of a file. */
export interface CellFormat {
  zone: string;
  locale: NonNullable<ExportQuery['locale']>;
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

const MINUTE_MS = 60_000;

/** Columns with times; their headers name the zone. */
const TIME_COLUMNS: ReadonlySet<ExportColumn> = new Set<ExportColumn>([
  'Momento',
  'Seguimiento.PospuestaHasta',
  'Seguimiento.PrimerIntento',
  'Seguimiento.PrimerContacto',
  'Reloj.Vence',
  'Reloj.Respondida',
]);

const LABELS = {
  es: {
    yes: 'sí',
    no: 'no',
    new: 'nueva',
    answered: 'respondida',
    contacted: 'contactada',
    appointment: 'cita',
    won: 'ganada',
    lost: 'perdida',
    'no-answer': 'no responde',
    price: 'precio',
    'bought-elsewhere': 'compró en otro lado',
    'not-available': 'no disponible',
    finance: 'financiación',
    other: 'otro',
    call: 'llamada',
    mail: 'correo',
    whatsapp: 'WhatsApp',
  },
  en: {
    yes: 'yes',
    no: 'no',
    new: 'new',
    answered: 'answered',
    contacted: 'contacted',
    appointment: 'appointment',
    won: 'won',
    lost: 'lost',
    'no-answer': 'no answer',
    price: 'price',
    'bought-elsewhere': 'bought elsewhere',
    'not-available': 'not available',
    finance: 'finance',
    other: 'other',
    call: 'call',
    mail: 'mail',
    whatsapp: 'WhatsApp',
  },
} as const;

type CellFormatter = (row: ExportRow, format: CellFormat) => string | number;

/** Columns with data of the gateway; every other column is a path in the inquiry. */
const CELL_FORMATTERS: Partial<Record<ExportColumn, CellFormatter>> = {
  sid: ({ sid }) => sid ?? '',
  Agencia: ({ adminMail }) => adminMail,
  'Seguimiento.Estado': ({ followUp }, { locale }) => LABELS[locale][followUp?.status ?? 'new'],
  'Seguimiento.Motivo': ({ followUp }, { locale }) =>
    followUp?.lostReason ? LABELS[locale][followUp.lostReason] : '',
  'Seguimiento.Responsable': ({ followUp }) => followUp?.claimedBy?.name ?? '',
  'Seguimiento.PospuestaHasta': ({ followUp }, { zone }) => formatTime(followUp?.snoozedUntil, zone),
  'Seguimiento.PrimerIntento': ({ followUp }, { zone }) => formatTime(followUp?.firstTouch?.at, zone),
  'Seguimiento.PrimerIntento.Por': ({ followUp }) => followUp?.firstTouch?.by.name ?? '',
  'Seguimiento.PrimerIntento.Medio': ({ followUp }, { locale }) =>
    followUp?.firstTouch ? LABELS[locale][followUp.firstTouch.how] : '',
  'Seguimiento.PrimerContacto': ({ followUp }, { zone }) => formatTime(followUp?.firstContact?.at, zone),
  'Seguimiento.PrimerContacto.Por': ({ followUp }) => followUp?.firstContact?.by.name ?? '',
  'Seguimiento.Notas': ({ followUp }) => followUp?.notes ?? 0,
  'Reloj.Vence': (row, { zone }) => {
    const clock = getClock(row);
    return formatTime(clock && 'dueAt' in clock ? clock.dueAt : undefined, zone);
  },
  'Reloj.Respondida': (row, { zone }) => formatTime(getAnsweredAt(row), zone),
  'Reloj.Minutos': (row) => {
    const [from, to] = [parseMomento(row), getAnsweredAt(row)];
    return from === undefined || to === undefined
      ? ''
      : Math.floor(countOpenMs(from, to, row.hours) / MINUTE_MS);
  },
  // Empty while the clock runs, and where no answer is due any more.
  'Reloj.ATiempo': (row, { locale }) => {
    const clock = getClock(row);
    if (clock?.state === 'late') return LABELS[locale].no;
    return clock?.state === 'answered' && clock.dueAt !== undefined
      ? LABELS[locale][clock.inTime ? 'yes' : 'no']
      : '';
  },
};

/** Header of a column. */
export function formatColumnHeader(column: ExportColumn, { zone }: CellFormat): string {
  return TIME_COLUMNS.has(column) ? `${column} (${zone})` : column;
}

/** Value of a column as text in the file's language; empty without a value. */
export function formatCell(column: ExportColumn, row: ExportRow, format: CellFormat): string {
  const formatter = CELL_FORMATTERS[column];
  const value = formatter ? formatter(row, format) : getMember(row.inquiry, column);
  if (column === 'Momento') return formatTime(parseMomento(row), format.zone) || formatValue(value, format);
  return formatValue(value, format);
}

function formatValue(value: unknown, { locale }: CellFormat): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return locale === 'es' ? String(value).replace('.', ',') : String(value);
    case 'boolean':
      return LABELS[locale][value ? 'yes' : 'no'];
    default:
      return value === null || value === undefined ? '' : JSON.stringify(value);
  }
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
function formatTime(instant: number | null | undefined, zone: string): string {
  if (instant === null || instant === undefined) return '';
  const localTime = new Date(instant + offsetAt(instant, zone) * MINUTE_MS).toISOString();
  return localTime.slice(0, 19).replace('T', ' ');
}

function parseMomento({ inquiry }: ExportRow): number | undefined {
  const at = Date.parse(String(getMember(inquiry, 'Momento')));
  return Number.isNaN(at) ? undefined : at;
}

function getClock(row: ExportRow): ResponseClock | undefined {
  const momento = parseMomento(row);
  return momento === undefined ? undefined : computeResponseClock(momento, row.followUp, row.hours, row.now);
}

function getAnsweredAt(row: ExportRow): number | undefined {
  const clock = getClock(row);
  return clock?.state === 'answered' ? clock.at : undefined;
}
