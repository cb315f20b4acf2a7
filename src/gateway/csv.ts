import { stringify } from 'csv-stringify/sync';
import { escapeFormulas } from '#contract/escape-formulas.ts';

/** Formats records as CSV; formulas are escaped for every separator a spreadsheet may use. */
export function formatCsvRecords(
  records: readonly (readonly (string | number | null)[])[],
  delimiter: ';' | ',',
): string {
  const asText = records.map((record) =>
    record.map((cell) => (typeof cell === 'string' ? escapeFormulas(cell) : cell)),
  );
  return stringify(asText, { delimiter, escape_formulas: true, quoted_match: /[\r\n]/ });
}
