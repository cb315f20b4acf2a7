import { LAST_PAGE, PAGE_SIZE } from '#contract/paging.ts';
import { dayAt } from '#contract/window.ts';
import type { Engine } from '#database/database.ts';
import { ServicePace } from '#gateway/forward/service-pace.ts';
import type { UpstreamCall, UpstreamReply } from '#gateway/forward/upstream.ts';
import { createSweepClaims } from '#gateway/inquiries/agencies.ts';
import { fetchFreshness, fetchIndexState } from '#gateway/inquiries/freshness.ts';
import { saveFindingDecision } from '#gateway/inquiries/findings.ts';
import { EVERYTHING } from '#gateway/inquiries/scope.ts';
import { createSweep } from '#gateway/inquiries/sweep.ts';
import { createGatewayRetention } from '#gateway/retention.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { createTestClock } from './clocks.ts';
import { cloneDatabase } from './engines.ts';

export const ZONE = 'America/Argentina/Buenos_Aires';
export const AGENCY = 'ventas@ruta9.example';
export const START = Date.parse('2026-11-16T12:00:00-03:00');
export const HOUR = 3_600_000;

export interface Kept {
  sid: string;
  at: number;
  make: string;
}

/** A fake service with one agency and the list of the real one. */
export class FakeService {
  readonly clock = { now: START };
  inquiries: Kept[] = [];
  agencies = [AGENCY];
  name: string | null = 'Ruta 9';
  /** Sid of an inquiry with an invalid moment. */
  unreadable: string | undefined;
  /** Called before each reply. */
  between: () => void = () => {};
  fails: (call: number) => Partial<UpstreamReply> | Error | undefined = () => undefined;
  /** Sids that single reads find, but lists lack; agencies whose own address answers 404, or that the list lacks. */
  unlisted: ReadonlySet<string> = new Set();
  readonly denied = new Set<string>();
  readonly unlistedAgencies = new Set<string>();
  /** `Date` of its replies, ms since 1970. */
  date: number | undefined;
  readonly asked: { path: string; at: number }[] = [];
  #sids = 0;

  receive(at = this.clock.now): Kept {
    this.#sids += 1;
    const one = { sid: `01JCINQUIRY${String(this.#sids).padStart(15, '0')}`, at, make: 'Ford' };
    this.inquiries = [...this.inquiries, one].toSorted((a, b) => b.at - a.at || (a.sid < b.sid ? -1 : 1));
    return one;
  }

  async call({ path }: UpstreamCall): Promise<UpstreamReply> {
    this.asked.push({ path, at: this.clock.now });
    // Calls take longer than the interval between them.
    this.clock.now += 1000;
    this.between();
    const failure = this.fails(this.asked.length);
    if (failure instanceof Error) throw failure;
    const reply = { type: 'application/json', location: undefined, retryAfter: undefined };
    const { status, body } = this.#answer(new URL(path, 'http://service'));
    const date = this.date === undefined ? undefined : new Date(this.date).toUTCString();
    return { ...reply, status, body: body && JSON.stringify(body), date, ...failure };
  }

  #answer({ pathname, searchParams }: URL): { status: number; body?: object } {
    if (pathname === '/v3/agencias')
      return {
        status: 200,
        body: {
          _links: {},
          _entries: this.agencies
            .filter((mail) => !this.unlistedAgencies.has(mail))
            .map((AdminMail) => ({ AdminMail, Nombre: this.name })),
        },
      };
    const [, , , mail = '', sid] = pathname.split('/');
    if (!this.agencies.includes(mail) || this.denied.has(mail)) return { status: 404 };
    if (sid) {
      const one = this.inquiries.find((kept) => kept.sid === sid);
      return one ? { status: 200, body: shown(one) } : { status: 404 };
    }
    const page = Number(searchParams.get('pagina') ?? 1);
    const [desde, hasta] = [searchParams.get('desde') ?? '', searchParams.get('hasta') ?? ''];
    const found = (mail === AGENCY ? this.inquiries : []).filter(
      ({ sid: listed, at }) =>
        dayAt(at, ZONE) >= desde && dayAt(at, ZONE) <= hasta && !this.unlisted.has(listed),
    );
    const entries = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    const more = found.length > page * PAGE_SIZE && page < LAST_PAGE;
    return {
      status: 200,
      body: {
        Desde: desde,
        Hasta: hasta,
        Pagina: page,
        Total: found.length,
        PerPagina: PAGE_SIZE,
        _links: more ? { next: { href: '/next' } } : {},
        _entries: entries.map((one) =>
          one.sid === this.unreadable ? Object.assign(shown(one), { Momento: 'ayer' }) : shown(one),
        ),
      },
    };
  }
}

export function shown({ sid, at, make }: Kept) {
  return {
    Momento: new Date(at).toISOString(),
    Auto: { Marca: make },
    Interesado: { Nombre: 'Ana' },
    _links: { self: { href: `/v3/consultas/${AGENCY}/${sid}` } },
  };
}

/** An index whose service, clock and people are the test's. */
export async function openIndex(engine: Engine) {
  const clone = await cloneDatabase(engine, 'gateway');
  const database = await openGatewayDatabase(clone.target);
  const { db } = database;
  const service = new FakeService();
  const now = () => service.clock.now;
  const clock = createTestClock(now);
  const options = {
    db,
    upstream: service,
    // A call a second.
    pace: new ServicePace(db, clock, { rateLimit: 600, embeddedService: false }),
    clock,
    zone: ZONE,
    hasOwnClock: true,
    liveEvents: { wake() {} },
    wake: () => {},
  };
  const claims = createSweepClaims(database, clock);
  const sweep = createSweep(options, new AbortController().signal);
  await sweep.sweepAgencyList();
  /** Sweeps the agency that waits longest; `meanwhile` is done after it was claimed. @returns false: none is due */
  const sweepNext = async (meanwhile?: () => Promise<void>) => {
    const [agency] = await claims.claim(1);
    if (!agency) return false;
    await meanwhile?.();
    await sweep.sweepAgency(agency).catch(() => {});
    await claims.finish(agency);
    return true;
  };
  /** Sweeps all due agencies. */
  const run = async () => {
    while (await sweepNext());
  };
  const config = {
    sessions: { idleMs: HOUR, absoluteMs: 12 * HOUR },
    timeZone: ZONE,
    deliveryDays: 30,
    inquiryDays: 400,
    followUpDays: 1825,
    auditDays: 1825,
  };
  const retention = createGatewayRetention({ db, config, clock });
  const row = () => db.selectFrom('indexed_agency').selectAll().executeTakeFirst();
  return {
    db,
    database,
    target: clone.target,
    service,
    run,
    sweepNext,
    row,
    options,
    sweep,
    retention,
    /** Inquiries in the index. */
    held: () =>
      db
        .selectFrom('inquiry')
        .select(['sid', 'at', 'make'])
        .where('gone_at', 'is', null)
        .orderBy('sid')
        .execute(),
    /** All rows. */
    kept: () => db.selectFrom('inquiry').select('sid').execute(),
    findings: () => db.selectFrom('index_finding').selectAll().execute(),
    state: () => fetchIndexState(db, EVERYTHING),
    freshness: () => fetchFreshness(db, EVERYTHING),
    /** Decides on the only finding. */
    decide: async (decision: 'accept' | 'wait', seen?: number) => {
      const { kind, agency_key, missing } = await db
        .selectFrom('index_finding')
        .selectAll()
        .executeTakeFirstOrThrow();
      const author = { personId: 'p1', now: now() };
      return saveFindingDecision(db, { kind, agency_key, missing: seen ?? missing, decision }, author);
    },
    async [Symbol.asyncDispose]() {
      await database.close();
      await clone[Symbol.asyncDispose]();
    },
  };
}

export const bySid = (inquiries: readonly Kept[]) => inquiries.toSorted((a, b) => (a.sid < b.sid ? -1 : 1));
