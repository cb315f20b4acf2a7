import { unzipSync, zipSync } from 'fflate';
import { MAX_COLUMNS, MAX_ROWS, TableProblem } from './table-problem.ts';

/** A small XLSX file can unpack to gigabytes. */
const MAX_UNPACKED_BYTES = 50 * 1024 * 1024;
const MAX_FILES = 500;

const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;
/** The library fills all of a sheet up to its last cell, so rows times columns are limited. */
const MAX_CELLS = 2 * MAX_ROWS * MAX_COLUMNS;

/**
 * Unpacks what the library reads of a workbook, refuses what would take it gigabytes or for ever, and packs it again without
 * compression: the library unpacks large files in workers that it makes of text, which the page's content security policy
 * forbids.
 * @throws TableProblem
 */
export function checkWorkbook(bytes: Uint8Array): ArrayBuffer {
  let unpackedBytes = 0;
  let fileCount = 0;
  const files = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!/\.(?:xml|rels)$/.test(name)) return false;
      unpackedBytes += originalSize;
      fileCount += 1;
      if (unpackedBytes > MAX_UNPACKED_BYTES || fileCount > MAX_FILES) throw new TableProblem('too-large');
      return true;
    },
  });
  for (const file of Object.values(files)) checkReferences(new TextDecoder().decode(file));
  return zipSync(files, { level: 0 }).buffer;
}

/** A row's number or a cell's place, with any prefix, which the library drops. No more of it is read than a right one has, which bounds the work for any input. */
const REFERENCE = /(?<!xmlns)[\s"':]r\s?=\s?["']([^"']{0,12})/g;
const PLACE = /^([A-Z]{0,3})(\d{1,7})$/;

/** @throws TableProblem where a cell is named that no sheet has, or the sheet is larger than what is read */
function checkReferences(xml: string): void {
  if (!xml.includes('sheetData')) return;
  let [rowCount, columnCount] = [0, 0];
  for (const [, reference = ''] of xml.matchAll(REFERENCE)) {
    const [, letters = '', digits] = PLACE.exec(reference) ?? [];
    const row = Number(digits);
    const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
    if (!(row >= 1 && row <= LAST_ROW && column <= LAST_COLUMN)) throw new TableProblem('damaged');
    rowCount = Math.max(rowCount, row);
    columnCount = Math.max(columnCount, column);
  }
  if (rowCount * columnCount > MAX_CELLS)
    throw new TableProblem(rowCount > MAX_ROWS + 1 ? 'too-many-rows' : 'too-many-columns');
}
