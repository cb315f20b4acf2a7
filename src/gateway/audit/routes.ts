import type { FastifyInstance } from 'fastify';
import type { AuditExportQuery, AuditExportRequest } from '#contract/desk/audit.ts';
import { dayAt } from '#contract/window.ts';
import { formatCsvRecords } from '#gateway/csv.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { isAllowed } from '#gateway/permissions/permissions.ts';
import { createProblem } from '#gateway/problems.ts';
import { formatCells, getBrokenNote, getHeaderRow } from './cells.ts';
import {
  type ExportChunk,
  type ExportSignals,
  createAuditedExport,
  fetchRightsVersion,
} from './audited-export.ts';
import { addBuyers, addNames, addTokenNames, fetchAuditPage, fetchAuditSlice } from './store.ts';

/** Pause between slices, for other requests. */
const EXPORT_PAUSE_MS = 5;

/** Routes of the audit: pages of entries, and a CSV export. */
export function auditRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, clock, config } = gateway;
  const { timeZone } = config;

  registerDeskRoutes(app, gateway, {
    async listAudit({ caller: { person }, query: { before, ...filter } }) {
      const page = await fetchAuditPage(db, filter, { before, timeZone });
      const named = isAllowed(person, 'listPeople', undefined)
        ? await addNames(db, page.entries)
        : page.entries;
      return { ...page, entries: await addBuyers(db, await addTokenNames(db, named)) };
    },

    async exportAudit({ caller, query, request, reply }) {
      const name = `auditoria-${dayAt(now(), timeZone)}.csv`;
      void reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="${name}"`)
        .type('text/csv; charset=utf-8');
      if (request.method === 'HEAD') return '';
      const release = gateway.exportSlots.acquire(caller.person.id);
      try {
        const version = await fetchRightsVersion(gateway, caller.id);
        const stream = await createAuditedExport(
          gateway,
          { request, reply },
          { action: 'exportAudit', exportRequest: toAuditExportRequest(query) },
          (signals) => generateChunks(query, { session: caller.id, version, ...signals }, release),
        );
        return stream.once('close', release);
      } catch (error) {
        release();
        throw error;
      }
    },
  });

  /** Yields CSV slice by slice, newest first, so that memory use stays constant. */
  async function* generateChunks(
    { locale = 'es', ...filter }: AuditExportQuery,
    {
      session,
      version,
      signal,
      shutdownSignal,
    }: ExportSignals & { session: string; version: number | undefined },
    onLastRead: () => void,
  ): AsyncGenerator<ExportChunk> {
    // Spreadsheets detect UTF-8 by the byte order mark.
    yield { text: `\uFEFF${formatCsvRecords([getHeaderRow(locale)], ',')}`, rows: 0 };
    let before: string | undefined;
    let rows = 0;
    do {
      if (shutdownSignal.aborted) {
        yield { text: formatCsvRecords([[getBrokenNote(locale)]], ','), rows, end: 'broken' };
        return;
      }
      if (version === undefined || (await fetchRightsVersion(gateway, session)) !== version)
        throw createProblem('sign-in-required');
      const { entries, next } = await fetchAuditSlice(db, filter, { before, timeZone });
      rows += entries.length;
      const text = formatCsvRecords(
        entries.map((entry) => formatCells(entry, { timeZone, locale })),
        ',',
      );
      if (next === undefined) onLastRead();
      if (next === undefined) yield { text, rows, end: 'whole' };
      else if (text !== '') yield { text, rows };
      before = next;
      // Shutdown aborts the pause and is handled at the top of the loop.
      if (before !== undefined) await clock.sleep(EXPORT_PAUSE_MS, signal).catch(() => {});
      if (signal.aborted && !shutdownSignal.aborted) return;
    } while (before !== undefined);
  }
}

function toAuditExportRequest(query: AuditExportQuery): AuditExportRequest {
  const { from, to } = query;
  const filters = (['person', 'action', 'agency', 'outcome'] as const).filter((name) => query[name]);
  return { from: from ?? null, to: to ?? null, view: null, filters };
}
