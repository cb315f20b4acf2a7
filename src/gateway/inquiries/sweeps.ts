import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#database/database.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { defineWork } from '#work/define-work.ts';
import { type Work, every } from '#work/work.ts';
import { restoreHeardAgencies } from './absent-agencies.ts';
import { type IndexedAgency, clampFutureTimes, createSweepClaims } from './agencies.ts';
import { SWEEP_RETRY_DELAY_MS, type SweepOptions, createSweep, failureReason } from './sweep.ts';

const AGENCY_LIST_INTERVAL_MS = 5 * 60_000;
/** Longer than a turn takes at any pace: each of its calls has a limit of its own. */
const SWEEP_TIMEOUT_MS = 3_600_000;

type SweepWork = 'agency-list' | 'index-repairs' | 'sweeps';

/** Work that keeps the index equal to the service's lists: it reads the list of agencies, and sweeps those that are due. */
export function createSweeps(
  options: SweepOptions & Pick<Gateway, 'wake'>,
  database: Database<GatewayTables>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Work<SweepWork>[] {
  const { db, clock, wake } = options;
  const { now } = clock;
  const claims = createSweepClaims(database, clock);
  const begin = (signal: AbortSignal) => createSweep(options, signal);

  async function readAgencyList(signal: AbortSignal): Promise<number | undefined> {
    try {
      await begin(signal).sweepAgencyList();
    } catch (error) {
      if (signal.aborted) throw error;
      log.warn({ reason: failureReason(error) }, 'the list of agencies could not be read for the index');
      return now() + SWEEP_RETRY_DELAY_MS;
    }
    wake('sweeps');
    return undefined;
  }

  async function sweep(agency: IndexedAgency, signal: AbortSignal): Promise<void> {
    try {
      await begin(signal).sweepAgency(agency);
    } catch (error) {
      if (signal.aborted) throw error;
      log.warn({ agency: agency.agency_key, reason: failureReason(error) }, 'an agency could not be indexed');
    }
  }

  return [
    every(AGENCY_LIST_INTERVAL_MS, {
      name: 'agency-list',
      clock,
      timeoutMs: AGENCY_LIST_INTERVAL_MS,
      run: readAgencyList,
    }),
    every(claims.maxWaitMs, {
      name: 'index-repairs',
      clock,
      async run() {
        await clampFutureTimes(db, now());
        if (await restoreHeardAgencies(db, now())) wake('sweeps');
      },
    }),
    defineWork({ name: 'sweeps', claims, run: sweep, clock, concurrency: 1, timeoutMs: SWEEP_TIMEOUT_MS }),
  ];
}
