import type { FastifyInstance } from 'fastify';
import type { AuditAsked } from '#contract/desk/audit.ts';
import { NARROWING, bySidOf } from '#contract/queue-names.ts';
import { inquiryWindow } from '#contract/window.ts';
import {
  type ExportPiece,
  type ExportSignals,
  recordedExport,
  rightsVersion,
} from '#gateway/audit/exports.ts';
import { invalid, serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { isLimitedIn } from '#gateway/permissions/own-inquiries.ts';
import { exported } from './lines.ts';
import { type Asked, readingOf } from './reading.ts';

/** Inquiries with what people did about them as a file, page after page of the service's list. */
export function exportRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { now, config } = gateway;
  const reading = readingOf(gateway);

  serveDesk(app, gateway, {
    async exportInquiries({ caller, params: { adminMail }, query, request, reply }) {
      // Those that are read one by one are of any age: days leave out, and ask for nothing.
      const listed = bySidOf(query.vista) ? {} : query;
      const window = inquiryWindow(listed, now(), config.timeZone);
      if ('errors' in window)
        throw invalid(Object.fromEntries(Object.keys(window.errors).map((name) => [name, 'invalid'])));
      void reply
        .header('cache-control', 'private, no-store, no-transform')
        .type('application/x-ndjson; charset=utf-8');
      if (request.method === 'HEAD') return '';
      const release = gateway.exportSlots.take(caller.id);
      try {
        const { desde, hasta } = window.window;
        const version = await rightsVersion(gateway, caller.id);
        const asked = { caller, version, adminMail, query, days: { desde, hasta } };
        const stream = await recordedExport(
          gateway,
          { request, reply },
          { action: 'exportInquiries', asked: toldOf(asked) },
          (signals) => piecesOf({ ...asked, ...signals }, release),
        );
        return stream.once('close', release);
      } catch (error) {
        release();
        throw error;
      }
    },
  });

  /** @param onRead told once nothing more is read for it */
  async function* piecesOf(asked: Asked, onRead: () => unknown): AsyncGenerator<ExportPiece> {
    for await (const line of exported(gateway, reading, asked)) {
      if (line.kind === 'end') onRead();
      const text = `${JSON.stringify(line)}\n`;
      yield line.kind === 'end'
        ? { text, rows: line.rows, missing: line.missing }
        : { text, rows: line.rows };
    }
  }
}

/** What the audit tells of it. Whoever is limited to their own is asked for as `operador`, whatever they ask. */
function toldOf({ caller, adminMail, query, days }: Omit<Asked, keyof ExportSignals>): AuditAsked {
  const { vista = null, desde = null, hasta = null } = query;
  const operador = isLimitedIn(caller.person, adminMail) || query.operador;
  const filters = [
    ...(operador ? ['operador'] : []),
    ...(['externalid', ...NARROWING] as const).filter((name) => query[name]),
  ];
  const bounds = bySidOf(query.vista) ? { from: desde, to: hasta } : { from: days.desde, to: days.hasta };
  return { ...bounds, view: vista, filters };
}
