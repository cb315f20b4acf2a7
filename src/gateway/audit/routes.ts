import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { AuditExportQuery, AuditExportRequest } from '#contract/desk/audit.ts';
import { dayAt } from '#contract/window.ts';
import { csvOf } from '#gateway/csv.ts';
import { serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { refusal } from '#gateway/problems.ts';
import { brokenNote, cellsOf, headsOf } from './cells.ts';
import { type ExportPiece, type ExportSignals, recordedExport, rightsVersion } from './exports.ts';
import { auditPage, auditSlice } from './store.ts';

/** Between two slices: whoever else asks has their turn. */
const PAUSE_MS = 5;

/** Who did what, for partner admins and support: by pages, and whole as a file. */
export function auditRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, config } = gateway;
  const { timeZone } = config;

  serveDesk(app, gateway, {
    listAudit: ({ query: { before, ...filter } }) => auditPage(db, filter, { before, timeZone }),

    async exportAudit({ caller, query, request, reply }) {
      const name = `auditoria-${dayAt(now(), timeZone)}.csv`;
      void reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="${name}"`)
        .type('text/csv; charset=utf-8');
      if (request.method === 'HEAD') return '';
      const release = gateway.exportSlots.take(caller.id);
      try {
        const version = await rightsVersion(gateway, caller.id);
        const stream = await recordedExport(
          gateway,
          { request, reply },
          { action: 'exportAudit', asked: toldOf(query) },
          (signals) => piecesOf(query, { session: caller.id, version, ...signals }, release),
        );
        return stream.once('close', release);
      } catch (error) {
        release();
        throw error;
      }
    },
  });

  /** Slice after slice, newest first: however long it is, little of it is held. */
  async function* piecesOf(
    { locale = 'es', ...filter }: AuditExportQuery,
    { session, version, signal, stopping }: ExportSignals & { session: string; version: number | undefined },
    onRead: () => void,
  ): AsyncGenerator<ExportPiece> {
    // The mark by which spreadsheets read it as UTF-8.
    yield { text: `\uFEFF${csvOf([headsOf(locale)], ',')}`, rows: 0 };
    let before: string | undefined;
    let rows = 0;
    do {
      if (stopping.aborted) {
        yield { text: csvOf([[brokenNote(locale)]], ','), rows, isBroken: true };
        return;
      }
      if (version === undefined || (await rightsVersion(gateway, session)) !== version)
        throw refusal('sign-in-required');
      const { entries, next } = await auditSlice(db, filter, { before, timeZone });
      rows += entries.length;
      const text = csvOf(
        entries.map((entry) => cellsOf(entry, timeZone, locale)),
        ',',
      );
      if (next === undefined) onRead();
      if (next === undefined) yield { text, rows, missing: [] };
      else if (text !== '') yield { text, rows };
      before = next;
      // A stop ends the pause, and is looked at above.
      if (before !== undefined) await pause(PAUSE_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted && !stopping.aborted) return;
    } while (before !== undefined);
  }
}

function toldOf(query: AuditExportQuery): AuditExportRequest {
  const { from, to } = query;
  const filters = (['person', 'action', 'agency', 'outcome'] as const).filter((name) => query[name]);
  return { from: from ?? null, to: to ?? null, view: null, filters };
}
