import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { type Endpoint, addressOf } from '#contract/endpoint.ts';
import type { Hours } from '#contract/hours.ts';
import { LAST_PAGE } from '#contract/paging.ts';
import { v3 } from '#contract/v3.ts';
import { WINDOW_DAYS, addDays, dayAt, isPlausibleInstant, startOfDay } from '#contract/window.ts';
import { AgencyListSchema, parseReply } from '#gateway/forward/reply-schemas.ts';
import { recordPackage } from '#gateway/agencies/package-readings.ts';
import type { ServicePace } from '#gateway/forward/service-pace.ts';
import type { Upstream, UpstreamReply } from '#gateway/forward/upstream.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { fetchStoredHours } from '#gateway/hours/store.ts';
import { type LiveEventHub } from '#gateway/live/live-event-hub.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { ProblemError } from '#http/problem-error.ts';
import type { Clock } from '#system/clock.ts';
import { publishAddedInquiries } from './publish-added-inquiries.ts';
import {
  type IndexedAgency,
  type PendingDays,
  RATE_LIMITED,
  scheduleNextSweep,
  updateIndexedAgency,
} from './agencies.ts';
import { syncAgencies } from './absent-agencies.ts';
import { selectDayCounts } from './day-counts.ts';
import { keyEntriesBySid, normalizeText } from './entries.ts';
import { fetchAcceptedAt } from './findings.ts';
import { checkClock } from './known-time.ts';
import { parseListedPage } from './listed-page.ts';
import { reconcile } from './reconcile.ts';
import { recomputeDueTimes, syncFollowUps, upsertInquiries } from './store.ts';

// A sweep reads an agency's lists from the service into the index: newest pages often, all pages once a day.

/** Tolerated difference between the clocks of gateway and service. */
const CLOCK_MARGIN_MS = 5 * MINUTE_MS;
/** Interval of full reads of an agency. */
const FULL_READ_INTERVAL_MS = 24 * 60 * MINUTE_MS;
/** Retry delay after a failure without `Retry-After`. */
export const SWEEP_RETRY_DELAY_MS = MINUTE_MS;
const DENIED_RETRY_MS = 5 * MINUTE_MS;
const MAX_RETRY_AFTER_S = 600;
/** Pages of a full read before the next agency gets its turn. */
export const PAGES_PER_TURN = 20;

const MomentSchema = z.looseObject({ Momento: z.string() });
export interface SweepOptions {
  db: Kysely<GatewayTables>;
  upstream: Pick<Upstream, 'call'>;
  pace: Pick<ServicePace, 'awaitTurn'>;
  clock: Clock;
  /** The service's time zone. */
  zone: string;
  /** false: the service runs in this process, and its `Date` says nothing about the clock. */
  hasOwnClock: boolean;
  liveEvents: Pick<LiveEventHub, 'wake'>;
  wake: Gateway['wake'];
}

/** The service rate-limited a call, or its reply cannot be used. */
class ReadFailedError extends Error {
  readonly waitMs: number;

  constructor(reason: string, waitMs = SWEEP_RETRY_DELAY_MS) {
    super(reason);
    this.name = 'ReadFailedError';
    this.waitMs = waitMs;
  }
}

/** The address of the agency's list does not exist: on its own, this says nothing about the agency. */
class AgencyDeniedError extends ReadFailedError {
  constructor() {
    super('agency-not-found', DENIED_RETRY_MS);
  }
}

/** Text of a failed sweep, for the log. */
export function failureReason(error: unknown): string {
  if (error instanceof ReadFailedError) return error.message;
  return error instanceof ProblemError ? error.problem.Type : String(error);
}

interface Sweep {
  /** Reads the list of agencies. @throws ReadFailedError, ProblemError */
  sweepAgencyList(): Promise<void>;
  sweepAgency(agency: IndexedAgency): Promise<void>;
}

/** Creates the steps of a sweep. */
export function createSweep(
  { db, upstream, pace, clock, zone, hasOwnClock, liveEvents, wake }: SweepOptions,
  signal: AbortSignal,
): Sweep {
  const { now } = clock;

  /** @throws ReadFailedError, ProblemError */
  async function callService(endpoint: Endpoint, path: string): Promise<UpstreamReply> {
    await pace.awaitTurn('sweeps', signal);
    const reply = await upstream.call({ endpoint, path, signal });
    if (reply.status === 429)
      throw new ReadFailedError(
        RATE_LIMITED,
        Math.min(Math.max(Number(reply.retryAfter) || 60, 1), MAX_RETRY_AFTER_S) * 1000,
      );
    return reply;
  }

  async function readPage(adminMail: string, { desde, hasta, page }: PendingDays) {
    const path = addressOf(
      v3.listInquiries,
      { adminMail },
      { desde, hasta, pagina: page > 1 ? page : undefined },
    );
    const reply = await callService(v3.listInquiries, path);
    if (reply.status === 404) throw new AgencyDeniedError();
    const parsed = parseListedPage(reply);
    if (!parsed) throw new ReadFailedError(`status ${reply.status}`);
    const { entries, size, hasNext, total } = parsed;
    return {
      entries,
      total,
      more: hasNext && page < LAST_PAGE,
      // The last page that can be requested has no next link even if there are more entries.
      isCut: page === LAST_PAGE && (total === null ? entries.length >= size : total > LAST_PAGE * size),
    };
  }

  function upsertPage(agency: IndexedAgency, entries: readonly unknown[], hours: Hours) {
    return upsertInquiries(db, entries, {
      agency: agency.admin_mail,
      discoverySource: 'list',
      hours,
      now: now(),
    });
  }

  /**
   * Reads the newest pages until one has nothing new and reaches back to the last sweep. Nothing new alone is not enough:
   * webhooks and reads of people index newer inquiries before the ones still missing.
   */
  async function sweepNewest(agency: IndexedAgency, hours: Hours): Promise<void> {
    const startedAt = now();
    const today = dayAt(startedAt, zone);
    const days = { desde: addDays(today, -WINDOW_DAYS), hasta: today };
    const reading = { total: null as number | null, sids: [] as string[] };
    for (let page = 1; ; page++) {
      const result = await readPage(agency.admin_mail, { ...days, page });
      if (page === 1) reading.total = result.total;
      reading.sids.push(...keyEntriesBySid(result.entries).keys());
      const { added, changed, isMailDue } = await upsertPage(agency, result.entries, hours);
      if (isMailDue) wake('mails');
      // The first full read covers the rest.
      if (agency.full_read_at === null) break;
      await publishAddedInquiries({ db, liveEvents }, agency.agency_key, added);
      const isCaughtUp =
        agency.swept_at !== null && findOldest(result.entries) < agency.swept_at - CLOCK_MARGIN_MS;
      if (!result.more || (added.length + changed === 0 && isCaughtUp)) break;
    }
    await db
      .updateTable('indexed_agency')
      .set({ swept_at: startedAt, failing_since: null, failure: null, denied_at: null })
      // An index that is not filled yet differs from the list for that reason.
      .set(
        agency.full_read_at === null || reading.total === null
          ? { service_count: null }
          : {
              service_count: reading.total,
              ...selectDayCounts(db, agency.agency_key, { ...days, zone }, { startedAt, sids: reading.sids }),
            },
      )
      .where('agency_key', '=', agency.agency_key)
      .execute();
  }

  /** Continues a full read, newest first; splits days with more pages than can be requested. @returns whether it is done */
  async function readAllPages(agency: IndexedAgency, hours: Hours): Promise<boolean> {
    const today = dayAt(now(), zone);
    let since = agency.full_read_started_at ?? now();
    let remaining = agency.pending_days === null ? [] : (JSON.parse(agency.pending_days) as PendingDays[]);
    const isStale = agency.full_read_at !== null && now() - since >= FULL_READ_INTERVAL_MS;
    // Inquiries that the read did not find are still fetched when no pages are left.
    if (agency.pending_days === null || isStale) {
      since = now();
      remaining = [{ desde: addDays(today, -WINDOW_DAYS), hasta: today, page: 1 }];
    }
    for (let pagesRead = 0; remaining.length > 0 && pagesRead < PAGES_PER_TURN; pagesRead++) {
      const [first, ...rest] = remaining as [PendingDays, ...PendingDays[]];
      const result = await readPage(agency.admin_mail, first);
      await upsertPage(agency, result.entries, hours);
      if (result.isCut && first.desde < first.hasta)
        remaining = [...splitDays(first, findOldest(result.entries), zone), ...rest];
      else remaining = result.more ? [{ ...first, page: first.page + 1 }, ...rest] : rest;
      await updateIndexedAgency(db, agency.agency_key, {
        pending_days: JSON.stringify(remaining),
        full_read_started_at: since,
      });
    }
    if (remaining.length > 0) return false;
    const isReconciled = await reconcile(db, agency, {
      since,
      from: startOfDay(addDays(dayAt(since, zone), -WINDOW_DAYS + 1), zone),
      now,
      askFor: (sid) => askFor(agency, sid, hours),
    });
    if (!isReconciled) return false;
    await readPackage(agency);
    // Repairs follow-ups that another instance changed while this one indexed their inquiries.
    await syncFollowUps(db, agency.agency_key);
    await updateIndexedAgency(db, agency.agency_key, {
      pending_days: null,
      full_read_started_at: null,
      full_read_at: now(),
      complete_since: findWholeSince(agency, startOfDay(addDays(dayAt(since, zone), -WINDOW_DAYS + 1), zone)),
    });
    return true;
  }

  /** Asks for an inquiry, and takes it up. @returns whether the service has it; undefined: it does not say */
  async function askFor({ admin_mail: adminMail }: IndexedAgency, sid: string, hours: Hours) {
    const { status, body } = await callService(v3.viewInquiry, addressOf(v3.viewInquiry, { adminMail, sid }));
    if (status === 404) return false;
    if (status !== v3.viewInquiry.success) return undefined;
    await upsertInquiries(db, [JSON.parse(body ?? 'null')], {
      agency: adminMail,
      discoverySource: 'single',
      hours,
      now: now(),
    });
    return true;
  }

  /** Reads the package of an agency; a failure of the service only leaves out the reading. */
  async function readPackage({ agency_key, admin_mail: adminMail }: IndexedAgency): Promise<void> {
    try {
      const reply = await callService(v3.viewPackage, addressOf(v3.viewPackage, { adminMail }));
      await recordPackage(db, { agency_key, day: dayAt(now(), zone) }, reply);
    } catch (error) {
      const isServiceFailure =
        error instanceof ProblemError || error instanceof ReadFailedError || error instanceof SyntaxError;
      if (signal.aborted || !isServiceFailure) throw error;
    }
  }

  return {
    async sweepAgencyList() {
      const [outcome] = await Promise.allSettled([callService(v3.listAgencies, addressOf(v3.listAgencies))]);
      // The clock is checked without a reply too, because other gateways and workers erase meanwhile.
      const serviceDate = outcome.status === 'fulfilled' && hasOwnClock ? outcome.value.date : undefined;
      await checkClock(db, { now: now(), serviceDate });
      if (outcome.status === 'rejected') throw outcome.reason;
      const list = parseReply(v3.listAgencies, outcome.value, AgencyListSchema);
      if (!list) throw new ReadFailedError(`status ${outcome.value.status}`);
      const agencies = list._entries.flatMap(({ AdminMail, Nombre }) => {
        const adminMail = normalizeText(AdminMail);
        return adminMail === null ? [] : [{ adminMail, name: Nombre }];
      });
      await syncAgencies(db, agencies, now());
    },
    async sweepAgency(agency) {
      const { agency_key } = agency;
      try {
        const { hours, version } = await fetchStoredHours(db, agency.admin_mail, zone);
        if (version !== agency.hours_version) {
          await recomputeDueTimes(db, agency_key, hours, { clock, signal });
          await updateIndexedAgency(db, agency_key, { hours_version: version });
        }
        await sweepNewest(agency, hours);
        const isFullReadDue =
          agency.pending_days !== null ||
          agency.full_read_at === null ||
          now() - agency.full_read_at >= FULL_READ_INTERVAL_MS ||
          // The inquiries that a person accepts are read once more.
          (await fetchAcceptedAt(db, { kind: 'inquiries', agency_key })) > 0;
        const isDone = isFullReadDue ? await readAllPages(agency, hours) : true;
        // An agency that was read for the first time is compared with the service's list at once.
        if (isDone && agency.full_read_at !== null) await scheduleNextSweep(db, agency, clock);
        else await updateIndexedAgency(db, agency_key, { due_at: now() });
      } catch (error) {
        // A sweep that is cut short says nothing about the agency.
        if (signal.aborted) throw error;
        await updateIndexedAgency(db, agency_key, {
          ...(error instanceof AgencyDeniedError && { denied_at: now() }),
          failing_since: agency.failing_since ?? now(),
          failure: failureReason(error),
          due_at: now() + (error instanceof ReadFailedError ? error.waitMs : SWEEP_RETRY_DELAY_MS),
        });
        throw error;
      }
    },
  };
}

/** The earliest plausible moment on a page, ms since 1970; Infinity without one. */
function findOldest(entries: readonly unknown[]): number {
  const moments = entries.flatMap((entry) => {
    const parsed = z.safeParse(MomentSchema, entry);
    const at = parsed.success ? Date.parse(parsed.data.Momento) : Number.NaN;
    return isPlausibleInstant(at) ? [at] : [];
  });
  return Math.min(...moments);
}

/**
 * Returns the time since which the index is whole after a full read from `readFrom` on: days that follow the
 * last full read extend it.
 */
function findWholeSince({ full_read_at, complete_since }: IndexedAgency, readFrom: number): number {
  const isContinued = complete_since !== null && full_read_at !== null && full_read_at >= readFrom;
  return isContinued ? complete_since : readFrom;
}

/**
 * The days that are left after the last page that can be requested: those up to the day of its oldest inquiry, as lists
 * are newest first. Where that day is the newest, halves, the later one first.
 */
function splitDays({ desde, hasta }: PendingDays, oldest: number, zone: string): PendingDays[] {
  const reached = Number.isFinite(oldest) ? dayAt(oldest, zone) : hasta;
  if (reached >= desde && reached < hasta) return [{ desde, hasta: reached, page: 1 }];
  const middle = addDays(desde, Math.ceil((Date.parse(hasta) - Date.parse(desde)) / DAY_MS / 2));
  return [
    { desde: middle, hasta, page: 1 },
    { desde, hasta: addDays(middle, -1), page: 1 },
  ];
}
