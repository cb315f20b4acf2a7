// Spreadsheets of another locale split cells at the other separator and at line breaks, even within quotes. Some skip
// blanks, invisible characters and quotes before a formula. One match covers a whole run of them: linear time.
const CELL_START =
  /([;,\p{Cc}\u2028\u2029]|^)([\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800"]*)([=+\-@＝＋－＠﹦﹢﹣﹫]?)/gu;

/** Text of a CSV cell that no spreadsheet runs as a formula. */
export function escapeFormulas(cell: string): string {
  return cell.replace(CELL_START, (whole, start: string, skipped: string, formula: string) =>
    formula ? `${start}${skipped}'${formula}` : whole,
  );
}
