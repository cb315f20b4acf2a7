import type { FastifyInstance } from 'fastify';
import type { LateAlarm } from '#contract/desk/notifications.ts';
import { findChanges } from '#gateway/audit/changes.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import {
  fetchDigest,
  fetchLateAlarm,
  isWebhookAlarmMuted,
  setDigest,
  setLateAlarm,
  setWebhookAlarm,
} from './store.ts';

/** Routes of a person's daily digest and alarm about messages, and of the late alarm of an agency. */
export function notificationRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, config, now } = gateway;

  registerDeskRoutes(app, gateway, {
    viewDigest: async ({ caller }) => ({ digest: await fetchDigest(db, caller.person) }),

    setDigest: ({ caller, body }) =>
      setDigest(db, caller.person, body, { now: now(), zone: config.timeZone }),

    viewWebhookAlarm: async ({ caller }) => ({ on: !(await isWebhookAlarmMuted(db, caller.person)) }),

    setWebhookAlarm: ({ caller, body }) => setWebhookAlarm(db, caller.person, body),

    async viewLateAlarm({ caller: { person }, params, query, signal }) {
      return fetchLateAlarm(gateway.readAs({ key: person.id, signal }), params.adminMail, query);
    },

    async setLateAlarm({ params, body, request }) {
      const { alarm } = await fetchLateAlarm(db, params.adminMail);
      request.audit.changes = findChanges(toAlarmValues(alarm), toAlarmValues(body.alarm), ['recipients']);
      return setLateAlarm(db, params.adminMail, body, now());
    },
  });
}

const toAlarmValues = ({ on, minutes, recipients, mail }: LateAlarm) => ({
  alarm: on ? 'on' : 'off',
  minutes: String(minutes),
  recipients: recipients.toSorted().join(', '),
  mail: mail ? 'on' : 'off',
});
