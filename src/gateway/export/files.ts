import type { ExportColumn } from '#contract/desk/export.ts';
import type { MissingDays } from '#contract/desk/missing-days.ts';
import { MISSING_REASONS } from '#gateway/audit/missing-reasons.ts';
import { formatCsvRecords } from '#gateway/csv.ts';
import {
  type CellFormat,
  type ExportRow,
  formatExportCell,
  formatColumnHeader,
  getColumnName,
  toJsonValue,
  toWorkbookValue,
} from './cells.ts';

/** Texts of a file; their concatenation is valid with any number of batches. */
export interface ExportFile {
  start: string;
  formatRows: (rows: readonly ExportRow[], isFirst: boolean) => string;
  formatEnd: (missing: readonly MissingDays[]) => string;
}

export function createCsvFile(
  columns: readonly ExportColumn[],
  format: CellFormat,
  hasBom: boolean,
): ExportFile {
  const { locale } = format;
  const toCsv = (records: string[][]) => formatCsvRecords(records, locale === 'es' ? ';' : ',');
  const headerRow = columns.map((column) => formatColumnHeader(column, format));
  return {
    start: (hasBom ? '\uFEFF' : '') + toCsv([headerRow]),
    formatRows: (rows) =>
      toCsv(rows.map((row) => columns.map((column) => formatExportCell(column, row, format)))),
    formatEnd: (missing) =>
      missing.length > 0 ? toCsv(missing.map((part) => [formatMissingNote(part, locale)])) : '',
  };
}

/** Writes the rows of the first sheet as JSON, a row a line; `workbook.ts` makes XLSX of them while it is downloaded. */
export function createWorkbookRows(columns: readonly ExportColumn[], format: CellFormat): ExportFile {
  const toLines = (rows: readonly (readonly (string | number | null)[])[]) =>
    rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  return {
    start: toLines([columns.map((column) => formatColumnHeader(column, format))]),
    formatRows: (rows) =>
      toLines(rows.map((row) => columns.map((column) => toWorkbookValue(column, row, format)))),
    formatEnd: () => '',
  };
}

/** Writes an `ExportDocument`, a row a line. */
export function createJsonFile(columns: readonly ExportColumn[], format: CellFormat): ExportFile {
  const toObject = (row: ExportRow) =>
    Object.fromEntries(
      columns.map((column) => [getColumnName(column, format), toJsonValue(column, row, format)]),
    );
  return {
    start: '{"rows":[',
    formatRows: (rows, isFirst) =>
      (isFirst ? '\n' : ',\n') + rows.map((row) => JSON.stringify(toObject(row))).join(',\n'),
    formatEnd: (missing) => `\n],"missing":${JSON.stringify(missing)}}\n`,
  };
}

/** Says in a CSV file or a workbook which inquiries may be missing. */
export function formatMissingNote(
  { agencia, desde, hasta, reason }: MissingDays,
  locale: CellFormat['locale'],
) {
  const reasonText = MISSING_REASONS[locale][reason];
  const prefix = agencia ? `${agencia}: ` : '';
  return locale === 'es'
    ? `PARCIAL: ${prefix}pueden faltar consultas del ${desde} al ${hasta}: ${reasonText}`
    : `PARTIAL: ${prefix}inquiries may be missing from ${desde} to ${hasta}: ${reasonText}`;
}
