import type { GatewayConfig } from '#gateway/config.ts';
import { type Loop, getMaxWaitMs, createLoop } from '#outbox/loop.ts';
import { restoreHeardAgencies } from './absent-agencies.ts';
import { clampFutureTimes, claimAgency, fetchNextSweepAt } from './agencies.ts';
import { SWEEP_RETRY_DELAY_MS, type SweepOptions, createSweep, failureReason } from './sweep.ts';

/** Interval of reads of the agency list. */
const AGENCY_LIST_INTERVAL_MS = 5 * 60_000;
const MAX_SLEEP_MS = 60_000;

/** Calls per minute for sweeps: 10 % of `RATE_LIMIT`, or 50 % for the embedded service. */
export function getCallsPerMinute({
  rateLimit,
  embeddedService,
}: Pick<GatewayConfig, 'rateLimit' | 'embeddedService'>): number {
  return Math.max(1, Math.floor(rateLimit / (embeddedService ? 2 : 10)));
}

/** Creates the worker that sweeps due agencies one after the other. */
export function createSweeps({ log, ...options }: SweepOptions): Loop {
  const { db, engine, now } = options;
  const stopController = new AbortController();
  const sweep = createSweep(options, stopController.signal);
  let agencyListDueAt = 0;

  /** A round reads the list of agencies, and sweeps until it is time for the list again, whatever else is due. */
  async function step(): Promise<number | undefined> {
    await clampFutureTimes(db, now());
    await restoreHeardAgencies(db, now());
    // Later than the interval only where the clock was set back.
    if (agencyListDueAt <= now() || agencyListDueAt > now() + AGENCY_LIST_INTERVAL_MS) {
      agencyListDueAt = now() + AGENCY_LIST_INTERVAL_MS;
      await sweep.sweepAgencyList().catch((error: unknown) => {
        log.warn({ reason: failureReason(error) }, 'the list of agencies could not be read for the index');
        agencyListDueAt = now() + SWEEP_RETRY_DELAY_MS;
      });
    }
    while (agencyListDueAt > now()) {
      if (stopController.signal.aborted) return undefined;
      const agency = await claimAgency(options, now());
      if (!agency) break;
      await sweep.sweepAgency(agency).catch((error: unknown) => {
        if (!stopController.signal.aborted)
          log.warn(
            { agency: agency.agency_key, reason: failureReason(error) },
            'an agency could not be indexed',
          );
      });
    }
    const next = await fetchNextSweepAt(db);
    return Math.min(next ?? Infinity, agencyListDueAt);
  }

  const loop = createLoop(step, {
    now,
    maxWaitMs: getMaxWaitMs(engine, MAX_SLEEP_MS),
    onError: (error) => log.error({ err: error }, 'the index could not be brought up to date'),
  });
  return {
    ...loop,
    stop() {
      stopController.abort();
      return loop.stop();
    },
  };
}
