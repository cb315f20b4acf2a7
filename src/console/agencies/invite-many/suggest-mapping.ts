import { normalizeWords } from '#matching/normalize.ts';
import { regionMatcher } from '#console/catalogs/region-matcher.ts';
import type { Table } from '#console/table-file/header.ts';
import { type Mapping, MEMBERS, type Member } from './members.ts';

/** Members by key of a column's name; an empty list: the person uses the column for nothing. */
export type RememberedColumns = ReadonlyMap<string, readonly Member[]>;

/** Of normalized names: what is for nothing else, and what often is for it. */
const NAMES: Record<Member, { exact: RegExp; part: RegExp }> = {
  AdminMail: { exact: /^(?:adminmail|e ?mail|mail|correo)$/, part: /\b(?:adminmail|e ?mail|mail|correo)\b/ },
  Nombre: {
    exact: /^(?:nombre|name|agencia|agency|concesionari[ao]|dealer|dealership)$/,
    part: /^(?!.*\b(?:contacto|contact|apellido|administrador|persona|usuario|legal|operador)\b).*\b(?:nombre|name|agencia|agency|concesionari[ao]|dealer|dealership|fantasia)\b/,
  },
  RazonSocial: {
    exact: /^(?:razon ?social|legal name|company|sociedad)$/,
    part: /\b(?:razon ?social|legal name|company name|denominacion)\b/,
  },
  IdentificacionFiscal: {
    exact: /^(?:cuit|identificacion ?fiscal|tax ?id)$/,
    part: /\b(?:cuit|cuil|fiscal|tax|vat|rut|rfc|nif)\b/,
  },
  Telefono: { exact: /^(?:telefono|phone|tel)$/, part: /\b(?:telefonos?|telefonico|phone|tel|fijo)\b/ },
  WhatsApp: {
    exact: /^(?:whatsapp|whats app)$/,
    part: /\b(?:whatsapp|whats app|wsp|wpp|wa|celular|cel|movil|mobile)\b/,
  },
  Region: { exact: /^(?:provincia|region|province)$/, part: /\b(?:provincia|region|province|state)\b/ },
  Ciudad: {
    exact: /^(?:ciudad|city|localidad)$/,
    part: /\b(?:ciudad|city|localidad|town|municipio|partido)\b/,
  },
  Direccion: {
    exact: /^(?:direccion|domicilio|address)$/,
    part: /^(?!.*\b(?:mail|correo|web|ip)\b).*\b(?:direccion|domicilio|address|calle|street)\b/,
  },
};

const EXACT_SCORE = 1;
const PART_SCORE = 0.7;
/** Of a column in which all cells look so: a name says more. */
const CONTENT_SCORE = 0.65;
/** Below it neither name nor content say anything. */
const MIN_SCORE = 0.5;
const SAMPLE_CELLS = 50;

const isPhone = (cell: string) =>
  /^[+\d(][\d\s().-]{6,22}$/.test(cell) && cell.replaceAll(/\D/g, '').length >= 8;
const CONTENT: Partial<Record<Member, (cell: string) => boolean>> = {
  AdminMail: (cell) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell),
  IdentificacionFiscal: isCuit,
  // A tax id has the letters of a phone number.
  Telefono: (cell) => isPhone(cell) && !isCuit(cell),
  Region: (cell) => (regionMatcher.best(cell)?.score ?? 0) > 0.9,
};

/** The key under which a column is remembered. */
export const toColumnKey = (name: string): string => normalizeWords(name) || name;

/** Suggests columns by what the person chose before, else by their names and what is in them. */
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

/** What a mapping says of the columns of its table, added to what was known. */
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
  const name = normalizeWords(columns[column] ?? '');
  const { exact, part } = NAMES[member];
  const nameScore = exact.test(name) ? EXACT_SCORE : part.test(name) ? PART_SCORE : 0;
  return nameScore + scoreContent(rows, column, CONTENT[member]);
}

/** By the share of the first cells that look so. */
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

/** An Argentine tax id with its check digit. */
function isCuit(cell: string): boolean {
  if (!/^\d{2}[- ]?\d{8}[- ]?\d$/.test(cell)) return false;
  const digits = cell.replaceAll(/\D/g, '');
  const sum = CUIT_WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  return sum % 11 === 0;
}
