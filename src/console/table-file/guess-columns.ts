import type { Table } from './header.ts';

export type Mapping<Field extends string> = Partial<Record<Field, number | undefined>>;

export interface SampledColumn {
  at: number;
  name: string;
  cells: readonly string[];
}

const SAMPLED_CELLS = 50;

/**
 * Gives each field the column with its highest score, and each column to one field. Fields that are `known` keep their
 * columns, and `reserved` columns are given to none.
 */
export function guessColumns<Field extends string>(
  table: Table,
  fields: readonly Field[],
  score: (field: Field, column: SampledColumn) => number,
  known?: Mapping<Field>,
  reserved?: ReadonlySet<number>,
): Mapping<Field> {
  const candidates = table.columns.flatMap((name, at) => {
    if (reserved?.has(at)) return [];
    const column = { at, name, cells: sampleCells(table, at) };
    return fields.map((field) => ({ field, at, score: score(field, column) }));
  });
  const mapping: Mapping<Field> = { ...known };
  const used = new Set(reserved);
  for (const { field, at, score: points } of candidates.toSorted((a, b) => b.score - a.score)) {
    if (points <= 0 || mapping[field] !== undefined || used.has(at)) continue;
    mapping[field] = at;
    used.add(at);
  }
  return mapping;
}

export function sampleCells({ rows }: Table, column: number): string[] {
  const cells: string[] = [];
  for (const row of rows) {
    if (cells.length === SAMPLED_CELLS) break;
    if (row[column]) cells.push(row[column]);
  }
  return cells;
}

export function getShare(cells: readonly string[], test: (cell: string) => boolean): number {
  return cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
}
