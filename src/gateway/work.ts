import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#database/database.ts';
import type { Mailer } from '#mail/mailer.ts';
import { createMails } from '#work/mails.ts';
import { createRetention } from '#work/retention.ts';
import type { Work } from '#work/work.ts';
import type { Worker } from '#work/worker.ts';
import type { RunBackup } from '#backup/scheduled-backup.ts';
import { createBackups } from './backup/schedule.ts';
import { createCanaryRuns } from './canary/runs.ts';
import { createAssetRetention } from './console/asset-retention.ts';
import { recordCrmMailEnd } from './crm/queue.ts';
import type { Gateway, WorkName } from './gateway.ts';
import type { Machine } from './doctor/machine.ts';
import { createChecks } from './doctor/work.ts';
import { createDriftSaves } from './drift/saves.ts';
import { createSweeps } from './inquiries/sweeps.ts';
import { createInvitationChecks } from './invitations/checks.ts';
import type { JobRunner } from './jobs/job-runner.ts';
import { createRecoveries } from './links/recoveries.ts';
import { createPresenceExpiry } from './live/presence-expiry.ts';
import { createDigests } from './notifications/digests.ts';
import { createLateAlarms } from './notifications/late-alarms.ts';
import { createMissedAlarm } from './notifications/missed-alarm.ts';
import { createRelay } from './relay/worker.ts';
import { createRollUps } from './overview/worker.ts';
import { createGatewayRetention } from './retention.ts';
import type { GatewayTables } from './store.ts';
import { createTopicReadings } from './webhooks/topic-readings.ts';

interface WorkOptions {
  database: Database<GatewayTables>;
  mailer: Mailer;
  jobs: Pick<JobRunner, 'work'>;
  /** Makes a backup and proves it, where backups are scheduled. */
  runBackup: RunBackup | undefined;
  /** Answers the checks of the installation; undefined: they are not run. */
  machine: Machine | undefined;
  /** Background work of this process. */
  fetchBacklogs: Worker['fetchBacklogs'];
  /** True if this process serves the console. */
  hasPage: boolean;
  log: FastifyBaseLogger;
}

/** Creates the background work of the gateway. */
export function createWork(
  gateway: Gateway,
  { database, mailer, jobs, runBackup, machine, fetchBacklogs, hasPage, log }: WorkOptions,
): Work<WorkName>[] {
  const { config, hasSweeps } = gateway;
  const sweepOptions = { ...gateway, zone: config.timeZone, hasOwnClock: !config.embeddedService };
  return [
    createMails(database, {
      mailer,
      clock: gateway.clock,
      keepSent: false,
      isHeld: gateway.sendingHold.isHeld,
      onEnd: (end) => recordCrmMailEnd(gateway.db, end),
      log,
    }),
    createRecoveries(gateway, database),
    ...jobs.work,
    createDigests(gateway, log),
    createLateAlarms(gateway, log),
    createMissedAlarm(gateway),
    createCanaryRuns(gateway, database),
    createInvitationChecks(gateway, database, log),
    ...(hasSweeps
      ? [
          ...createSweeps(sweepOptions, database, log),
          createRollUps(gateway),
          createTopicReadings(gateway, log),
        ]
      : []),
    createRelay(gateway, database, log),
    createRetention(createGatewayRetention(gateway), log),
    createPresenceExpiry(gateway),
    createDriftSaves(gateway),
    ...(runBackup && config.backupEveryMs !== undefined
      ? [createBackups(gateway, { database, everyMs: config.backupEveryMs, runBackup, log })]
      : []),
    ...(machine ? [createChecks(gateway, { database, mailer, machine, fetchBacklogs })] : []),
    ...(hasPage ? [createAssetRetention(gateway)] : []),
  ];
}

/** Work of processes without the role `worker`: what their own requests begin, and what others cannot do. */
export const WEB_WORK: readonly WorkName[] = ['recoveries', 'assets', 'drift'];
