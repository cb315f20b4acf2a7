import type { FastifyInstance } from 'fastify';
import type { AuditExportRequest } from '#contract/desk/audit.ts';
import { EXPORT_UNMASKED, type ExportQuery } from '#contract/desk/export.ts';
import { NARROWING } from '#contract/inbox-filter-names.ts';
import { type ExportChunk, createAuditedExport, fetchRightsVersion } from '#gateway/audit/audited-export.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { buildListRequest } from '#gateway/inquiries/list-request.ts';
import type { Scope } from '#gateway/inquiries/scope.ts';
import { authorize } from '#gateway/permissions/permissions.ts';
import { type ExportRequest, generateExportLines } from './export-lines.ts';

/** Route of the inquiry export, which reads the index. */
export function exportRoutes(app: FastifyInstance, gateway: Gateway): void {
  registerDeskRoutes(app, gateway, {
    async exportInquiries({ caller, query, request, reply }) {
      if (query.masked !== '1') authorize(caller.person, EXPORT_UNMASKED, undefined);
      const list = buildListRequest(gateway, caller.person, query);
      void reply
        .header('cache-control', 'private, no-store, no-transform')
        .type('application/x-ndjson; charset=utf-8');
      if (request.method === 'HEAD') return '';
      const { agencies } = list.scope;
      if (agencies?.length === 1) Object.assign(request.audit, { agency: query.agencia?.[0] ?? agencies[0] });
      const release = gateway.exportSlots.acquire(caller.id);
      try {
        const version = await fetchRightsVersion(gateway, caller.id);
        const stream = await createAuditedExport(
          gateway,
          { request, reply },
          { action: 'exportInquiries', asked: buildAuditQuery(query, list.scope) },
          (signals) => generateChunks({ list, query, session: caller.id, version, ...signals }, release),
        );
        return stream.once('close', release);
      } catch (error) {
        release();
        throw error;
      }
    },
  });

  /** @param onLastRead called after the last read */
  async function* generateChunks(
    request: ExportRequest,
    onLastRead: () => unknown,
  ): AsyncGenerator<ExportChunk> {
    for await (const line of generateExportLines(gateway, request)) {
      if (line.kind === 'end') onLastRead();
      const text = `${JSON.stringify(line)}\n`;
      yield line.kind === 'end'
        ? { text, rows: line.rows, missing: line.missing }
        : { text, rows: line.rows };
    }
  }
}

/** Query of the export as the audit records it; a limit to own inquiries counts as a filter by `operador`. */
function buildAuditQuery(query: ExportQuery, { agencies, ownInquiriesIn }: Scope): AuditExportRequest {
  const { vista = null, desde = null, hasta = null } = query;
  const filters = [
    ...(ownInquiriesIn.length > 0 || query.operador ? ['operador'] : []),
    ...(['externalid', ...NARROWING] as const).filter((name) => query[name]),
  ];
  const several = query.agencia && agencies && agencies.length > 1 ? { agencies: [...agencies] } : {};
  const file = { format: query.format ?? 'csv', masked: query.masked === '1' };
  return { from: desde, to: hasta, view: vista, filters, ...several, ...file };
}
