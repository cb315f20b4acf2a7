import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { Agencias } from '#contract/agencies.ts';
import { type Endpoint, addressOf } from '#contract/endpoint.ts';
import type { Hours } from '#contract/hours.ts';
import { LAST_PAGE } from '#contract/paging.ts';
import { tolerant } from '#contract/reading.ts';
import { v3 } from '#contract/v3.ts';
import { WINDOW_DAYS, addDays, dayAt, startOfDay } from '#contract/window.ts';
import type { Engine } from '#database/database.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import type { Upstream, UpstreamReply } from '#gateway/forward/upstream.ts';
import { hoursOf } from '#gateway/hours/store.ts';
import { type Live } from '#gateway/live/live.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { ProblemError } from '#http/problem-error.ts';
import { type Loop, startLoop } from '#outbox/loop.ts';
import { announceAdded } from './announce.ts';
import {
  ASKED_TO_WAIT,
  type IndexedAgency,
  LEASE_MS,
  type ToRead,
  claimAgency,
  forgetIndexed,
  reserveCall,
  nextDue,
  noteAgency,
  releaseAgency,
  setAgencies,
} from './agencies.ts';
import {
  type UpsertResult,
  eraseInquiries,
  markGone,
  recomputeDue,
  syncFollowUps,
  upsertInquiries,
  unseenSince,
} from './store.ts';

// Keeps the index true by reading the service's lists: their newest pages often, all of them once a day.

const MINUTE_MS = 60_000;
/** Time between reads of the list of agencies. */
const AGENCIES_MS = 5 * MINUTE_MS;
/** So much the clocks of gateway and service may differ. */
const CLOCK_MARGIN_MS = 5 * MINUTE_MS;
/** Time between full reads of an agency. */
const WHOLE_MS = 24 * 60 * MINUTE_MS;
/** After a failure that says nothing of how long. */
const AFTER_FAILURE_MS = MINUTE_MS;
const LONGEST_WAIT_S = 600;
/** Pages of a read from first to last before another agency has its turn. */
export const PAGES_IN_TURN = 20;
const LONGEST_SLEEP_MS = MINUTE_MS;
const ERASED = 500;
const DAY_MS = 24 * 60 * MINUTE_MS;

const AgenciesRead = tolerant(Agencias);
const MomentRead = z.looseObject({ Momento: z.string() });
/** Around the entries, which are read one by one. */
const PageRead = z.looseObject({
  _entries: z.array(z.unknown()),
  _links: z.optional(z.nullable(z.looseObject({ next: z.optional(z.unknown()) }))),
  PerPagina: z.optional(z.nullable(z.number())),
  Total: z.optional(z.unknown()),
});

interface Sweeping {
  db: Kysely<GatewayTables>;
  engine: Engine;
  upstream: Pick<Upstream, 'call'>;
  now: () => number;
  /** The service's time zone. */
  zone: string;
  /** Calls a minute that may be made in all, of however many gateways. */
  callsAMinute: number;
  /** Older inquiries are erased. */
  days: number;
  /** Tells open pages what came by no webhook. */
  live: Pick<Live, 'wake'>;
  log: FastifyBaseLogger;
}

/** The service asked to wait, or gave no answer that can be used. */
class NotRead extends Error {
  readonly waitMs: number;

  constructor(reason: string, waitMs = AFTER_FAILURE_MS) {
    super(reason);
    this.name = 'NotRead';
    this.waitMs = waitMs;
  }
}

/** An agency that the service does not have any more. */
class NotAssociated extends Error {}

/** Calls a minute that sweeps may make: 10 % of `RATE_LIMIT`, or 50 % where the service is the embedded one. */
export function callsAMinute({
  rateLimit,
  embeddedService,
}: Pick<GatewayConfig, 'rateLimit' | 'embeddedService'>): number {
  return Math.max(1, Math.floor(rateLimit / (embeddedService ? 2 : 10)));
}

/** Reads one agency after the other, as each is due. */
export function startSweeps({ log, ...sweeping }: Sweeping): Loop {
  const { db, engine, now } = sweeping;
  const stopping = new AbortController();
  const sweep = createSweep(sweeping, stopping.signal);
  let agenciesDue = 0;

  async function step(): Promise<number | undefined> {
    if (agenciesDue <= now()) {
      agenciesDue = now() + AGENCIES_MS;
      await sweep.agencies().catch((error: unknown) => {
        log.warn({ reason: failureReason(error) }, 'the list of agencies could not be read for the index');
        agenciesDue = now() + AFTER_FAILURE_MS;
      });
      await sweep.retention();
    }
    for (;;) {
      if (stopping.signal.aborted) return undefined;
      const agency = await claimAgency(db, engine, now());
      if (!agency) break;
      await sweep.agency(agency).catch((error: unknown) => {
        if (!stopping.signal.aborted)
          log.warn(
            { agency: agency.agency_key, reason: failureReason(error) },
            'an agency could not be indexed',
          );
      });
    }
    const next = await nextDue(db);
    return Math.min(next ?? Infinity, agenciesDue);
  }

  const loop = startLoop(step, {
    now,
    maxWaitMs: LONGEST_SLEEP_MS,
    onError: (error) => log.error({ err: error }, 'the index could not be brought up to date'),
  });
  return {
    wake: () => loop.wake(),
    stop() {
      stopping.abort();
      return loop.stop();
    },
  };
}

function failureReason(error: unknown): string {
  if (error instanceof NotRead) return error.message;
  return error instanceof ProblemError ? error.problem.Type : String(error);
}

interface Sweep {
  agencies(): Promise<void>;
  retention(): Promise<void>;
  agency(agency: IndexedAgency): Promise<void>;
}

/** What a sweep does, step by step. */
export function createSweep(
  { db, upstream, now, zone, callsAMinute, days, live }: Omit<Sweeping, 'log' | 'engine'>,
  signal: AbortSignal,
): Sweep {
  const intervalMs = Math.ceil(MINUTE_MS / callsAMinute);

  /** @throws NotRead, NotAssociated, ProblemError */
  async function ask(endpoint: Endpoint, path: string): Promise<UpstreamReply> {
    const at = await reserveCall(db, { intervalMs, now: now() });
    await pause(Math.max(0, at - now()), undefined, { signal });
    const reply = await upstream.call({ endpoint, path, signal });
    if (reply.status === 429)
      throw new NotRead(
        ASKED_TO_WAIT,
        Math.min(Math.max(Number(reply.retryAfter) || 60, 1), LONGEST_WAIT_S) * 1000,
      );
    return reply;
  }

  async function readPage(
    adminMail: string,
    { desde, hasta, page }: ToRead,
  ): Promise<{ entries: unknown[]; more: boolean; isCut: boolean }> {
    const path = addressOf(
      v3.listInquiries,
      { adminMail },
      { desde, hasta, pagina: page > 1 ? page : undefined },
    );
    const { status, body } = await ask(v3.listInquiries, path);
    if (status === 404) throw new NotAssociated(adminMail);
    const raw: unknown = status === v3.listInquiries.success ? JSON.parse(body ?? 'null') : undefined;
    const read = z.safeParse(PageRead, raw);
    if (!read.success) throw new NotRead(`status ${status}`);
    const { _entries: entries, _links: links, PerPagina: size, Total: total } = read.data;
    const isFull = entries.length >= (size ?? entries.length);
    return {
      entries,
      more: Boolean(links?.next) && page < LAST_PAGE,
      // No next page is no proof that there is none, on the last one that can be asked for.
      isCut: page === LAST_PAGE && (typeof total === 'number' ? total > LAST_PAGE * (size ?? 0) : isFull),
    };
  }

  function upsertPage(
    agency: IndexedAgency,
    entries: readonly unknown[],
    hours: Hours,
  ): Promise<UpsertResult> {
    return upsertInquiries(db, entries, { agency: agency.admin_mail, learned: 'list', hours, now: now() });
  }

  /**
   * Reads the newest pages until one brings nothing new, and goes back to the sweep before: webhooks and people's own reads
   * add newer ones meanwhile, and would hide what is missing behind them.
   */
  async function sweepNewest(agency: IndexedAgency, hours: Hours): Promise<void> {
    const started = now();
    const today = dayAt(started, zone);
    for (let page = 1; ; page++) {
      const read = await readPage(agency.admin_mail, {
        desde: addDays(today, -WINDOW_DAYS),
        hasta: today,
        page,
      });
      const { added, changed } = await upsertPage(agency, read.entries, hours);
      // The first fill goes on where this stops.
      if (agency.read_whole_at === null) break;
      await announceAdded({ db, live }, agency.agency_key, added);
      const isReached =
        agency.swept_at !== null && findOldest(read.entries) < agency.swept_at - CLOCK_MARGIN_MS;
      if (!read.more || (added.length + changed === 0 && isReached)) break;
      await noteAgency(db, agency.agency_key, { leased_until: now() + LEASE_MS });
    }
    await noteAgency(db, agency.agency_key, { swept_at: started, failing_since: null, failure: null });
  }

  /** Goes on reading all pages, newest first; days of more pages than can be asked for are halved. */
  async function readWhole(agency: IndexedAgency, hours: Hours): Promise<boolean> {
    const today = dayAt(now(), zone);
    let since = agency.reading_since ?? now();
    let left = agency.to_read === null ? [] : (JSON.parse(agency.to_read) as ToRead[]);
    const isStale = agency.read_whole_at !== null && now() - since >= WHOLE_MS;
    if (left.length === 0 || isStale) {
      since = now();
      left = [{ desde: addDays(today, -WINDOW_DAYS), hasta: today, page: 1 }];
    }
    for (let pages = 0; left.length > 0 && pages < PAGES_IN_TURN; pages++) {
      const [first, ...rest] = left as [ToRead, ...ToRead[]];
      const read = await readPage(agency.admin_mail, first);
      await upsertPage(agency, read.entries, hours);
      if (read.isCut && first.desde < first.hasta) left = [...halves(first), ...rest];
      else left = read.more ? [{ ...first, page: first.page + 1 }, ...rest] : rest;
      await noteAgency(db, agency.agency_key, {
        to_read: JSON.stringify(left),
        reading_since: since,
        leased_until: now() + LEASE_MS,
      });
    }
    if (left.length > 0) return false;
    await reconcile(agency, since, hours);
    // Changed by another gateway while this one indexed the inquiry, a follow-up may have been missed.
    await syncFollowUps(db, agency.agency_key);
    await noteAgency(db, agency.agency_key, { to_read: null, reading_since: null, read_whole_at: now() });
    return true;
  }

  /** Fetches inquiries the full read missed one by one: pages shift while they are read. */
  async function reconcile(
    { agency_key, admin_mail: adminMail }: IndexedAgency,
    since: number,
    hours: Hours,
  ): Promise<void> {
    const from = startOfDay(addDays(dayAt(since, zone), -WINDOW_DAYS + 1), zone);
    for (const sid of await unseenSince(db, agency_key, { from, since })) {
      const { status, body } = await ask(v3.viewInquiry, addressOf(v3.viewInquiry, { adminMail, sid }));
      if (status === 404) await markGone(db, agency_key, sid, now());
      if (status === v3.viewInquiry.success)
        await upsertInquiries(db, [JSON.parse(body ?? 'null')], {
          agency: adminMail,
          learned: 'single',
          hours,
          now: now(),
        });
    }
  }

  return {
    async agencies() {
      const { status, body } = await ask(v3.listAgencies, addressOf(v3.listAgencies));
      const read = z.safeParse(
        AgenciesRead,
        status === v3.listAgencies.success ? JSON.parse(body ?? 'null') : undefined,
      );
      if (!read.success) throw new NotRead(`status ${status}`);
      const agencies = read.data._entries.flatMap(({ AdminMail, Nombre }) =>
        AdminMail ? [{ adminMail: AdminMail, name: Nombre }] : [],
      );
      await setAgencies(db, agencies, now());
    },
    async retention() {
      const before = now() - days * DAY_MS;
      while (!signal.aborted && (await eraseInquiries(db, { before }, ERASED)) === ERASED);
    },
    async agency(agency) {
      const { agency_key } = agency;
      try {
        const { hours, version } = await hoursOf(db, agency.admin_mail, zone);
        if (version !== agency.hours_version) {
          await recomputeDue(db, agency_key, hours);
          await noteAgency(db, agency_key, { hours_version: version });
        }
        await sweepNewest(agency, hours);
        const isWholeDue = agency.read_whole_at === null || now() - agency.read_whole_at >= WHOLE_MS;
        const isDone = isWholeDue || agency.to_read !== null ? await readWhole(agency, hours) : true;
        if (isDone) await releaseAgency(db, agency, now());
        else await noteAgency(db, agency_key, { due_at: now(), leased_until: 0 });
      } catch (error) {
        if (error instanceof NotAssociated) return await forgetIndexed(db, agency_key);
        await noteAgency(db, agency_key, {
          failing_since: agency.failing_since ?? now(),
          failure: failureReason(error),
          due_at: now() + (error instanceof NotRead ? error.waitMs : AFTER_FAILURE_MS),
          leased_until: 0,
        });
        throw error;
      }
    },
  };
}

/** The earliest moment on a page, ms since 1970; Infinity where no entry has a readable one. */
function findOldest(entries: readonly unknown[]): number {
  const moments = entries.flatMap((entry) => {
    const read = z.safeParse(MomentRead, entry);
    const at = read.success ? Date.parse(read.data.Momento) : Number.NaN;
    return Number.isNaN(at) ? [] : [at];
  });
  return Math.min(...moments);
}

/** The later half first. */
function halves({ desde, hasta }: ToRead): ToRead[] {
  const middle = addDays(desde, Math.ceil((Date.parse(hasta) - Date.parse(desde)) / DAY_MS / 2));
  return [
    { desde: middle, hasta, page: 1 },
    { desde, hasta: addDays(middle, -1), page: 1 },
  ];
}
