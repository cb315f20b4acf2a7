import { type ResponseClock, computeResponseClock } from '#contract/response-clock.ts';
import type { ExportColumn, ExportQuery } from '#contract/desk/export.ts';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import { type Hours, countOpenMs } from '#contract/hours.ts';
import { offsetAt } from '#contract/window.ts';

/** How a file writes what is in it. */
export interface Writing {
  zone: string;
  locale: NonNullable<ExportQuery['locale']>;
}

/** An inquiry as the service sent it, and what is known of it here. */
export interface ExportRow {
  inquiry: unknown;
  sid: string | undefined;
  adminMail: string;
  followUp: FollowUp | undefined;
  hours: Hours;
  now: number;
}

const MINUTE_MS = 60_000;

/** Columns that hold times: their heads say of which zone. */
const TIMES: ReadonlySet<ExportColumn> = new Set<ExportColumn>([
  'Momento',
  'Seguimiento.PospuestaHasta',
  'Seguimiento.PrimerIntento',
  'Seguimiento.PrimerContacto',
  'Reloj.Vence',
  'Reloj.Respondida',
]);

const WORDS = {
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

type DeskCell = (row: ExportRow, writing: Writing) => string | number;

/** Columns of what the gateway knows; every other is a way in what the service sent. */
const DESK_CELLS: Partial<Record<ExportColumn, DeskCell>> = {
  sid: ({ sid }) => sid ?? '',
  Agencia: ({ adminMail }) => adminMail,
  'Seguimiento.Estado': ({ followUp }, { locale }) => WORDS[locale][followUp?.status ?? 'new'],
  'Seguimiento.Motivo': ({ followUp }, { locale }) =>
    followUp?.lostReason ? WORDS[locale][followUp.lostReason] : '',
  'Seguimiento.Responsable': ({ followUp }) => followUp?.claimedBy?.name ?? '',
  'Seguimiento.PospuestaHasta': ({ followUp }, { zone }) => timeText(followUp?.snoozedUntil, zone),
  'Seguimiento.PrimerIntento': ({ followUp }, { zone }) => timeText(followUp?.firstTouch?.at, zone),
  'Seguimiento.PrimerIntento.Por': ({ followUp }) => followUp?.firstTouch?.by.name ?? '',
  'Seguimiento.PrimerIntento.Medio': ({ followUp }, { locale }) =>
    followUp?.firstTouch ? WORDS[locale][followUp.firstTouch.how] : '',
  'Seguimiento.PrimerContacto': ({ followUp }, { zone }) => timeText(followUp?.firstContact?.at, zone),
  'Seguimiento.PrimerContacto.Por': ({ followUp }) => followUp?.firstContact?.by.name ?? '',
  'Seguimiento.Notas': ({ followUp }) => followUp?.notes ?? 0,
  'Reloj.Vence': (row, { zone }) => {
    const clock = clockIn(row);
    return timeText(clock && 'dueAt' in clock ? clock.dueAt : undefined, zone);
  },
  'Reloj.Respondida': (row, { zone }) => timeText(answeredAt(row), zone),
  'Reloj.Minutos': (row) => {
    const [from, to] = [momentoOf(row), answeredAt(row)];
    return from === undefined || to === undefined
      ? ''
      : Math.floor(countOpenMs(from, to, row.hours) / MINUTE_MS);
  },
  // Without an answer time may still run, or nobody waits for one any more.
  'Reloj.ATiempo': (row, { locale }) => {
    const clock = clockIn(row);
    if (clock?.state === 'late') return WORDS[locale].no;
    return clock?.state === 'answered' && clock.dueAt !== undefined
      ? WORDS[locale][clock.inTime ? 'yes' : 'no']
      : '';
  },
};

/** What stands over a column. */
export function headOf(column: ExportColumn, { zone }: Writing): string {
  return TIMES.has(column) ? `${column} (${zone})` : column;
}

/** What an inquiry has in a column, as text of the file's language; nothing where there is nothing. */
export function cellOf(column: ExportColumn, row: ExportRow, writing: Writing): string {
  const own = DESK_CELLS[column];
  const value = own ? own(row, writing) : memberAt(row.inquiry, column);
  if (column === 'Momento') return timeText(momentoOf(row), writing.zone) || text(value, writing);
  return text(value, writing);
}

function text(value: unknown, { locale }: Writing): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return locale === 'es' ? String(value).replace('.', ',') : String(value);
    case 'boolean':
      return WORDS[locale][value ? 'yes' : 'no'];
    default:
      return value === null || value === undefined ? '' : JSON.stringify(value);
  }
}

function memberAt(value: unknown, way: string): unknown {
  let at = value;
  for (const name of way.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = Reflect.get(at, name);
  }
  return at;
}

/** As spreadsheets of every language read it: day and time of the wall clock. */
function timeText(instant: number | null | undefined, zone: string): string {
  if (instant === null || instant === undefined) return '';
  const wall = new Date(instant + offsetAt(instant, zone) * MINUTE_MS).toISOString();
  return wall.slice(0, 19).replace('T', ' ');
}

function momentoOf({ inquiry }: ExportRow): number | undefined {
  const at = Date.parse(String(memberAt(inquiry, 'Momento')));
  return Number.isNaN(at) ? undefined : at;
}

function clockIn(row: ExportRow): ResponseClock | undefined {
  const momento = momentoOf(row);
  return momento === undefined ? undefined : computeResponseClock(momento, row.followUp, row.hours, row.now);
}

function answeredAt(row: ExportRow): number | undefined {
  const clock = clockIn(row);
  return clock?.state === 'answered' ? clock.at : undefined;
}
