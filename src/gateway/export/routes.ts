import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { bySidOf } from '#contract/queue-names.ts';
import { inquiryWindow } from '#contract/window.ts';
import { invalid, serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { refusal } from '#gateway/problems.ts';
import { exported } from './lines.ts';
import { type Asked, readingOf } from './reading.ts';

/** Inquiries with what people did about them as a file, page after page of the service's list. */
export function exportRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { now, config } = gateway;
  const reading = readingOf(gateway);
  /** Sessions that have one going on. */
  const going = new Set<string>();

  serveDesk(app, gateway, {
    async exportInquiries({ caller, params: { adminMail }, query, request, reply }) {
      // Those that are read one by one are of any age: days leave out, and ask for nothing.
      const listed = bySidOf(query.vista) ? {} : query;
      const window = inquiryWindow(listed, now(), config.timeZone);
      if ('errors' in window)
        throw invalid(Object.fromEntries(Object.keys(window.errors).map((name) => [name, 'invalid'])));
      if (going.has(caller.id)) throw refusal('too-many-requests', { headers: { 'retry-after': '5' } });
      void reply
        .header('cache-control', 'private, no-store, no-transform')
        .type('application/x-ndjson; charset=utf-8');
      if (request.method === 'HEAD') return '';
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      going.add(caller.id);
      try {
        const { desde, hasta } = window.window;
        const version = await reading.versionOf(caller.id);
        const asked = { caller, version, adminMail, query, days: { desde, hasta }, signal: gone.signal };
        await reply.send(Readable.from(linesOf(asked), { objectMode: false, highWaterMark: 1 }));
      } finally {
        going.delete(caller.id);
      }
      return '';
    },
  });

  async function* linesOf(asked: Asked): AsyncGenerator<string> {
    for await (const line of exported(gateway, reading, asked)) yield `${JSON.stringify(line)}\n`;
  }
}
