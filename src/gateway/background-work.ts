import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#database/database.ts';
import { createMailer } from '#mail/mailer.ts';
import { createMailQueue } from '#outbox/mail-queue.ts';
import { startPayloadErasure } from './deliveries/payload-erasure.ts';
import type { Gateway } from './gateway.ts';
import { getCallsPerMinute, startSweeps } from './inquiries/sweeps.ts';
import { startWordRewrite } from './inquiries/word-rewrite.ts';
import { startInvitationChecks } from './invitations/checks.ts';
import { startDigests } from './notifications/digests.ts';
import { startLateAlarms } from './notifications/late-alarms.ts';
import { startRollUps } from './overview/worker.ts';
import type { GatewayTables } from './store.ts';

/**
 * Starts the work that no request waits for, in processes with the role `worker`. Several may run on one database: each
 * piece of work is claimed there.
 */
export function startGatewayWork(
  gateway: Gateway,
  database: Database<GatewayTables>,
  { hasSweeps, log }: { hasSweeps: boolean; log: FastifyBaseLogger },
) {
  const { config, now, db } = gateway;
  const { engine, clientName } = database;
  const mailer = createMailer(config.mail);
  const mails = createMailQueue(database, {
    mailer,
    now,
    keepSent: false,
    isHeld: gateway.sendingHold.isHeld,
    log,
  }).start();
  const invitationChecks = startInvitationChecks({ ...gateway, database, log });
  const sweeps = hasSweeps
    ? startSweeps({
        ...gateway,
        engine,
        clientName,
        zone: config.timeZone,
        callsPerMinute: getCallsPerMinute(config),
        retentionDays: config.inquiryDays,
        hasOwnClock: !config.embeddedService,
        log,
      })
    : undefined;
  const loops = [
    startPayloadErasure({ ...gateway, days: config.deliveryDays, log }),
    startDigests({ ...gateway, log }),
    startLateAlarms({ ...gateway, log }),
    startWordRewrite({ ...gateway, engine, log }),
    hasSweeps ? startRollUps({ db, now, zone: config.timeZone, log }) : undefined,
  ];
  return {
    mails,
    invitationChecks,
    sweeps,
    async stop(): Promise<void> {
      await Promise.all([...loops, sweeps, invitationChecks, mails].map(async (loop) => loop?.stop()));
      mailer.close();
    },
  };
}
