import type { I18n } from '@lingui/core';
import type { Column } from '#console/ui/DataTable.tsx';
import type { CsvValue } from './csv.ts';

export interface FigureColumn<Row> extends Column<Row> {
  csv: (row: Row) => CsvValue;
}

export function toRecords<Row>(
  i18n: I18n,
  columns: readonly FigureColumn<Row>[],
  rows: readonly Row[],
): CsvValue[][] {
  return [columns.map(({ head }) => i18n._(head)), ...rows.map((row) => columns.map(({ csv }) => csv(row)))];
}
