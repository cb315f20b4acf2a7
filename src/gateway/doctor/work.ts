import { sql, type SqlBool } from 'kysely';
import { MINUTE_MS } from '#contract/durations.ts';
import type { Database } from '#database/database.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { Mailer } from '#mail/mailer.ts';
import { createClaims } from '#work/claims.ts';
import { defineWork } from '#work/define-work.ts';
import type { Work } from '#work/work.ts';
import type { CheckContext } from './check.ts';
import { CHECKS } from './checks.ts';
import type { Machine } from './machine.ts';
import { runCheck } from './run-check.ts';
import { type CheckRow, saveRun } from './store.ts';

const DOCTOR_LEASE_MS = MINUTE_MS;
const DOCTOR_TIMEOUT_MS = 2 * MINUTE_MS;
/** Longest interval of a check. */
const MAX_INTERVAL_MS = Math.max(...CHECKS.map(({ everyMs }) => everyMs));
/** Owner of reads that take long. */
const READS = { key: 'doctor', isLong: true };

interface Dependencies {
  database: Database<GatewayTables>;
  mailer: Pick<Mailer, 'verify'>;
  machine: Machine;
  fetchBacklogs: NonNullable<CheckContext['fetchBacklogs']>;
}

/** Runs the checks of the installation, each at its interval; one process does it for all on the database. */
export function createChecks(
  gateway: Pick<Gateway, 'db' | 'clock' | 'config' | 'connection' | 'receiver' | 'openId' | 'now'>,
  { database, mailer, machine, fetchBacklogs }: Dependencies,
): Work<'checks'> {
  const { db, clock, config, connection, receiver, openId, now } = gateway;
  // A newer version on the database may have others.
  const ids = sql.join(CHECKS.map(({ id }) => id));
  const claims = createClaims<CheckRow>(database, {
    table: 'doctor_check',
    key: 'id',
    clock,
    leaseMs: DOCTOR_LEASE_MS,
    condition: () => sql<SqlBool>`id in (${ids})`,
    maxDelayMs: MAX_INTERVAL_MS,
  });
  return defineWork({
    name: 'checks',
    claims,
    clock,
    concurrency: 1,
    timeoutMs: DOCTOR_TIMEOUT_MS,
    async run(row, signal) {
      const check = CHECKS.find(({ id }) => id === row.id);
      if (!check) return;
      const reads = database.readAs({ ...READS, signal });
      const findings = await runCheck(
        check,
        { database, reads, config, connection, receiver, mailer, openId, machine, fetchBacklogs, now },
        clock,
      );
      signal.throwIfAborted();
      await saveRun(db, row, { ...check, findings, now: now() });
    },
  });
}
