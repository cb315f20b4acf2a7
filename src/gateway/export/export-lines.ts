import {
  EXPORT_COLUMNS,
  type ExportColumn,
  type ExportLine,
  type ExportQuery,
  type MissingDays,
} from '#contract/desk/export.ts';
import { addDays, dayAt } from '#contract/window.ts';
import { type ExportSignals, fetchRightsVersion } from '#gateway/audit/audited-export.ts';
import { MISSING_REASONS } from '#gateway/audit/missing-reasons.ts';
import { formatCsv } from '#gateway/csv.ts';
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
import { type CellFormat, formatCell, formatColumnHeader } from './cells.ts';

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
  const { zone = timeZone, locale = 'es', bom } = query;
  const format: CellFormat = { zone, locale };
  const columns = (query.columns?.split(',') as ExportColumn[] | undefined) ?? EXPORT_COLUMNS;
  const toCsv = (records: string[][]) => formatCsv(records, locale === 'es' ? ';' : ',');

  const headerRow = columns.map((column) => formatColumnHeader(column, format));
  const start = (bom === '1' ? '\uFEFF' : '') + toCsv([headerRow]);
  yield { kind: 'rows', text: start, rows: 0, total: null };
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
    const records = await formatRecords(page.rows);
    rows += records.length;
    after = page.next;
    if (records.length > 0) yield { kind: 'rows', text: toCsv(records), rows, total };
  } while (after);
  const notes = missing.map((part) => [formatMissingNote(part, locale)]);
  yield {
    kind: 'end',
    text: notes.length > 0 ? toCsv(notes) : '',
    rows,
    name: buildFileName(list, query, dayAt(context.now, timeZone), missing.length > 0),
    missing,
  };

  async function formatRecords(inquiries: readonly ListedInquiry[]): Promise<string[][]> {
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
      const row = {
        inquiry: JSON.parse(data) as unknown,
        sid,
        adminMail: agency_key,
        followUp: followUps.get(number),
        hours: agencyHours,
        // All clocks are computed for the start of the export.
        now: context.now,
      };
      return [columns.map((column) => formatCell(column, row, format))];
    });
  }
}

/** The requested days; open bounds are those of the index. */
function requestedDays({ desde, hasta }: ExportQuery, today: string, inquiryDays: number) {
  return { desde: desde ?? addDays(today, -inquiryDays), hasta: hasta ?? today };
}

function formatMissingNote(
  { agencia, desde, hasta, reason }: MissingDays,
  locale: CellFormat['locale'],
): string {
  const reasonText = MISSING_REASONS[locale][reason];
  const prefix = agencia ? `${agencia}: ` : '';
  return locale === 'es'
    ? `PARCIAL: ${prefix}pueden faltar consultas del ${desde} al ${hasta}: ${reasonText}`
    : `PARTIAL: ${prefix}inquiries may be missing from ${desde} to ${hasta}: ${reasonText}`;
}

function buildFileName(
  { scope }: ListRequest,
  query: ExportQuery,
  today: string,
  isPartial: boolean,
): string {
  const [agency] = scope.agencies ?? [];
  const agencyPart = scope.agencies?.length === 1 ? agency?.replace(/[^\w.@-]/g, '_') : 'varias-agencias';
  const { vista, desde, hasta } = query;
  const days = desde ? [desde, hasta ?? today] : [hasta ? `hasta-${hasta}` : today];
  return `${['consultas', agencyPart, vista, ...days, isPartial && 'parcial'].filter(Boolean).join('-')}.csv`;
}
