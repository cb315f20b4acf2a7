import { MATCH_KINDS, type MatchKind, type MatchedValue } from '#contract/desk/matching.ts';
import { isRegionName } from '#console/catalogs/regions.ts';
import { matchColumnName } from '#console/table-file/column-names.ts';
import { getShare, sampleCells } from '#console/table-file/guess-columns.ts';
import type { Table } from '#console/table-file/header.ts';

export interface ColumnChoice {
  column: number;
  catalog: MatchKind;
  province: number | undefined;
}

const SAMPLE_COLUMNS = 8;
const SCORED_VALUES = 12;
const HEADER_BONUS = 0.5;
const MIN_CONTENT_SCORE = 0.45;
const MIN_ADVANTAGE = 0.2;
const MIN_PROVINCE_SHARE = 0.7;

export function sampleColumns(table: Table): { column: number; values: string[] }[] {
  return table.columns.slice(0, SAMPLE_COLUMNS).map((_, column) => {
    const cells = sampleCells(table, column).map((cell) => cell.slice(0, 100));
    const words = cells.filter((cell) => /\p{L}/u.test(cell));
    return { column, values: [...new Set(words)].slice(0, SCORED_VALUES) };
  });
}

export function scoreSample(results: readonly Pick<MatchedValue, 'candidates'>[]): number {
  const total = results.reduce((sum, { candidates: [best] }) => sum + (best?.score ?? 0), 0);
  return results.length === 0 ? 0 : total / results.length;
}

export function suggestColumns(
  table: Table,
  contentScore: (column: number, catalog: MatchKind) => number,
): ColumnChoice {
  const scoreOf = (column: number, catalog: MatchKind) => {
    const content = contentScore(column, catalog);
    return (
      (matchColumnName(catalog, table.columns[column] ?? '') ? HEADER_BONUS : 0) +
      (content >= MIN_CONTENT_SCORE ? content : 0)
    );
  };
  const choices = table.columns.map((_, column) =>
    MATCH_KINDS.map((catalog) => ({ column, catalog, score: scoreOf(column, catalog) })).reduce(
      (one, other) => (other.score > one.score ? other : one),
    ),
  );
  const best = choices.reduce<(typeof choices)[number] | undefined>(
    (one, other) => (other.score > (one?.score ?? 0) + MIN_ADVANTAGE ? other : one),
    undefined,
  );
  const { column, catalog } = best ?? { column: 0, catalog: 'make' };
  return { column, catalog, province: suggestProvince(table, column) };
}

function suggestProvince(table: Table, cityColumn: number): number | undefined {
  const named = table.columns.findIndex(
    (name, column) => column !== cityColumn && matchColumnName('region', name),
  );
  if (named >= 0) return named;
  return sampleColumns(table).find(
    ({ column, values }) => column !== cityColumn && getShare(values, isRegionName) > MIN_PROVINCE_SHARE,
  )?.column;
}
