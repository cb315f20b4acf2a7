export type CsvValue = string | number | null;

// Spreadsheets of another locale split cells at the other separator, even within quotes, and run a formula at the start of
// a cell, also after characters that they skip.
const UNSAFE = /[";,\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+/gu;
const FORMULA = /^[=+\-@＝＋－＠﹦﹢﹣﹫]/u;

/** Formats records as CSV for spreadsheets of the language. Texts are names: what separates cells becomes a space. */
export function formatCsv(records: readonly (readonly CsvValue[])[], language: string): string {
  const isSpanish = language === 'es';
  const formatCell = (value: CsvValue) => {
    if (typeof value === 'string') return value.replace(UNSAFE, ' ').trim().replace(FORMULA, "'$&");
    return isSpanish ? String(value ?? '').replace('.', ',') : String(value ?? '');
  };
  return records.map((record) => `${record.map(formatCell).join(isSpanish ? ';' : ',')}\n`).join('');
}
