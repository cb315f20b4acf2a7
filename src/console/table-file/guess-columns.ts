import type { Table } from './header.ts';

/** Numbers of the columns that hold the fields of a form or request. */
export type Mapping<Field extends string> = Partial<Record<Field, number | undefined>>;

export interface SampledColumn {
  at: number;
  name: string;
  /** The first cells that are not empty. */
  cells: readonly string[];
}

interface Options<Field extends string> {
  sampledCells: number;
  known?: Mapping<Field>;
  /** Columns that no other field may take. */
  reserved?: ReadonlySet<number>;
}

/** Gives each field the column with its highest score, and each column to one field. */
export function guessColumns<Field extends string>(
  table: Table,
  fields: readonly Field[],
  score: (field: Field, column: SampledColumn) => number,
  { sampledCells, known = {}, reserved = new Set() }: Options<Field>,
): Mapping<Field> {
  const candidates = table.columns.flatMap((name, at) => {
    if (reserved.has(at)) return [];
    const column = { at, name, cells: sampleCells(table, at, sampledCells) };
    return fields.map((field) => ({ field, at, score: score(field, column) }));
  });
  const mapping = { ...known };
  const used = new Set(reserved);
  for (const { field, at, score: points } of candidates.toSorted((a, b) => b.score - a.score)) {
    if (points <= 0 || mapping[field] !== undefined || used.has(at)) continue;
    mapping[field] = at;
    used.add(at);
  }
  return mapping;
}

export function sampleCells({ rows }: Table, column: number, limit: number): string[] {
  const cells: string[] = [];
  for (const row of rows) {
    if (cells.length === limit) break;
    if (row[column]) cells.push(row[column]);
  }
  return cells;
}

export function getShare(cells: readonly string[], test: (cell: string) => boolean): number {
  return cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
}
