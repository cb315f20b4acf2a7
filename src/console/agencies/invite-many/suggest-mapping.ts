import { isMailAddress, isPhone, listMails, listPhones } from '#matching/contact-values.ts';
import { normalizeWords } from '#matching/normalize.ts';
import { regionMatcher } from '#console/catalogs/region-matcher.ts';
import {
  type ColumnKind,
  isRuledOut,
  matchColumnName,
  namesPeople,
} from '#console/table-file/column-names.ts';
import type { Table } from '#console/table-file/header.ts';
import { type Mapping, MEMBERS, type Member } from './members.ts';

/** An empty list says that the person uses the column for nothing. */
export type RememberedColumns = ReadonlyMap<string, readonly Member[]>;

const MEMBER_KINDS: Record<Member, ColumnKind> = {
  AdminMail: 'mail',
  Nombre: 'agency',
  RazonSocial: 'legalName',
  IdentificacionFiscal: 'taxId',
  Telefono: 'phone',
  WhatsApp: 'whatsapp',
  Region: 'region',
  Ciudad: 'city',
  Direccion: 'address',
};

const EXACT_SCORE = 1;
const PART_SCORE = 0.7;
const MIN_LEAD = 0.05;
const CONTENT_SCORE = 0.65;
const MIN_SCORE = 0.5;
const SAMPLE_CELLS = 50;

const CONTENT: Partial<Record<Member, (cell: string) => boolean>> = {
  AdminMail: (cell) => listMails(cell).some(isMailAddress),
  IdentificacionFiscal: isCuit,
  Telefono: (cell) => listPhones(cell).some(isPhone) && !isCuit(cell),
  Region: (cell) => (regionMatcher.best(cell)?.score ?? 0) > 0.9,
};

export const toColumnKey = (name: string): string => normalizeWords(name) || name;

export function suggestMapping(table: Table, remembered: RememberedColumns): Mapping {
  const mapping: Mapping = {};
  const taken = new Set<number>();
  for (const [column, name] of table.columns.entries()) {
    const members = remembered.get(toColumnKey(name));
    if (!members) continue;
    taken.add(column);
    for (const member of members) mapping[member] ??= column;
  }
  const candidates = MEMBERS.flatMap((member) =>
    table.columns.map((_, column) => ({ member, column, score: scoreColumn(table, column, member) })),
  );
  for (const { member, column, score } of candidates.toSorted((a, b) => b.score - a.score)) {
    if (score < MIN_SCORE || mapping[member] !== undefined || taken.has(column)) continue;
    mapping[member] = column;
    taken.add(column);
  }
  return mapping;
}

export function rememberMapping(
  { columns }: Table,
  mapping: Mapping,
  remembered: RememberedColumns,
): RememberedColumns {
  const next = new Map(remembered);
  for (const [column, name] of columns.entries())
    next.set(
      toColumnKey(name),
      MEMBERS.filter((member) => mapping[member] === column),
    );
  return next;
}

function scoreColumn({ columns, rows }: Table, column: number, member: Member): number {
  const content = isRuledOut(MEMBER_KINDS[member], columns[column] ?? '')
    ? 0
    : scoreContent(rows, column, CONTENT[member]);
  return scoreMemberName(columns, column, member) + content;
}

function scoreMemberName(columns: readonly string[], column: number, member: Member): number {
  const match = matchColumnName(MEMBER_KINDS[member], columns[column] ?? '');
  if (!match) return 0;
  if (member === 'Nombre' && match === 'exact' && namesPeople(columns) && hasCompany(columns)) return 0;
  if (match === 'exact') return EXACT_SCORE;
  return member === 'RazonSocial' ? PART_SCORE - MIN_LEAD : PART_SCORE;
}

const hasCompany = (columns: readonly string[]) =>
  columns.some((name) => matchColumnName('agency', name) === 'part');

function scoreContent(
  rows: Table['rows'],
  column: number,
  test: ((cell: string) => boolean) | undefined,
): number {
  if (!test) return 0;
  const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  const sample = cells.slice(0, SAMPLE_CELLS);
  return sample.length === 0 ? 0 : (CONTENT_SCORE * sample.filter(test).length) / sample.length;
}

const CUIT_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1];

function isCuit(cell: string): boolean {
  if (!/^\d{2}[- ]?\d{8}[- ]?\d$/.test(cell)) return false;
  const digits = cell.replaceAll(/\D/g, '');
  const sum = CUIT_WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  return sum % 11 === 0;
}
