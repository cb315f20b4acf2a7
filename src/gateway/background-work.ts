import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#database/database.ts';
import type { Mailer } from '#mail/mailer.ts';
import { createMailQueue } from '#outbox/mail-queue.ts';
import { type Part, joinParts } from '#outbox/part.ts';
import { createPayloadErasure } from './deliveries/payload-erasure.ts';
import type { Gateway } from './gateway.ts';
import { createSweeps, getCallsPerMinute } from './inquiries/sweeps.ts';
import { createInvitationChecks } from './invitations/checks.ts';
import { createDigests } from './notifications/digests.ts';
import { createLateAlarms } from './notifications/late-alarms.ts';
import { createRollUps } from './overview/worker.ts';
import type { GatewayTables } from './store.ts';

export type WakeableWorkers = ReturnType<typeof createWakeableWorkers>;

/** Creates the workers that requests wake. Waking does nothing in processes that do not start them. */
export function createWakeableWorkers(
  dependencies: Pick<Gateway, 'config' | 'db' | 'now' | 'upstream' | 'liveEvents' | 'sendingHold'>,
  mailer: Mailer,
  database: Database<GatewayTables>,
  log: FastifyBaseLogger,
) {
  const { config, now, sendingHold } = dependencies;
  const { engine, clientName } = database;
  return {
    mails: createMailQueue(database, {
      mailer,
      now,
      keepSent: false,
      isHeld: sendingHold.isHeld,
      log,
    }),
    invitationChecks: createInvitationChecks({ ...dependencies, database, log }),
    sweeps: createSweeps({
      ...dependencies,
      engine,
      clientName,
      zone: config.timeZone,
      callsPerMinute: getCallsPerMinute(config),
      retentionDays: config.inquiryDays,
      hasOwnClock: !config.embeddedService,
      log,
    }),
  };
}

/**
 * Joins the work that no request waits for: processes with the role `worker` do it. Several may run on one database, as each
 * piece of work is claimed there.
 */
export function joinBackgroundWork(
  gateway: Gateway,
  { mails, invitationChecks, sweeps }: WakeableWorkers,
  { hasSweeps, log }: { hasSweeps: boolean; log: FastifyBaseLogger },
) {
  const { config, now, db } = gateway;
  const parts: Part[] = [
    mails,
    invitationChecks,
    createPayloadErasure({ ...gateway, days: config.deliveryDays, log }),
    createDigests({ ...gateway, log }),
    createLateAlarms({ ...gateway, log }),
  ];
  if (hasSweeps) parts.push(sweeps, createRollUps({ db, now, zone: config.timeZone, log }));
  return joinParts(parts);
}
