import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { type ColumnChoice, applyChoices, resolveChoices } from '#console/ui/column-choices.ts';
import { ColumnsMenu } from '#console/ui/ColumnsMenu.tsx';
import type { Column } from '#console/ui/DataTable.tsx';
import { TABLES_PREFIX, storeText, useStoredText } from './browser-storage.ts';
import { useSession } from './session.ts';

const StoredTables = z.record(z.string(), z.array(z.object({ name: z.string(), isShown: z.boolean() })));

export function useTableColumns<Row>(
  table: string,
  columns: readonly Column<Row>[],
): { columns: readonly Column<Row>[]; columnsMenu: ReactNode } {
  const key = TABLES_PREFIX + useSession().person.id;
  const tables = parseTables(useStoredText(key));
  const choices = resolveChoices(columns, tables[table] ?? []);
  const save = (changed: readonly ColumnChoice[]) =>
    storeText(key, JSON.stringify({ ...tables, [table]: changed }));
  return {
    columns: applyChoices(columns, choices),
    columnsMenu: <ColumnsMenu columns={columns} choices={choices} onChange={save} onReset={() => save([])} />,
  };
}

function parseTables(json: string | null): z.infer<typeof StoredTables> {
  try {
    return z.parse(StoredTables, JSON.parse(json ?? '{}'));
  } catch {
    return {};
  }
}
