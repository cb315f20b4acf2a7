import {
  EXPORT_COLUMNS,
  type ExportColumn,
  type ExportLine,
  type ExportQuery,
} from '#contract/desk/export.ts';
import { addDays, dayAt } from '#contract/window.ts';
import { type ExportSignals, fetchRightsVersion } from '#gateway/audit/audited-export.ts';
import { fetchFollowUpsByNumber } from '#gateway/follow-up/store.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { fetchHoursByAgency } from '#gateway/hours/store.ts';
import { catchUp, findGaps } from '#gateway/inquiries/catch-up.ts';
import {
  type Cursor,
  type ListRequest,
  type ListedInquiry,
  countInquiries,
  fetchPage,
  resolveOrder,
} from '#gateway/inquiries/lists.ts';
import { createProblem } from '#gateway/problems.ts';
import type { CellFormat, ExportRow } from './cells.ts';
import { createCsvFile, createJsonFile } from './files.ts';

/** Rows per query; other requests run in between. */
const BATCH_SIZE = 100;

export interface ExportRequest extends ExportSignals {
  list: ListRequest;
  query: ExportQuery;
  /** Session id. */
  session: string;
  /** Version of the session's rights at the start. */
  version: number | undefined;
}

/** Yields the file in batches of rows, and a last line with its name and gaps. */
export async function* generateExportLines(
  gateway: Gateway,
  { list, query, session, version, signal, shutdownSignal }: ExportRequest,
): AsyncGenerator<ExportLine> {
  const { db, now, config } = gateway;
  const { timeZone } = config;
  const { scope, context } = list;
  const { zone = timeZone, locale = 'es', headers = 'names' } = query;
  const format: CellFormat = { zone, locale, headers, isMasked: query.masked === '1' };
  const columns = (query.columns?.split(',') as ExportColumn[] | undefined) ?? EXPORT_COLUMNS;
  const file =
    query.format === 'json'
      ? createJsonFile(columns, format)
      : createCsvFile(columns, format, query.bom === '1');

  yield { kind: 'rows', text: file.start, rows: 0, total: null };
  const since = await catchUp(gateway, scope, signal);
  const missing = await findGaps(gateway, scope, {
    desde: query.desde,
    hasta: query.hasta,
    since,
    now: now(),
    zone: timeZone,
  });
  const total = await countInquiries(db, list);
  const order = resolveOrder(list.filters);
  let rows = 0;
  let after: Cursor | undefined;
  do {
    if (shutdownSignal.aborted) {
      missing.push({
        ...requestedDays(query, dayAt(now(), timeZone), config.inquiryDays),
        reason: 'stopped',
      });
      break;
    }
    // The export stops when the session ends or its rights change.
    if (version === undefined || (await fetchRightsVersion(gateway, session)) !== version)
      throw createProblem('sign-in-required');
    const page = await fetchPage(db, list, { order, after, limit: BATCH_SIZE });
    const batch = await loadRows(page.rows);
    after = page.next;
    if (batch.length > 0) {
      const text = file.formatRows(batch, rows === 0);
      rows += batch.length;
      yield { kind: 'rows', text, rows, total };
    }
  } while (after);
  yield {
    kind: 'end',
    text: file.formatEnd(missing),
    rows,
    name: buildFileName(list, query, dayAt(context.now, timeZone), missing.length > 0),
    missing,
  };

  async function loadRows(inquiries: readonly ListedInquiry[]): Promise<ExportRow[]> {
    const [followUps, hours] = await Promise.all([
      fetchFollowUpsByNumber(
        db,
        inquiries.map(({ number }) => number),
      ),
      fetchHoursByAgency(
        db,
        inquiries.map(({ agency_key }) => agency_key),
        timeZone,
      ),
    ]);
    return inquiries.flatMap(({ number, agency_key, sid, data }) => {
      const agencyHours = hours.get(agency_key);
      if (!agencyHours) return [];
      const row: ExportRow = {
        inquiry: JSON.parse(data) as unknown,
        sid,
        adminMail: agency_key,
        followUp: followUps.get(number),
        hours: agencyHours,
        // All clocks are computed for the start of the export.
        now: context.now,
      };
      return [row];
    });
  }
}

/** The requested days; open bounds are those of the index. */
function requestedDays({ desde, hasta }: ExportQuery, today: string, inquiryDays: number) {
  return { desde: desde ?? addDays(today, -inquiryDays), hasta: hasta ?? today };
}

function buildFileName(
  { scope }: ListRequest,
  query: ExportQuery,
  today: string,
  isPartial: boolean,
): string {
  const [agency] = scope.agencies ?? [];
  const agencyPart = scope.agencies?.length === 1 ? agency?.replace(/[^\w.@-]/g, '_') : 'varias-agencias';
  const { vista, desde, hasta, masked, format = 'csv' } = query;
  const days = desde ? [desde, hasta ?? today] : [hasta ? `hasta-${hasta}` : today];
  const marks = [masked === '1' && 'enmascarado', isPartial && 'parcial'];
  return `${['consultas', agencyPart, vista, ...days, ...marks].filter(Boolean).join('-')}.${format}`;
}
