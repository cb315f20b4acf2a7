import type { Selectable } from 'kysely';
import { type RunColumn, type RunField, isMatchKind } from '#contract/desk/match-runs.ts';
import type { MatchKind } from '#contract/desk/matching.ts';

export interface MatchRunTable {
  id: string;
  person_id: string;
  at: number;
  /** Catalog of the first column that is compared. */
  catalog: string;
  /** Catalogs of all columns of listings, by commas; null: the run compares one column. */
  catalogs: string | null;
  /** Name of the file; empty: pasted. */
  name: string;
  /** Name of the first column that is compared. */
  column_name: string;
  province_name: string | null;
  row_count: number;
  /** JSON of `RunCells`. */
  cells: string;
}

/** The version before reads and writes `column` and `province`, which are all that a compared column has. */
interface RunCells {
  column: string[];
  province: string[] | null;
  others?: RunColumn[];
}

type ColumnTexts = Pick<Selectable<MatchRunTable>, 'catalog' | 'column_name' | 'province_name' | 'cells'>;

/** Formats columns, of which at least one has a catalog. */
export function formatColumns(columns: readonly RunColumn[]): ColumnTexts {
  const region = columns.find(({ field }) => field === 'region');
  const first = columns.find(({ field }) => isMatchKind(field));
  if (!first) throw new Error('No column of a catalog');
  const others = columns.filter((column) => column !== first && column !== region);
  const cells: RunCells = {
    column: first.cells,
    province: region?.cells ?? null,
    ...(others.length > 0 && { others }),
  };
  return {
    catalog: first.field,
    column_name: first.name,
    province_name: region?.name ?? null,
    cells: JSON.stringify(cells),
  };
}

export function parseColumns({ catalog, column_name, province_name, cells }: ColumnTexts): RunColumn[] {
  const { column, province, others = [] } = JSON.parse(cells) as RunCells;
  return [
    { field: catalog as RunField, name: column_name, cells: column },
    ...others,
    ...(province ? [{ field: 'region' as const, name: province_name ?? '', cells: province }] : []),
  ];
}

/** Catalogs of the columns that are compared, the one of the first column first. */
export function listCatalogs({
  catalog,
  catalogs,
}: Pick<MatchRunTable, 'catalog' | 'catalogs'>): MatchKind[] {
  return (catalogs ?? catalog).split(',') as MatchKind[];
}
