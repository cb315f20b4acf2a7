import type { FastifyInstance } from 'fastify';
import type { Findings } from '#contract/desk/findings.ts';
import { dayAt } from '#contract/window.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { saveFindingDecision, fetchFindings } from '#gateway/inquiries/findings.ts';
import { PACKAGE_VERSION } from '#http/server.ts';
import { mailKey } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import { fetchTopicFigures } from '#gateway/webhooks/topic-states.ts';
import { countRefusedMails } from '#work/mail-table.ts';
import { fetchDrift } from '#gateway/drift/store.ts';
import { fetchPageLatencies, recordPageLatencies } from './page-latencies.ts';

/** Routes for the state of the connection to the service, and for what the index does not do without a person. */
export function connectionRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, config } = gateway;
  const today = () => dayAt(now(), config.timeZone);

  async function listFindings(): Promise<Findings> {
    const findings = await fetchFindings(db);
    return {
      findings: findings.map(({ kind, agency_key, missing, total, ...row }) => ({
        kind,
        adminMail: agency_key === '' ? null : (row.admin_mail ?? agency_key),
        name: row.name,
        missing,
        total,
        foundAt: row.found_at,
        decision: row.decision,
        decidedBy: row.decider,
        decidedAt: row.decided_at,
      })),
    };
  }

  registerDeskRoutes(app, gateway, {
    async viewConnection({ caller, signal }) {
      const { demoFaults, connection } = gateway;
      const reads = gateway.readAs({ key: caller.person.id, isLong: true, signal });
      const status = await connection.getStatus();
      return {
        ...status,
        version: PACKAGE_VERSION,
        topics: await fetchTopicFigures(reads, status.topics, now()),
        refusedMails: await countRefusedMails(db),
        pageLatencies: await fetchPageLatencies(db, today()),
        drift: await fetchDrift(db),
        demo: demoFaults ? { fault: demoFaults.current } : null,
      };
    },

    async reportPageLatencies({ body: { latencies } }) {
      await recordPageLatencies(db, latencies, today());
    },

    async setDemoFault({ body: { fault }, request }) {
      if (!gateway.demoFaults) throw createProblem('not-found');
      request.audit.target = fault ?? 'none';
      await gateway.demoFaults.set(gateway, fault);
    },

    listFindings,
    async decideFinding({ caller: { person }, body: { adminMail, ...decision }, request }) {
      const agency_key = adminMail === null ? '' : mailKey(adminMail);
      request.audit.target = `${decision.kind} ${decision.decision} ${decision.missing}`;
      if (adminMail !== null) request.audit.agency = agency_key;
      const author = { personId: person.id, now: now() };
      if (!(await saveFindingDecision(db, { ...decision, agency_key }, author)))
        throw createProblem('changed-meanwhile');
      gateway.wake('sweeps');
      return listFindings();
    },
  });
}
