import type { FastifyInstance } from 'fastify';
import type { AuditExportRequest } from '#contract/desk/audit.ts';
import type { ExportQuery } from '#contract/desk/export.ts';
import { NARROWING } from '#contract/queue-names.ts';
import { type ExportPiece, recordedExport, rightsVersion } from '#gateway/audit/exports.ts';
import { serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { listRequest } from '#gateway/inquiries/request.ts';
import type { Scope } from '#gateway/inquiries/scope.ts';
import { type ExportRequest, exportLines } from './lines.ts';

/** Inquiries with what people did about them as a file, from the index. */
export function exportRoutes(app: FastifyInstance, gateway: Gateway): void {
  serveDesk(app, gateway, {
    async exportInquiries({ caller, query, request, reply }) {
      const list = listRequest(gateway, caller.person, query);
      void reply
        .header('cache-control', 'private, no-store, no-transform')
        .type('application/x-ndjson; charset=utf-8');
      if (request.method === 'HEAD') return '';
      const { agencies } = list.scope;
      if (agencies?.length === 1) Object.assign(request.audit, { agency: query.agencia?.[0] ?? agencies[0] });
      const release = gateway.exportSlots.take(caller.id);
      try {
        const version = await rightsVersion(gateway, caller.id);
        const stream = await recordedExport(
          gateway,
          { request, reply },
          { action: 'exportInquiries', asked: auditDetails(query, list.scope) },
          (signals) => piecesOf({ list, query, session: caller.id, version, ...signals }, release),
        );
        return stream.once('close', release);
      } catch (error) {
        release();
        throw error;
      }
    },
  });

  /** @param onRead called once nothing more is read for it */
  async function* piecesOf(request: ExportRequest, onRead: () => unknown): AsyncGenerator<ExportPiece> {
    for await (const line of exportLines(gateway, request)) {
      if (line.kind === 'end') onRead();
      const text = `${JSON.stringify(line)}\n`;
      yield line.kind === 'end'
        ? { text, rows: line.rows, missing: line.missing }
        : { text, rows: line.rows };
    }
  }
}

/** What the audit records of the request: a person limited to their own inquiries has filtered by `operador`. */
function auditDetails(query: ExportQuery, { agencies, limitedIn }: Scope): AuditExportRequest {
  const { vista = null, desde = null, hasta = null } = query;
  const filters = [
    ...(limitedIn.length > 0 || query.operador ? ['operador'] : []),
    ...(['externalid', ...NARROWING] as const).filter((name) => query[name]),
  ];
  const several = query.agencia && agencies && agencies.length > 1 ? { agencies: [...agencies] } : {};
  return { from: desde, to: hasta, view: vista, filters, ...several };
}
