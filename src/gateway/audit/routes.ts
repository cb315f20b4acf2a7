import type { FastifyInstance } from 'fastify';
import type { AuditAsked, AuditExportQuery } from '#contract/desk/audit.ts';
import { dayAt } from '#contract/window.ts';
import { csvOf } from '#gateway/csv.ts';
import { serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { cellsOf, headsOf } from './cells.ts';
import { type ExportPiece, recordedExport } from './exports.ts';
import { auditPage } from './store.ts';

const BATCH = 1000;

/** Who did what, for partner admins and support: by pages, and whole as a file. */
export function auditRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, config } = gateway;
  const { timeZone } = config;

  serveDesk(app, gateway, {
    listAudit: ({ query: { before, ...filter } }) => auditPage(db, filter, { before, timeZone }),

    async exportAudit({ query, request, reply }) {
      const name = `auditoria-${dayAt(now(), timeZone)}.csv`;
      void reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="${name}"`)
        .type('text/csv; charset=utf-8');
      if (request.method === 'HEAD') return '';
      const asked = toldOf(query);
      return recordedExport(gateway, { request, reply }, { action: 'exportAudit', asked }, () =>
        piecesOf(query),
      );
    },
  });

  /** Batch after batch, newest first: however long it is, little of it is held. */
  async function* piecesOf({ locale = 'es', ...filter }: AuditExportQuery): AsyncGenerator<ExportPiece> {
    // The mark by which spreadsheets read it as UTF-8.
    yield { text: `\uFEFF${csvOf([headsOf(locale)], ',')}`, rows: 0 };
    let before: string | undefined;
    let rows = 0;
    for (;;) {
      const { entries, more } = await auditPage(db, filter, { before, timeZone, size: BATCH });
      const text = csvOf(
        entries.map((entry) => cellsOf(entry, timeZone, locale)),
        ',',
      );
      rows += entries.length;
      yield more ? { text, rows } : { text, rows, missing: [] };
      if (!more) return;
      before = entries.at(-1)?.id;
    }
  }
}

function toldOf(query: AuditExportQuery): AuditAsked {
  const { from, to } = query;
  const filters = (['person', 'action', 'agency', 'outcome'] as const).filter((name) => query[name]);
  return { from: from ?? null, to: to ?? null, view: null, filters };
}
