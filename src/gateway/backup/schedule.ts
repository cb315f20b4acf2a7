import type { FastifyBaseLogger } from 'fastify';
import { HOUR_MS } from '#contract/durations.ts';
import type { RunBackup } from '#backup/scheduled-backup.ts';
import type { Database } from '#database/database.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { createClaims } from '#work/claims.ts';
import { defineWork } from '#work/define-work.ts';
import type { Work } from '#work/work.ts';
import { type BackupRow, saveBackup, saveBackupFailure } from './store.ts';

const BACKUP_LEASE_MS = 60_000;
/** decided: a backup and its proof that take longer have failed. */
const BACKUP_TIMEOUT_MS = 6 * HOUR_MS;
/** A failed backup is repeated after this time, or after the interval if that is shorter. */
const BACKUP_RETRY_MS = HOUR_MS;

interface ScheduleOptions {
  database: Database<GatewayTables>;
  everyMs: number;
  runBackup: RunBackup;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

/** Makes a backup at an interval and proves it; one process does it for all on the database. */
export function createBackups(
  { db, clock }: Pick<Gateway, 'db' | 'clock'>,
  { database, everyMs, runBackup, log }: ScheduleOptions,
): Work<'backups'> {
  const claims = createClaims<BackupRow>(database, {
    table: 'backup',
    key: 'id',
    clock,
    leaseMs: BACKUP_LEASE_MS,
    maxDelayMs: everyMs,
  });
  return defineWork({
    name: 'backups',
    claims,
    clock,
    concurrency: 1,
    timeoutMs: BACKUP_TIMEOUT_MS,
    async run(_row, signal) {
      const startedAt = clock.now();
      try {
        const backup = await runBackup(signal);
        log.info(backup, 'backup made and proved');
        await saveBackup(db, { ...backup, at: startedAt, dueAt: startedAt + everyMs });
      } catch (error) {
        signal.throwIfAborted();
        log.error({ err: error }, 'the backup failed');
        const failure = error instanceof Error ? error.message : String(error);
        const failedAt = clock.now();
        await saveBackupFailure(db, {
          failure,
          failedAt,
          dueAt: failedAt + Math.min(BACKUP_RETRY_MS, everyMs),
        });
      }
    },
  });
}
