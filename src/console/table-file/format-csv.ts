import { escapeFormulas } from '#contract/escape-formulas.ts';

const SLICE_ROWS = 500;

/** Formats records for spreadsheets of the language; no cell runs as a formula. */
export async function formatCsv(records: readonly (readonly string[])[], language: string): Promise<string> {
  const separator = language === 'es' ? ';' : ',';
  const slices: string[] = [];
  for (let start = 0; start < records.length; start += SLICE_ROWS) {
    const slice = records.slice(start, start + SLICE_ROWS);
    slices.push(slice.map((record) => `${record.map(formatCell).join(separator)}\r\n`).join(''));
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  }
  return slices.join('');
}

function formatCell(cell: string): string {
  const safe = escapeFormulas(cell);
  return /[";,\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
