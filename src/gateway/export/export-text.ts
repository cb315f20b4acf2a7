import { setImmediate } from 'node:timers/promises';
import { EXPORT_COLUMNS, type ExportColumn, type ExportQuery } from '#contract/desk/export.ts';
import { dayAt } from '#contract/window.ts';
import { fetchFollowUpsByNumber } from '#gateway/follow-up/store.ts';
import { parseExactJson } from '#gateway/forward/exact-json.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { fetchHoursByAgency } from '#gateway/hours/store.ts';
import type { ListRequest } from '#gateway/inquiries/conditions.ts';
import { type Cursor, fetchPage, resolveOrder } from '#gateway/inquiries/lists.ts';
import type { Scope } from '#gateway/inquiries/scope.ts';
import type { CellFormat, ExportRow } from './cells.ts';
import { type ExportFile, createCsvFile, createJsonFile, createWorkbookRows } from './files.ts';

/** Inquiries per query; other requests run in between. */
const EXPORT_ROWS_PER_READ = 100;
/** Inquiries and characters after which a part of a file ends. */
const PART_ROWS = 1000;
const PART_LENGTH = 1_000_000;

export function createExportFile(query: ExportQuery, timeZone: string): ExportFile {
  const format = getCellFormat(query, timeZone);
  const columns = getExportColumns(query);
  if (query.format === 'json') return createJsonFile(columns, format);
  if (query.format === 'xlsx') return createWorkbookRows(columns, format);
  return createCsvFile(columns, format, query.bom === '1');
}

export function getCellFormat(query: ExportQuery, timeZone: string): CellFormat {
  const { zone = timeZone, locale = 'es', headers = 'names' } = query;
  return { zone, locale, headers, isMasked: query.masked === '1' };
}

export const getExportColumns = (query: ExportQuery): readonly ExportColumn[] =>
  (query.columns?.split(',') as ExportColumn[] | undefined) ?? EXPORT_COLUMNS;

/** Formats the inquiries of a list from a cursor on, as many as a part has. */
export async function formatPart(
  {
    db,
    config,
    reads,
    searches,
  }: Pick<Gateway, 'db' | 'config' | 'searches'> & {
    reads: ReturnType<Gateway['readAs']>;
  },
  list: ListRequest,
  file: ExportFile,
  { after, isFirst }: { after: Cursor | undefined; isFirst: boolean },
): Promise<{ text: string; rows: number; next: Cursor | undefined }> {
  const order = resolveOrder(list.filters);
  let [text, rows, next] = ['', 0, after];
  do {
    const page = await fetchPage(reads, list, { order, after: next, limit: EXPORT_ROWS_PER_READ, searches });
    const batch = await loadRows(page.rows);
    if (batch.length > 0) text += file.formatRows(batch, isFirst && rows === 0);
    rows += batch.length;
    ({ next } = page);
    await setImmediate();
  } while (next && rows < PART_ROWS && text.length < PART_LENGTH);
  return { text, rows, next };

  async function loadRows(inquiries: Awaited<ReturnType<typeof fetchPage>>['rows']): Promise<ExportRow[]> {
    const [followUps, hours] = await Promise.all([
      fetchFollowUpsByNumber(
        db,
        inquiries.map(({ number }) => number),
      ),
      fetchHoursByAgency(
        db,
        inquiries.map(({ agency_key }) => agency_key),
        config.timeZone,
      ),
    ]);
    return inquiries.flatMap(({ number, agency_key, sid, data }) => {
      const agencyHours = hours.get(agency_key);
      if (!agencyHours) return [];
      const row: ExportRow = {
        inquiry: parseExactJson(data),
        sid,
        adminMail: agency_key,
        followUp: followUps.get(number),
        hours: agencyHours,
        // All clocks are computed for the start of the export.
        now: list.context.now,
      };
      return [row];
    });
  }
}

export function buildFileName(
  { agencies }: Scope,
  query: ExportQuery,
  { startedAt, timeZone, isPartial }: { startedAt: number; timeZone: string; isPartial: boolean },
): string {
  const today = dayAt(startedAt, timeZone);
  const agencyPart = agencies?.length === 1 ? agencies[0]?.replace(/[^\w.@-]/g, '_') : 'varias-agencias';
  const { vista, desde, hasta, masked, format = 'csv' } = query;
  const days = desde ? [desde, hasta ?? today] : [hasta ? `hasta-${hasta}` : today];
  const marks = [masked === '1' && 'enmascarado', isPartial && 'parcial'];
  return `${['consultas', agencyPart, vista, ...days, ...marks].filter(Boolean).join('-')}.${format}`;
}
