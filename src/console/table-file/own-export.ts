import { EXPORT_LABELS } from '#contract/desk/export-labels.ts';
import { EXPORT_COLUMNS, type ExportColumn } from '#contract/desk/export.ts';

const COLUMNS_BY_LABEL: ReadonlyMap<string, ExportColumn> = new Map(
  EXPORT_COLUMNS.flatMap((column) =>
    [column, EXPORT_LABELS[column].es, EXPORT_LABELS[column].en].map((name) => [name, column] as const),
  ),
);
const ZONE = / \(([\w+-]+(?:\/[\w+-]+)*)\)$/;

export function readExportColumn(name: string): ExportColumn | undefined {
  return COLUMNS_BY_LABEL.get(name) ?? COLUMNS_BY_LABEL.get(name.replace(ZONE, ''));
}

export function readExportZone(name: string): string | undefined {
  return COLUMNS_BY_LABEL.has(name) || !readExportColumn(name) ? undefined : ZONE.exec(name)?.[1];
}

/** Hardly another program has these columns. */
const isOwn = (column: ExportColumn | undefined) =>
  column !== undefined &&
  /^(?:sid|Momento|Seguimiento\.|Reloj\.|Interesado\.Info|Auto\.(?:Ref|Ext))/.test(column);

export function isOwnExport(names: readonly string[]): boolean {
  const found = names.map(readExportColumn);
  return found.some(isOwn) && found.filter((column) => column !== undefined).length >= names.length * 0.6;
}
