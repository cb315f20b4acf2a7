import { loadCode } from '#console/api/load-code.ts';

export type CsvValue = string | number | null;

// Spreadsheets of another locale split cells at the other separator, even within quotes, and run what begins a cell.
const SEPARATORS = /[;,\p{Cc}]+\s*/gu;

/** Formats records as CSV for spreadsheets of the language. */
export async function formatCsv(
  records: readonly (readonly CsvValue[])[],
  language: string,
): Promise<string> {
  const { stringify } = await loadCode(() => import('csv-stringify/browser/esm/sync'));
  const isSpanish = language === 'es';
  const cells = records.map((record) =>
    record.map((value) =>
      typeof value === 'string'
        ? value.replace(SEPARATORS, ' ')
        : isSpanish
          ? String(value ?? '').replace('.', ',')
          : value,
    ),
  );
  return stringify(cells, { delimiter: isSpanish ? ';' : ',', escape_formulas: true });
}

/** Saves text as a file, with the mark by which spreadsheets recognize UTF-8. */
export function saveCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  // After the download has begun.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
