import type { FastifyInstance } from 'fastify';
import type { SettableHours } from '#contract/hours.ts';
import { findChanges } from '#gateway/audit/changes.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { scheduleSweep } from '#gateway/inquiries/agencies.ts';
import { fetchHoursEffect } from './effect.ts';
import { fetchStoredHours, setHours } from './store.ts';

/** Routes of agencies' opening hours, which the response clock counts. */
export function hoursRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, config } = gateway;

  registerDeskRoutes(app, gateway, {
    viewHours: ({ params }) => fetchStoredHours(db, params.adminMail, config.timeZone),
    compareHours: ({ params, body }) => fetchHoursEffect(db, params.adminMail, body.hours, gateway.now()),
    async setHours({ params, body, request }) {
      const { hours } = await fetchStoredHours(db, params.adminMail, config.timeZone);
      request.audit.changes = findChanges(toHoursValues(hours), toHoursValues(body.hours), [
        'week',
        'holidays',
      ]);
      const saved = await setHours(db, params.adminMail, body, {
        now: gateway.now(),
        zone: config.timeZone,
      });
      // The sweep recomputes the due times of its inquiries.
      await scheduleSweep(db, params.adminMail, gateway.now());
      gateway.wake('sweeps');
      return saved;
    },
  });
}

const toHoursValues = ({ target, warning, zone, week, holidays }: SettableHours) => ({
  target: String(target),
  warning: String(warning),
  zone,
  week: JSON.stringify(week),
  holidays: JSON.stringify(holidays),
});
