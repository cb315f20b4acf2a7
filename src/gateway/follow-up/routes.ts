import type { FastifyInstance } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import { getNotified } from '#contract/follow-up/change-kinds.ts';
import { NUDGE } from '#contract/desk/rights.ts';
import { inquiryWindow } from '#contract/window.ts';
import { ignoreDiskFull } from '#database/disk-full-error.ts';
import { findChanges } from '#gateway/audit/changes.ts';
import { createValidationProblem, registerDeskRoutes } from '#gateway/desk-routes.ts';
import { fetchResends } from '#gateway/deliveries/queries.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { findImportMatches } from '#gateway/inquiries/import-matches.ts';
import { runOnce } from '#gateway/idempotency/run-once.ts';
import { resolveScope } from '#gateway/inquiries/scope.ts';
import type { JobRunner } from '#gateway/jobs/job-runner.ts';
import { fetchJob } from '#gateway/jobs/store.ts';
import { notifyColleagues } from '#gateway/notifications/colleague-notices.ts';
import { authorize } from '#gateway/permissions/permissions.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { fetchColleagues } from './colleagues.ts';
import { type Person, fetchNames } from '#gateway/people/store.ts';
import { parseSources } from './entry-sources.ts';
import { fetchVisibleInquiry } from './fetch-inquiry.ts';
import { fetchFollowUpDetail, fetchFollowUps, fetchSnoozed, toInquiryKeys } from './store.ts';
import { createBulkChange } from './bulk-changes.ts';
import { saveFollowUpChange, markSeen } from './changes.ts';
import { createImportJob } from './follow-up-jobs.ts';
import type { StateColumns } from './state-columns.ts';

/** Routes of the follow-up; a change requires that the person may see the inquiry. */
export function followUpRoutes(app: FastifyInstance, gateway: Gateway, jobs: JobRunner): void {
  const { db, upstream, now, config, receiver, liveEvents } = gateway;

  const fetchNewest = async (person: Person, inquiry: { adminMail: string; sid: string }) => ({
    ...(await fetchFollowUpDetail(db, person, inquiry)),
    resends: await parseSources(
      db,
      person,
      await fetchResends(db, toInquiryKeys(inquiry), { receiver: receiver.masked, now: now() }),
    ),
  });

  registerDeskRoutes(app, gateway, {
    async listFollowUps({ caller: { person }, params: { adminMail }, query }) {
      if (query.snoozed) return fetchSnoozed(db, person, adminMail, now());
      const dayWindow = inquiryWindow(query, now(), config.timeZone);
      if ('errors' in dayWindow)
        throw createValidationProblem(
          Object.fromEntries(Object.keys(dayWindow.errors).map((name) => [name, 'invalid'])),
        );
      return fetchFollowUps(db, person, adminMail, dayWindow.window);
    },

    viewFollowUp: ({ caller: { person }, params, query: { before } }) =>
      before === undefined ? fetchNewest(person, params) : fetchFollowUpDetail(db, person, params, before),

    async changeFollowUp({ caller, params, body, request }) {
      const { person, token } = caller;
      const { change } = body;
      if (change.kind === 'nudge') authorize(person, NUDGE, params.adminMail);
      // Nobody answers for what the installation has claimed.
      if (token?.kind === 'installation' && change.kind === 'claim')
        throw createValidationProblem({ 'change.kind': 'invalid' });
      const inquiry = await fetchVisibleInquiry(db, upstream, person, params);
      const stamp = gateway.stamp();
      const onNotify = (transaction: Transaction<GatewayTables>, to: readonly string[]) =>
        notifyColleagues(
          transaction,
          { kind: change.kind === 'nudge' ? 'nudge' : 'mention', inquiry, entry: body.id, by: person, to },
          { ...stamp, publicUrl: config.publicUrl },
        );
      await runOnce(gateway, { caller, request }, async () => {
        const source = token && ({ kind: 'token', name: token.name } as const);
        const saved = await saveFollowUpChange(db, inquiry, { person, source, onNotify }, body, stamp.now);
        if (saved) request.audit.changes = await findStateChanges(db, saved);
        liveEvents.wake();
        if (saved?.isRelayDue) gateway.wake('relay');
        if (getNotified(change).length > 0) gateway.wake('mails');
      });
      return fetchNewest(person, params);
    },

    async changeFollowUps({ caller: { person }, body: { id, ...change }, request }) {
      request.audit.target = id;
      await createBulkChange(gateway, { id, person, address: request.address }, change);
      await jobs.begin(id);
      return fetchJob(db, person, id);
    },

    matchImport: async ({ caller: { person }, body: { agencies, ...body }, signal }) => ({
      rows: await findImportMatches(
        gateway.readAs({ key: person.id, isLong: true, signal }),
        resolveScope(person, agencies),
        body,
      ),
    }),

    async importFollowUps({ caller: { person }, body, request }) {
      const { id } = body;
      request.audit.target = id;
      await createImportJob(db, { id, person, address: request.address }, body, gateway.stamp());
      await jobs.begin(id);
      return fetchJob(db, person, id);
    },

    async noteSeen({ caller: { person }, params }) {
      await ignoreDiskFull(
        markSeen(db, person, await fetchVisibleInquiry(db, upstream, person, params), now()),
      );
    },

    async listColleagues({ caller: { person }, params, query, signal }) {
      return fetchColleagues(gateway.readAs({ key: person.id, signal }), params.adminMail, query);
    },
  });
}

/** Finds changes of status and owner for the audit, which has no texts of the timeline. */
async function findStateChanges(
  db: Kysely<GatewayTables>,
  { before, after }: { before: StateColumns; after: StateColumns },
) {
  const owners = [before.claimed_by, after.claimed_by];
  const names = await fetchNames(db, owners[0] === owners[1] ? [] : owners.filter((id) => id !== null));
  const toStateValues = ({ status, lost_reason, claimed_by }: StateColumns) => ({
    status,
    lostReason: lost_reason,
    owner: claimed_by && (names.get(claimed_by) ?? claimed_by),
  });
  return findChanges(toStateValues(before), toStateValues(after));
}
