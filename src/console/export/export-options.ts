import * as z from 'zod/mini';
import { EXPORT_FORMATS, type ExportFormat } from '#contract/desk/export-formats.ts';
import { EXPORT_COLUMNS, type ExportColumn } from '#contract/desk/export.ts';
import { DEFAULT_COLUMNS, sortColumns } from './export-columns.ts';

const OPTIONS_STORAGE_KEY = 'vitrina-export';

export interface ExportOptions {
  columns: readonly ExportColumn[];
  format: ExportFormat;
  locale: 'es' | 'en';
  headers: 'names' | 'interface';
  /** Spreadsheets recognize UTF-8 by a byte order mark. */
  bom: boolean;
  masked: boolean;
}

const StoredOptions = z.object({
  columns: z.array(z.string()),
  format: z._default(z.enum(EXPORT_FORMATS), 'csv'),
  locale: z.enum(['es', 'en']),
  headers: z._default(z.enum(['names', 'interface']), 'names'),
  bom: z.boolean(),
  masked: z._default(z.boolean(), false),
});

export function loadExportOptions(language: string): ExportOptions {
  return parseExportOptions(localStorage.getItem(OPTIONS_STORAGE_KEY), language);
}

export function parseExportOptions(json: string | null, language: string): ExportOptions {
  const defaults: ExportOptions = {
    columns: DEFAULT_COLUMNS,
    format: 'csv',
    locale: language === 'en' ? 'en' : 'es',
    headers: 'names',
    bom: true,
    masked: false,
  };
  const { data } = z.safeParse(StoredOptions, parseStoredJson(json));
  if (!data) return defaults;
  const columns = sortColumns(EXPORT_COLUMNS.filter((column) => data.columns.includes(column)));
  return { ...data, columns: columns.length > 0 ? columns : defaults.columns };
}

export function saveExportOptions(options: ExportOptions): void {
  try {
    localStorage.setItem(OPTIONS_STORAGE_KEY, JSON.stringify(options));
  } catch {
    // The export works without storage.
  }
}

function parseStoredJson(json: string | null): unknown {
  try {
    return JSON.parse(json ?? 'null') as unknown;
  } catch {
    return undefined;
  }
}
