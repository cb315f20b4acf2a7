export type CsvValue = string | number | null;

// Spreadsheets of another locale split cells at the other separator, even within quotes, and run a formula at the start of
// a cell, also after characters that they skip.
const UNSAFE = /[";,\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+/gu;
const FORMULA = /^[=+\-@＝＋－＠﹦﹢﹣﹫]/u;

/** Texts are names, so a separator in them becomes a space. */
export function formatFiguresCsv(records: readonly (readonly CsvValue[])[], language: string): string {
  const isSpanish = language === 'es';
  const formatCell = (value: CsvValue) => {
    if (typeof value === 'string') return value.replace(UNSAFE, ' ').trim().replace(FORMULA, "'$&");
    return isSpanish ? String(value ?? '').replace('.', ',') : String(value ?? '');
  };
  return records.map((record) => `${record.map(formatCell).join(isSpanish ? ';' : ',')}\n`).join('');
}
