import type { HANDOVER_KINDS, Handover, HandoverRow } from './desk/handover.ts';
import { maskContactsWithin, maskFullName, maskMail, maskPhone } from './masking.ts';
import { addDays, dayAt } from './window.ts';

type Owner = HandoverRow['owner'];

export interface HandoverGroup {
  adminMail: string;
  people: { owner: Owner; rows: HandoverRow[] }[];
}

/** Masks the contacts of a sheet, unless it is masked already. */
export function maskHandover(sheet: Handover): Handover {
  if (sheet.masked) return sheet;
  const rows = sheet.rows.map((row) => ({
    ...row,
    buyer: maskFullName(row.buyer),
    contacts: row.contacts.map((contact) => (contact.includes('@') ? maskMail : maskPhone)(contact)),
    note: row.note && { ...row.note, text: maskContactsWithin(row.note.text) },
  }));
  return { ...sheet, rows, masked: true };
}

/** Kind of an open inquiry of a list; an active snooze is a promise, also of an appointment. */
export function resolveHandoverKind(
  { status, snoozedUntil }: { status: HandoverRow['status']; snoozedUntil: number | null },
  now: number,
  isWaiting: boolean,
): (typeof HANDOVER_KINDS)[number] {
  if (snoozedUntil !== null && snoozedUntil > now) return 'promised';
  return status === 'appointment' && !isWaiting ? 'appointment' : 'waiting';
}

/** The order of the sheet: what waits, the longest first; what was promised, by its return; appointments, by age. */
export function compareHandoverRows(a: HandoverRow, b: HandoverRow): number {
  const rank = { waiting: 0, promised: 1, appointment: 2 };
  const time = ({ kind, at, returnsAt }: HandoverRow) => (kind === 'promised' ? (returnsAt ?? at) : at);
  return rank[a.kind] - rank[b.kind] || time(a) - time(b) || (a.sid < b.sid ? -1 : 1);
}

/** Groups rows by agency and person, in the order of their first rows; what nobody has comes first. */
export function groupHandover(rows: readonly HandoverRow[]): HandoverGroup[] {
  return [...Map.groupBy(rows, ({ adminMail }) => adminMail)].map(([adminMail, ofAgency]) => ({
    adminMail,
    people: [...Map.groupBy(ofAgency, ({ owner }) => owner?.id)]
      .toSorted(([a], [b]) => Number(a !== undefined) - Number(b !== undefined))
      .map(([, own]) => ({ owner: own[0]?.owner ?? null, rows: own })),
  }));
}

export interface HandoverCounts {
  waiting: number;
  /** Waiting, and past the due time. */
  late: number;
  today: number;
  tomorrow: number;
  appointments: number;
}

/** Day on which a snoozed inquiry returns, in a time zone; null: later, or it is not snoozed. */
export function findReturnDay(
  { kind, returnsAt }: Pick<HandoverRow, 'kind' | 'returnsAt'>,
  now: number,
  zone: string,
): 'today' | 'tomorrow' | null {
  if (kind !== 'promised' || returnsAt === null) return null;
  const today = dayAt(now, zone);
  const day = dayAt(returnsAt, zone);
  if (day === today) return 'today';
  return day === addDays(today, 1) ? 'tomorrow' : null;
}

export function countHandover(rows: readonly HandoverRow[], now: number, zone: string): HandoverCounts {
  const count = (condition: (row: HandoverRow) => boolean) => rows.filter(condition).length;
  return {
    waiting: count(({ kind }) => kind === 'waiting'),
    late: count(({ kind, dueAt }) => kind === 'waiting' && dueAt !== null && dueAt <= now),
    today: count((row) => findReturnDay(row, now, zone) === 'today'),
    tomorrow: count((row) => findReturnDay(row, now, zone) === 'tomorrow'),
    appointments: count(({ kind }) => kind === 'appointment'),
  };
}
