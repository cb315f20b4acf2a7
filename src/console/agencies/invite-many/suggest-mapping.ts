import { isMailAddress, isPhone, listMails, listPhones } from '#matching/contact-values.ts';
import { normalizeWords } from '#matching/normalize.ts';
import { isRegionName } from '#console/catalogs/regions.ts';
import {
  type ColumnKind,
  isRuledOut,
  matchColumnName,
  namesPeople,
} from '#console/table-file/column-names.ts';
import {
  type Mapping,
  type SampledColumn,
  getShare,
  guessColumns,
} from '#console/table-file/guess-columns.ts';
import type { Table } from '#console/table-file/header.ts';
import { MEMBERS, type Member } from './members.ts';

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

const CONTENT: Partial<Record<Member, (cell: string) => boolean>> = {
  AdminMail: (cell) => listMails(cell).some(isMailAddress),
  IdentificacionFiscal: isCuit,
  Telefono: (cell) => listPhones(cell).some(isPhone) && !isCuit(cell),
  Region: isRegionName,
};

export const toColumnKey = (name: string): string => normalizeWords(name) || name;

export function suggestMapping(table: Table, remembered: RememberedColumns): Mapping<Member> {
  const known: Mapping<Member> = {};
  const reserved = new Set<number>();
  for (const [column, name] of table.columns.entries()) {
    const members = remembered.get(toColumnKey(name));
    if (!members) continue;
    reserved.add(column);
    for (const member of members) known[member] ??= column;
  }
  const score = (member: Member, column: SampledColumn) => {
    const points = scoreMemberName(table.columns, column.name, member) + scoreContent(member, column);
    return points < MIN_SCORE ? 0 : points;
  };
  return guessColumns(table, MEMBERS, score, known, reserved);
}

export function rememberMapping(
  { columns }: Table,
  mapping: Mapping<Member>,
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

function scoreMemberName(names: readonly string[], name: string, member: Member): number {
  const match = matchColumnName(MEMBER_KINDS[member], name);
  if (!match) return 0;
  if (member === 'Nombre' && match === 'exact' && namesPeople(names) && hasCompany(names)) return 0;
  if (match === 'exact') return EXACT_SCORE;
  return member === 'RazonSocial' ? PART_SCORE - MIN_LEAD : PART_SCORE;
}

const hasCompany = (names: readonly string[]) =>
  names.some((name) => matchColumnName('agency', name) === 'part');

function scoreContent(member: Member, { name, cells }: SampledColumn): number {
  const test = CONTENT[member];
  return test && !isRuledOut(MEMBER_KINDS[member], name) ? CONTENT_SCORE * getShare(cells, test) : 0;
}

const CUIT_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1];

function isCuit(cell: string): boolean {
  if (!/^\d{2}[- ]?\d{8}[- ]?\d$/.test(cell)) return false;
  const digits = cell.replaceAll(/\D/g, '');
  const sum = CUIT_WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  return sum % 11 === 0;
}
