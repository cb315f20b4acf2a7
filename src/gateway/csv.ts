import { stringify } from 'csv-stringify/sync';

// Files of one separator are opened by spreadsheets of the other one too, which begin a cell at it, and a line at a line
// break, though it stands within quotes.
const BEGINS_A_FORMULA = /(^|[;,\t\r\n])("*)(?=[=+\-@＝＋－＠])/g;

/** Records as lines of a file; what a spreadsheet would take for a formula, whichever separator it goes by, is text. */
export function csvOf(
  records: readonly (readonly (string | number | null)[])[],
  delimiter: ';' | ',',
): string {
  const asText = records.map((record) =>
    record.map((cell) => (typeof cell === 'string' ? cell.replace(BEGINS_A_FORMULA, "$1$2'") : cell)),
  );
  return stringify(asText, { delimiter, escape_formulas: true, quoted_match: /[\r\n]/ });
}
