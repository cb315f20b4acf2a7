import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ignoreDiskFull } from '#database/disk-full-error.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import { fetchVisibleInquiry } from '#gateway/follow-up/fetch-inquiry.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { isLimitedToOwnInquiries } from '#gateway/permissions/own-inquiries.ts';
import { endPresence, fetchPresence, renewPresence, startPresence } from './presence.ts';

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'private, no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** Routes of the event stream and of who has an inquiry open. */
export function liveRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, upstream, now, liveEvents } = gateway;
  app.addHook('preClose', () => liveEvents.stop());

  registerDeskRoutes(app, gateway, {
    async streamEvents({ caller, query, request, reply }) {
      const lastEventId = request.headers['last-event-id'] ?? query.after;
      const after = /^\d{1,15}$/.test(String(lastEventId)) ? Number(lastEventId) : undefined;
      if (request.method === 'HEAD') {
        void reply.headers(STREAM_HEADERS).send('');
        return '';
      }
      await liveEvents.subscribe(caller, after, () => openStream(reply));
      return '';
    },

    async noteLooking({ caller: { person }, params }) {
      const isLimited = isLimitedToOwnInquiries(person, params.adminMail);
      const renew = () => ignoreDiskFull(renewPresence(db, person.id, params, now()));
      if (isLimited || !(await renew())) {
        const inquiry = await fetchVisibleInquiry(db, upstream, person, params);
        // Limited people are checked each time, also to renew.
        if (!(await renew())) await ignoreDiskFull(startPresence(db, person.id, inquiry, now()));
        liveEvents.wake();
      }
      return fetchPresence(db, params, now());
    },

    async endLooking({ caller: { person }, params }) {
      if (await ignoreDiskFull(endPresence(db, person.id, params, now()))) liveEvents.wake();
    },
  });
}

/** Takes over the reply as an uncompressed event stream. */
function openStream(reply: FastifyReply): ServerResponse {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, STREAM_HEADERS);
  return raw;
}
