import { stringify } from 'csv-stringify/sync';

// Files of one separator are opened by spreadsheets of the other one too, which begin a cell at it, and a line at a line
// break, though it stands within quotes. Some skip blanks, marks without a shape and quotes before a formula. A run of
// those is read once, so that long ones take no longer.
const CELL_BEGINS =
  /([;,\p{Cc}\u2028\u2029]|^)([\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800"]*)([=+\-@＝＋－＠﹦﹢﹣﹫]?)/gu;

function withoutFormulas(cell: string): string {
  return cell.replace(CELL_BEGINS, (whole, begins: string, skipped: string, formula: string) =>
    formula ? `${begins}${skipped}'${formula}` : whole,
  );
}

/** Records as lines of a file; what a spreadsheet would take for a formula, whichever separator it goes by, is text. */
export function csvOf(
  records: readonly (readonly (string | number | null)[])[],
  delimiter: ';' | ',',
): string {
  const asText = records.map((record) =>
    record.map((cell) => (typeof cell === 'string' ? withoutFormulas(cell) : cell)),
  );
  return stringify(asText, { delimiter, escape_formulas: true, quoted_match: /[\r\n]/ });
}
