import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#database/database.ts';
import type { Mailer } from '#mail/mailer.ts';
import { createMails } from '#work/mails.ts';
import { createRetention } from '#work/retention.ts';
import type { Work } from '#work/work.ts';
import { createAssetRetention } from './console/asset-retention.ts';
import type { Gateway, WorkName } from './gateway.ts';
import { createSweeps, getCallsPerMinute } from './inquiries/sweeps.ts';
import { createInvitationChecks } from './invitations/checks.ts';
import { createPresenceExpiry } from './live/presence-expiry.ts';
import { createDigests } from './notifications/digests.ts';
import { createLateAlarms } from './notifications/late-alarms.ts';
import { createRollUps } from './overview/worker.ts';
import { createGatewayRetention } from './retention.ts';
import type { GatewayTables } from './store.ts';

/** Creates the loops that requests wake, by name. Waking does nothing in processes that do not start them. */
export function createLoops(
  gateway: Gateway,
  { database, log }: { database: Database<GatewayTables>; log: FastifyBaseLogger },
) {
  const { config } = gateway;
  return {
    'invitation-checks': createInvitationChecks({ ...gateway, database, log }),
    sweeps: createSweeps({
      ...gateway,
      engine: database.engine,
      clientName: database.clientName,
      zone: config.timeZone,
      callsPerMinute: getCallsPerMinute(config),
      hasOwnClock: !config.embeddedService,
      log,
    }),
  };
}

/** Creates the background work of the gateway. */
export function createWork(
  gateway: Gateway,
  {
    database,
    mailer,
    hasPage,
    log,
  }: { database: Database<GatewayTables>; mailer: Mailer; hasPage: boolean; log: FastifyBaseLogger },
): Work<WorkName>[] {
  return [
    createMails(database, {
      mailer,
      clock: gateway.clock,
      keepSent: false,
      isHeld: gateway.sendingHold.isHeld,
      log,
    }),
    createDigests(gateway, log),
    createLateAlarms(gateway, log),
    createRetention(createGatewayRetention(gateway), log),
    createPresenceExpiry(gateway),
    ...(hasPage ? [createAssetRetention(gateway)] : []),
    ...(gateway.hasSweeps ? [createRollUps(gateway)] : []),
  ];
}

/** Work of processes without the role `worker`, which others cannot do. */
export const WEB_WORK: readonly WorkName[] = ['assets'];
