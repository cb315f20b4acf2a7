import { type MatchRun, RUN_FIELDS, type RunColumn, type RunField } from '#contract/desk/match-runs.ts';
import type { Mapping } from '#console/table-file/guess-columns.ts';
import type { Table } from '#console/table-file/header.ts';
import { toCell } from './value-answers.ts';

export function toRunColumns({ columns, rows }: Table, mapping: Mapping<RunField>): RunColumn[] {
  return RUN_FIELDS.flatMap((field) => {
    const at = mapping[field];
    if (at === undefined) return [];
    return [{ field, name: toCell(columns[at]), cells: rows.map((row) => toCell(row[at])) }];
  });
}

export function toRunTable(columns: readonly RunColumn[]): Table {
  const [first] = columns;
  return {
    columns: columns.map(({ name }) => name),
    rows: (first?.cells ?? []).map((_, row) => columns.map(({ cells }) => cells[row] ?? '')),
  };
}

/** Name of the file of a run without its extension; empty: it was pasted. */
export const getFileStem = ({ name }: Pick<MatchRun, 'name'>) => name.replace(/\.[^.]+$/, '');
