import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { serveDesk } from '#gateway/endpoint.ts';
import { readAs } from '#gateway/follow-up/inquiry.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { isLimitedIn } from '#gateway/permissions/own-inquiries.ts';
import { beginLook, endLook, lookingAt, renewLook } from './looking.ts';

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'private, no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** What happens, as it happens, and who has which inquiry open. */
export function liveRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, upstream, now, live } = gateway;
  app.addHook('preClose', () => live.stop());

  serveDesk(app, gateway, {
    async streamEvents({ caller, query, request, reply }) {
      const given = request.headers['last-event-id'] ?? query.after;
      const after = /^\d{1,15}$/.test(String(given)) ? Number(given) : undefined;
      if (request.method === 'HEAD') {
        void reply.headers(STREAM_HEADERS).send('');
        return '';
      }
      await live.join(caller, after, () => streamOf(reply));
      return '';
    },

    async noteLooking({ caller: { person }, params }) {
      const limited = isLimitedIn(person, params.adminMail);
      if (limited || !(await renewLook(db, person.id, params, now()))) {
        const inquiry = await readAs(upstream, person, params);
        // Where they are limited the look may be one that goes on.
        if (!(await renewLook(db, person.id, params, now()))) await beginLook(db, person.id, inquiry, now());
        live.wake();
      }
      return lookingAt(db, params, now());
    },

    async endLooking({ caller: { person }, params }) {
      if (await endLook(db, person.id, params, now())) live.wake();
    },
  });
}

/** The answer as a stream of its own: neither compressed nor kept by whatever stands between. */
function streamOf(reply: FastifyReply): ServerResponse {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, STREAM_HEADERS);
  return raw;
}
