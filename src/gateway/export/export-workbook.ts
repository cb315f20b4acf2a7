import type { ExportQuery } from '#contract/desk/export.ts';
import type { MissingDays } from '#contract/desk/missing-days.ts';
import { formatZonedTime, getColumnType } from './cells.ts';
import { getCellFormat, getExportColumns } from './export-text.ts';
import { formatMissingNote } from './files.ts';
import { type Sheet, type WorkbookCell, formatWorkbook } from './workbook.ts';
import { zipTexts } from './zip.ts';

interface ExportFacts {
  startedAt: number;
  rows: number;
  expected: number | null;
  missing: readonly MissingDays[];
}

const TEXTS = {
  es: {
    rows: 'Consultas',
    facts: 'Exportación',
    title: 'Exportación de consultas',
    startedAt: 'Exportado',
    zone: 'Zona horaria',
    count: 'Cantidad de consultas',
    expected: 'Coincidían al empezar',
    contacts: 'Datos de contacto',
    masked: 'enmascarados',
    unmasked: 'completos',
    state: 'Estado',
    whole: 'completa',
    partial: 'PARCIAL',
  },
  en: {
    rows: 'Inquiries',
    facts: 'Export',
    title: 'Export of inquiries',
    startedAt: 'Exported',
    zone: 'Time zone',
    count: 'Number of inquiries',
    expected: 'Matched at the start',
    contacts: 'Contact data',
    masked: 'masked',
    unmasked: 'complete',
    state: 'State',
    whole: 'complete',
    partial: 'PARTIAL',
  },
} as const;

/** Rows of a sheet that are compressed at once; other requests run in between. */
const BATCH_ROWS = 50;

/** Makes XLSX of the stored parts of an export, with its facts in a second sheet. */
export function createWorkbookFile(
  parts: AsyncIterable<string>,
  query: ExportQuery,
  timeZone: string,
  facts: ExportFacts,
): AsyncGenerator<Uint8Array> {
  const columnTypes = getExportColumns(query).map(getColumnType);
  const { locale } = getCellFormat(query, timeZone);
  const rows: Sheet = { name: TEXTS[locale].rows, columnTypes, batches: parseParts(parts) };
  return zipTexts(formatWorkbook([rows, createFactSheet(query, timeZone, facts)]), facts.startedAt);
}

async function* parseParts(parts: AsyncIterable<string>): AsyncGenerator<WorkbookCell[][]> {
  for await (const part of parts) {
    const lines = part.split('\n').filter((line) => line !== '');
    for (let start = 0; start < lines.length; start += BATCH_ROWS)
      yield lines.slice(start, start + BATCH_ROWS).map((line) => JSON.parse(line) as WorkbookCell[]);
  }
}

function createFactSheet(
  query: ExportQuery,
  timeZone: string,
  { startedAt, rows, expected, missing }: ExportFacts,
): Sheet {
  const { locale, zone, isMasked } = getCellFormat(query, timeZone);
  const texts = TEXTS[locale];
  const cells: WorkbookCell[][] = [
    [texts.title, null],
    [texts.startedAt, formatZonedTime(startedAt, zone)],
    [texts.zone, zone],
    [texts.count, String(rows)],
    ...(expected === null ? [] : [[texts.expected, String(expected)]]),
    [texts.contacts, isMasked ? texts.masked : texts.unmasked],
    [texts.state, missing.length > 0 ? texts.partial : texts.whole],
    ...missing.map((part) => [formatMissingNote(part, locale)]),
  ];
  return { name: texts.facts, columnTypes: ['text', 'text'], batches: [cells] };
}
