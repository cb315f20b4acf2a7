import { MAX_VALUE_LENGTH } from '#contract/desk/matching.ts';
import { toValueKey } from '#matching/value-key.ts';

/** Spellings that differ only in case, accents and signs are one value. */
export interface ColumnValue {
  key: string;
  value: string;
  province: string;
  rowCount: number;
}

export interface GroupedColumn {
  values: ColumnValue[];
  rowKeys: (string | undefined)[];
}

export function groupValues(
  rows: readonly (readonly string[])[],
  column: number,
  province: number | undefined,
): GroupedColumn {
  const values = new Map<string, ColumnValue>();
  const keys = new Map<string, string>();
  const rowKeys = rows.map((row) => {
    const value = limit(row[column] ?? '');
    if (value === '') return undefined;
    const provinceText = province === undefined ? '' : limit(row[province] ?? '');
    const cells = JSON.stringify([value, provinceText]);
    const key = keys.get(cells) ?? JSON.stringify([toValueKey(value), toValueKey(provinceText)]);
    keys.set(cells, key);
    const known = values.get(key);
    if (known) known.rowCount += 1;
    else values.set(key, { key, value, province: provinceText, rowCount: 1 });
    return key;
  });
  return { values: [...values.values()], rowKeys };
}

const limit = (cell: string) => cell.trim().slice(0, MAX_VALUE_LENGTH).toWellFormed();
