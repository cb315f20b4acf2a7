import {
  EXPORT_COLUMNS,
  type ExportColumn,
  type ExportLine,
  type ExportQuery,
  type MissingDays,
} from '#contract/desk/export.ts';
import { addDays, dayAt } from '#contract/window.ts';
import { type ExportSignals, rightsVersion } from '#gateway/audit/exports.ts';
import { MISSING_REASONS } from '#gateway/audit/missing.ts';
import { csvOf } from '#gateway/csv.ts';
import { followUpsByNumber } from '#gateway/follow-up/store.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { hoursByAgency } from '#gateway/hours/store.ts';
import { catchUp, findGaps } from '#gateway/inquiries/catch-up.ts';
import {
  type Cursor,
  type ListRequest,
  type Listed,
  countInquiries,
  fetchPage,
  resolveOrder,
} from '#gateway/inquiries/lists.ts';
import { refusal } from '#gateway/problems.ts';
import { type Writing, cellOf, headOf } from './cells.ts';

/** Rows per query: between two of them other requests are answered. */
const ROWS = 100;

export interface ExportRequest extends ExportSignals {
  list: ListRequest;
  query: ExportQuery;
  /** Id of the session. */
  session: string;
  /** Of the rights that the session began it with. */
  version: number | undefined;
}

/** The file, some rows at a time, and how it ended. */
export async function* exportLines(
  gateway: Gateway,
  { list, query, session, version, signal, stopping }: ExportRequest,
): AsyncGenerator<ExportLine> {
  const { db, now, config } = gateway;
  const { timeZone } = config;
  const { scope, present } = list;
  const { zone = timeZone, locale = 'es', bom } = query;
  const writing: Writing = { zone, locale };
  const columns = (query.columns?.split(',') as ExportColumn[] | undefined) ?? EXPORT_COLUMNS;
  const csv = (records: string[][]) => csvOf(records, locale === 'es' ? ';' : ',');

  const heads = columns.map((column) => headOf(column, writing));
  const start = (bom === '1' ? '\uFEFF' : '') + csv([heads]);
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
    if (stopping.aborted) {
      missing.push({
        ...requestedDays(query, dayAt(now(), timeZone), config.inquiryDays),
        reason: 'stopped',
      });
      break;
    }
    // A stream outlives neither its session nor the rights it began with.
    if (version === undefined || (await rightsVersion(gateway, session)) !== version)
      throw refusal('sign-in-required');
    const page = await fetchPage(db, list, { order, after, limit: ROWS });
    const records = await toRecords(page.rows);
    rows += records.length;
    after = page.next;
    if (records.length > 0) yield { kind: 'rows', text: csv(records), rows, total };
  } while (after);
  const notes = missing.map((part) => [missingNote(part, locale)]);
  yield {
    kind: 'end',
    text: notes.length > 0 ? csv(notes) : '',
    rows,
    name: fileName(list, query, dayAt(present.now, timeZone), missing.length > 0),
    missing,
  };

  async function toRecords(inquiries: readonly Listed[]): Promise<string[][]> {
    const [followUps, hours] = await Promise.all([
      followUpsByNumber(
        db,
        inquiries.map(({ number }) => number),
      ),
      hoursByAgency(
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
        // Clocks stand on one moment, however long it takes.
        now: present.now,
      };
      return [columns.map((column) => cellOf(column, row, writing))];
    });
  }
}

/** The days that were asked for; without a bound, as far back as the index goes. */
function requestedDays({ desde, hasta }: ExportQuery, today: string, inquiryDays: number) {
  return { desde: desde ?? addDays(today, -inquiryDays), hasta: hasta ?? today };
}

function missingNote({ agencia, desde, hasta, reason }: MissingDays, locale: Writing['locale']): string {
  const why = MISSING_REASONS[locale][reason];
  const at = agencia ? `${agencia}: ` : '';
  return locale === 'es'
    ? `PARCIAL: ${at}pueden faltar consultas del ${desde} al ${hasta}: ${why}`
    : `PARTIAL: ${at}inquiries may be missing from ${desde} to ${hasta}: ${why}`;
}

function fileName({ scope }: ListRequest, query: ExportQuery, today: string, isPartial: boolean): string {
  const [agency] = scope.agencies ?? [];
  const whose = scope.agencies?.length === 1 ? agency?.replace(/[^\w.@-]/g, '_') : 'varias-agencias';
  const { vista, desde, hasta } = query;
  const days = desde ? [desde, hasta ?? today] : [hasta ? `hasta-${hasta}` : today];
  return `${['consultas', whose, vista, ...days, isPartial && 'parcial'].filter(Boolean).join('-')}.csv`;
}
