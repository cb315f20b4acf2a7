import type { FastifyInstance } from 'fastify';
import { inquiryWindow } from '#contract/window.ts';
import { invalid, serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { colleaguesFor } from './colleagues.ts';
import { readAs, readOrIndexed } from './inquiry.ts';
import {
  changeFollowUp,
  followUpOf,
  followUpsAmong,
  followUpsOf,
  indexedInquiry,
  noteSeen,
  snoozedOf,
} from './store.ts';

/** What people do about inquiries: read beside them, and written once the service has shown the inquiry, now or before. */
export function followUpRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, upstream, now, config, live } = gateway;

  serveDesk(app, gateway, {
    async listFollowUps({ caller: { person }, params: { adminMail }, query }) {
      if (query.snoozed)
        return followUpsAmong(db, person, adminMail, await snoozedOf(db, person, adminMail, now()));
      const asked = inquiryWindow(query, now(), config.timeZone);
      if ('errors' in asked)
        throw invalid(Object.fromEntries(Object.keys(asked.errors).map((name) => [name, 'invalid'])));
      return followUpsOf(db, person, adminMail, asked.window);
    },

    viewFollowUp: ({ params, query }) => followUpOf(db, params, query.before),

    async changeFollowUp({ caller: { person }, params, body, request }) {
      const inquiry = await readOrIndexed(db, upstream, person, params);
      await changeFollowUp(db, inquiry, { person, address: request.address }, body, now());
      live.wake();
      return followUpOf(db, params);
    },

    async noteSeen({ caller: { person }, params }) {
      const inquiry = (await indexedInquiry(db, person, params)) ?? (await readAs(upstream, person, params));
      await noteSeen(db, person, inquiry);
    },

    listColleagues: async ({ params, query }) => ({
      colleagues: await colleaguesFor(db, params.adminMail, query.operador ?? null),
    }),
  });
}
