import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { AuditEntry, AuditExportQuery } from '#contract/desk/audit.ts';
import { dayAt, isoInZone } from '#contract/window.ts';
import { csvOf } from '#gateway/csv.ts';
import { serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { auditPage } from './store.ts';

const BATCH = 1000;

/** Who did what, for partner admins and support: by pages, and whole as a file. */
export function auditRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, config } = gateway;
  const { timeZone } = config;

  serveDesk(app, gateway, {
    listAudit: ({ query: { before, ...filter } }) => auditPage(db, filter, { before, timeZone }),

    async exportAudit({ query, reply }) {
      const name = `auditoria-${dayAt(now(), timeZone)}.csv`;
      await reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="${name}"`)
        .type('text/csv; charset=utf-8')
        .send(Readable.from(lines(query)));
      return '';
    },
  });

  /** Batch after batch, newest first: however long it is, little of it is held. */
  async function* lines(filter: AuditExportQuery): AsyncGenerator<string> {
    // The mark by which spreadsheets read it as UTF-8.
    yield `\uFEFF${csvOf([COLUMNS], ',')}`;
    let before: string | undefined;
    for (;;) {
      const { entries, more } = await auditPage(db, filter, { before, timeZone, size: BATCH });
      yield csvOf(
        entries.map((entry) => cells(entry, timeZone)),
        ',',
      );
      before = entries.at(-1)?.id;
      if (!more) return;
    }
  }
}

const COLUMNS = [
  'Momento',
  'Persona',
  'Rol',
  'Desde',
  'Acción',
  'Agencia',
  'Sobre',
  'Resultado',
  'Estado',
  'Código',
];

function cells(
  { at, person, address, action, agency, target, outcome, status, code }: AuditEntry,
  timeZone: string,
): (string | number | null)[] {
  return [
    isoInZone(at, timeZone),
    person?.mail ?? null,
    person?.role ?? null,
    address,
    action,
    agency,
    target,
    outcome,
    status,
    code,
  ];
}
