import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultHours } from '#contract/hours.ts';
import { LAST_PAGE, PAGE_SIZE } from '#contract/paging.ts';
import { WINDOW_DAYS, addDays, dayAt, startOfDay } from '#contract/window.ts';
import type { Engine } from '#database/database.ts';
import type { UpstreamCall, UpstreamReply } from '#gateway/forward/upstream.ts';
import { createProblem } from '#gateway/problems.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { createServer } from '#http/server.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { propertyRuns } from '#testing/property-runs.ts';
import {
  type IndexedAgency,
  clampFutureTimes,
  claimAgency,
  fetchFreshness,
  fetchIndexState,
  scheduleSweep,
  watchAgencies,
} from './agencies.ts';
import { decideFinding } from './findings.ts';
import { upsertInquiries } from './store.ts';
import { createSweep } from './sweep.ts';
import { getCallsPerMinute, startSweeps } from './sweeps.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
const AGENCY = 'ventas@ruta9.example';
const START = Date.parse('2026-11-16T12:00:00-03:00');
const HOUR = 3_600_000;

interface Kept {
  sid: string;
  at: number;
  make: string;
}

/** A fake service with one agency and the list of the real one. */
class Service {
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

function shown({ sid, at, make }: Kept) {
  return {
    Momento: new Date(at).toISOString(),
    Auto: { Marca: make },
    Interesado: { Nombre: 'Ana' },
    _links: { self: { href: `/v3/consultas/${AGENCY}/${sid}` } },
  };
}

const EVERYTHING = { agencies: undefined, ownInquiriesIn: [], operator: '' };

async function openIndex(engine: Engine) {
  const clone = await cloneDatabase(engine, 'gateway');
  const database = await openGatewayDatabase(clone.target);
  const { db } = database;
  const service = new Service();
  const now = () => service.clock.now;
  const options = {
    db,
    upstream: service,
    now,
    zone: ZONE,
    callsPerMinute: 60,
    retentionDays: 400,
    hasOwnClock: true,
    liveEvents: { wake() {} },
  };
  const sweep = createSweep(options, new AbortController().signal);
  await sweep.sweepAgencyList();
  /** Sweeps all due agencies. */
  const run = async () => {
    for (let agency: IndexedAgency | undefined; (agency = await claimAgency(db, engine, now()));)
      await sweep.sweepAgency(agency).catch(() => {});
  };
  const row = () => db.selectFrom('indexed_agency').selectAll().executeTakeFirst();
  return {
    db,
    service,
    run,
    row,
    options,
    sweep,
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
    async decide(decision: 'accept' | 'wait', seen?: number) {
      const { kind, agency_key, missing } = await db
        .selectFrom('index_finding')
        .selectAll()
        .executeTakeFirstOrThrow();
      const author = { personId: 'p1', now: now() };
      return decideFinding(db, { kind, agency_key, missing: seen ?? missing, decision }, author);
    },
    async [Symbol.asyncDispose]() {
      await database.close();
      await clone[Symbol.asyncDispose]();
    },
  };
}

const bySid = (inquiries: readonly Kept[]) => inquiries.toSorted((a, b) => (a.sid < b.sid ? -1 : 1));

onBothEngines((engine) => {
  describe('sweeps', () => {
    it('fill an agency once, then read its newest page until nothing is new', async () => {
      await using index = await openIndex(engine);
      const { service, run, held, row } = index;
      for (let one = 0; one < 60; one++) service.receive(START - one * HOUR);
      await run();
      expect(await held()).toEqual(bySid(service.inquiries));
      expect(await row()).toMatchObject({ to_read: null, failing_since: null });

      service.asked.length = 0;
      service.receive();
      service.clock.now += 10 * 60_000;
      await run();
      expect(await held()).toEqual(bySid(service.inquiries));
      // The newest page, and another without new inquiries.
      expect(service.asked).toHaveLength(2);
      const events = await index.db.selectFrom('live_event').selectAll().execute();
      expect(events).toHaveLength(1);
    });

    it('say since when an agency is whole: its first window, and the latest after a gap that none reached', async () => {
      await using index = await openIndex(engine);
      const { service, run, row } = index;
      const windowStart = () => startOfDay(addDays(dayAt(service.clock.now, ZONE), -WINDOW_DAYS + 1), ZONE);
      const first = windowStart();
      expect((await row())?.whole_since).toBeNull();
      await run();
      expect((await row())?.whole_since).toBe(first);
      service.clock.now += 60 * 24 * HOUR;
      await run();
      expect((await row())?.whole_since).toBe(first);
      service.clock.now += 91 * 24 * HOUR;
      const second = windowStart();
      await run();
      expect((await row())?.whole_since).toBe(second);
    });

    it('find what is missing behind newer inquiries that webhooks brought', async () => {
      await using index = await openIndex(engine);
      const { service, run, held, db } = index;
      for (let one = 0; one < 60; one++) service.receive(START - one * HOUR);
      await run();
      for (let one = 0; one < 40; one++) {
        service.clock.now += 5000;
        service.receive();
      }
      await upsertInquiries(db, service.inquiries.slice(0, 30).map(shown), {
        agency: AGENCY,
        learned: 'webhook',
        hours: defaultHours(ZONE),
        now: service.clock.now,
      });
      service.clock.now += 5 * 60_000;
      await run();
      expect(await held()).toEqual(bySid(service.inquiries));
    });

    it('stop at a page with nothing new, also where a moment on it cannot be read', async () => {
      await using index = await openIndex(engine);
      const { service, run } = index;
      for (let one = 0; one < 60; one++) service.receive(START - one * HOUR);
      await run();
      service.unreadable = service.inquiries[3]?.sid;
      await run();
      for (let sweeps = 0; sweeps < 2; sweeps++) {
        service.asked.length = 0;
        service.clock.now += 10 * 60_000;
        await run();
      }
      expect(service.asked).toHaveLength(1);
    });

    it.runIf(process.env.TEST_FULL)('halve days that have more pages than can be asked for', async () => {
      await using index = await openIndex(engine);
      const { service, run, held } = index;
      const count = LAST_PAGE * PAGE_SIZE + 100;
      for (let one = 0; one < count; one++) service.receive(START - one * ((80 * 24 * HOUR) / count));
      await run();
      expect(await held()).toHaveLength(count);
    });

    it('mark what a full read missed, hide it after another a day later, and erase it a week after that', async () => {
      await using index = await openIndex(engine);
      const { service, run, held, kept, sweep } = index;
      const [gone] = [service.receive(), service.receive()];
      await run();
      service.inquiries = service.inquiries.filter(({ sid }) => sid !== gone.sid);
      service.clock.now += 25 * HOUR;
      await run();
      expect(await held()).toHaveLength(2);
      service.clock.now += 25 * HOUR;
      await run();
      expect(await held()).toEqual(bySid(service.inquiries));
      expect(await kept()).toHaveLength(2);

      service.clock.now += 6 * 24 * HOUR;
      service.date = service.clock.now;
      await sweep.sweepAgencyList();
      await sweep.applyRetention();
      expect(await kept()).toHaveLength(2);
      service.clock.now += 25 * HOUR;
      service.date = service.clock.now;
      await sweep.sweepAgencyList();
      await sweep.applyRetention();
      expect(await kept()).toHaveLength(1);
    });

    it('unmark what reappears, and judge nothing by a single miss', async () => {
      await using index = await openIndex(engine);
      const { service, run, held, db } = index;
      const [first] = [service.receive(), service.receive()];
      await run();
      const all = service.inquiries;
      for (const inquiries of [[first], all, [first], all]) {
        service.inquiries = inquiries;
        service.clock.now += 25 * HOUR;
        await run();
        expect(await held()).toHaveLength(2);
      }
      expect(
        await db.selectFrom('inquiry').select('sid').where('missed_since', 'is not', null).execute(),
      ).toEqual([]);
    });

    it('keep everything where too many would vanish, say so, and hide it once a person accepts', async () => {
      await using index = await openIndex(engine);
      const { service, run, held, db, findings, decide, freshness } = index;
      for (let one = 0; one < 40; one++) service.receive(START - one * HOUR);
      await run();
      const restored = service.inquiries.slice(20);
      service.inquiries = restored;
      for (let day = 0; day < 3; day++) {
        service.clock.now += 25 * HOUR;
        await run();
        expect(await held()).toHaveLength(40);
        expect(await findings()).toMatchObject([
          { kind: 'inquiries', agency_key: AGENCY, missing: 20, total: 40 },
        ]);
        expect(await freshness()).toMatchObject({ complete: false });
      }
      expect(await decide('wait')).toBe(true);
      await run();
      expect(await held()).toHaveLength(40);
      expect(await decide('accept', 19)).toBe(false);
      expect(await decide('accept')).toBe(true);
      await run();
      await run();
      expect(await held()).toEqual(bySid(restored));
      expect(await findings()).toEqual([]);
      expect(await freshness()).toMatchObject({ complete: true });
      expect(await db.selectFrom('inquiry').select('sid').execute()).toHaveLength(40);
    });

    it('ask again for a decision where more would vanish than a person accepted', async () => {
      await using index = await openIndex(engine);
      const { service, run, held, findings, decide } = index;
      for (let one = 0; one < 40; one++) service.receive(START - one * HOUR);
      await run();
      service.inquiries = service.inquiries.slice(20);
      service.clock.now += 25 * HOUR;
      await run();
      expect(await decide('accept')).toBe(true);
      service.inquiries = [];
      await run();
      await run();
      expect(await held()).toHaveLength(40);
      expect(await findings()).toMatchObject([{ missing: 40, decision: null }]);
    });

    it('end the finding by themselves where the service has everything again', async () => {
      await using index = await openIndex(engine);
      const { service, run, held, findings } = index;
      for (let one = 0; one < 40; one++) service.receive(START - one * HOUR);
      await run();
      const all = service.inquiries;
      service.inquiries = [];
      service.clock.now += 25 * HOUR;
      await run();
      expect(await findings()).toHaveLength(1);
      service.inquiries = all;
      service.clock.now += 25 * HOUR;
      await run();
      expect(await findings()).toEqual([]);
      expect(await held()).toHaveLength(40);
    });

    it('never judge days that the service does not list any more', async () => {
      await using index = await openIndex(engine);
      const { service, run, held } = index;
      const oldest = service.receive();
      await run();
      for (let day = 0; day < 95; day += 5) {
        service.clock.now += 5 * 24 * HOUR;
        service.receive();
        await run();
      }
      service.inquiries = service.inquiries.slice(0, 15);
      for (let day = 0; day < 3; day++) {
        service.clock.now += 25 * HOUR;
        await run();
      }
      expect(await held()).toContainEqual(oldest);
      expect(await held()).toHaveLength(17);
    });

    it('ask for what a full read missed in turns, renew the lease, and go on after an error', async () => {
      await using index = await openIndex(engine);
      const { service, run, db } = index;
      for (let one = 0; one < 600; one++) service.receive(START - one * HOUR);
      await run();
      // The lists lack thirty that the service has.
      service.unlisted = new Set(service.inquiries.slice(0, 30).map(({ sid }) => sid));
      service.clock.now += 25 * HOUR;
      const asked = () => service.asked.filter(({ path }) => /\/01J\w+$/.test(path)).map(({ path }) => path);
      let failing = true;
      let shortestLease = Infinity;
      service.between = () => {
        const calls = asked().length;
        service.fails = () => (failing && calls === 10 ? createProblem('upstream-unreachable') : undefined);
      };
      const between = service.between;
      service.between = () => {
        service.clock.now += 20_000;
        between();
      };
      const release = service.call.bind(service);
      service.call = async (call) => {
        const reply = await release(call);
        const row = await index.row();
        if (asked().length > 0)
          shortestLease = Math.min(shortestLease, (row?.leased_until ?? 0) - service.clock.now);
        return reply;
      };
      await run();
      failing = false;
      service.clock.now += 61_000;
      await run();
      const paths = asked();
      // The one that failed was asked for twice.
      expect(paths).toHaveLength(31);
      expect(new Set(paths).size).toBe(30);
      expect(shortestLease).toBeGreaterThan(0);
      expect(await index.row()).toMatchObject({ to_read: null, failure: null });
      expect(
        await db.selectFrom('inquiry').select('sid').where('missed_since', 'is not', null).execute(),
      ).toEqual([]);
    });

    it('change nothing by a 404 of an agency’s list but its state', async () => {
      await using index = await openIndex(engine);
      const { service, run, held, row, sweep } = index;
      service.receive();
      await run();
      service.denied.add(AGENCY);
      for (let hour = 0; hour < 60; hour++) {
        service.clock.now += HOUR;
        await sweep.sweepAgencyList();
        await run();
      }
      expect(await held()).toHaveLength(1);
      expect(await row()).toMatchObject({ failure: 'agency-not-found', gone_at: null });
    });

    it('hide an agency that a list lacks and whose address is gone too, and show it again when it is listed', async () => {
      await using index = await openIndex(engine);
      const { service, run, held, sweep, state } = index;
      service.agencies = [AGENCY, 'otra@x.example'];
      await sweep.sweepAgencyList();
      service.receive();
      await run();
      service.agencies = ['otra@x.example'];
      await sweep.sweepAgencyList();
      expect(await held()).toHaveLength(1);
      service.clock.now += 6 * 60_000;
      await run();
      expect(await held()).toHaveLength(1);
      await sweep.sweepAgencyList();
      expect(await held()).toEqual([]);
      expect((await state()).map(({ adminMail }) => adminMail)).toEqual(['otra@x.example']);

      service.agencies = [AGENCY, 'otra@x.example'];
      await sweep.sweepAgencyList();
      expect(await held()).toHaveLength(1);
      expect(await state()).toHaveLength(2);
      service.agencies = ['otra@x.example'];
      for (let hour = 0; hour < 9 * 24; hour++) {
        service.clock.now += HOUR;
        await sweep.sweepAgencyList();
        await run();
        await sweep.applyRetention();
      }
      expect(await index.kept()).toEqual([]);
    });

    it('hide an agency without a second report only when two lists a day apart lack it', async () => {
      await using index = await openIndex(engine);
      const { service, run, held, sweep } = index;
      service.agencies = [AGENCY, 'otra@x.example'];
      await sweep.sweepAgencyList();
      service.receive();
      await run();
      service.unlistedAgencies.add(AGENCY);
      for (const [hours, left] of [
        [0, 1],
        [23, 1],
        [2, 0],
      ] as const) {
        service.clock.now += hours * HOUR;
        await sweep.sweepAgencyList();
        await run();
        expect(await held()).toHaveLength(left);
      }
    });

    it.each([1, 2, 3, 4, 6])(
      'keep all of %d agencies when a list is empty, until a person accepts',
      async (count) => {
        await using index = await openIndex(engine);
        const { service, run, held, sweep, findings, decide, freshness } = index;
        const others = Array.from({ length: count - 1 }, (_, one) => `agencia${one}@x.example`);
        service.agencies = [AGENCY, ...others];
        await sweep.sweepAgencyList();
        service.receive();
        await run();
        service.agencies = [];
        for (let hour = 0; hour < 50; hour++) {
          service.clock.now += HOUR;
          await sweep.sweepAgencyList();
          await run();
          await sweep.applyRetention();
        }
        expect(await held()).toHaveLength(1);
        expect(await findings()).toMatchObject([{ kind: 'agencies', missing: count, total: count }]);
        expect(await freshness()).toMatchObject({ complete: false });
        expect(await decide('accept')).toBe(true);
        await sweep.sweepAgencyList();
        expect(await held()).toEqual([]);
        expect(await findings()).toEqual([]);
      },
    );

    it('keep four of many agencies that vanish at once', async () => {
      await using index = await openIndex(engine);
      const { service, run, sweep, findings, state } = index;
      const others = Array.from({ length: 9 }, (_, one) => `agencia${one}@x.example`);
      service.agencies = [AGENCY, ...others];
      await sweep.sweepAgencyList();
      service.agencies = [AGENCY, ...others.slice(4)];
      for (let hour = 0; hour < 50; hour++) {
        service.clock.now += HOUR;
        await sweep.sweepAgencyList();
        await run();
      }
      expect(await state()).toHaveLength(10);
      expect(await findings()).toMatchObject([{ kind: 'agencies', missing: 4, total: 10 }]);
    });

    it('erase nothing by a clock that jumped, until it is back, the service confirms it, or a person does', async () => {
      await using index = await openIndex(engine);
      const { service, run, kept, sweep, findings, decide } = index;
      for (let one = 0; one < 20; one++) service.receive(START - one * HOUR);
      await run();
      const step = async () => {
        await sweep.sweepAgencyList();
        while (await sweep.applyRetention());
      };
      await step();
      service.clock.now += 500 * 24 * HOUR;
      await step();
      expect(await kept()).toHaveLength(20);
      expect(await findings()).toMatchObject([{ kind: 'clock', missing: 3, total: 20 }]);
      service.clock.now -= 500 * 24 * HOUR;
      await step();
      expect(await findings()).toEqual([]);

      service.clock.now += 500 * 24 * HOUR;
      service.date = START;
      await step();
      expect(await kept()).toHaveLength(20);
      expect(await decide('accept')).toBe(true);
      await step();
      expect(await kept()).toEqual([]);
    });

    it('erase what is due where the service confirms a clock that moved on', async () => {
      await using index = await openIndex(engine);
      const { service, run, kept, sweep } = index;
      service.receive();
      await run();
      await sweep.sweepAgencyList();
      service.clock.now += 500 * 24 * HOUR;
      service.date = service.clock.now;
      await sweep.sweepAgencyList();
      await sweep.applyRetention();
      expect(await kept()).toEqual([]);
    });

    it('read the list of agencies and erase in every round, although agencies are always due', async () => {
      await using index = await openIndex(engine);
      const { db, service, options, kept } = index;
      const watched = Array.from({ length: 400 }, (_, one) => `agencia${one}@x.example`);
      service.agencies = [AGENCY, ...watched];
      await index.sweep.sweepAgencyList();
      // A round takes longer than these agencies wait for their next turn.
      await watchAgencies(db, EVERYTHING, { until: START + 99 * HOUR, at: START });
      await db.updateTable('indexed_agency').set({ read_whole_at: START }).execute();
      const old = { ...service.receive(), at: START - 500 * 24 * HOUR };
      await upsertInquiries(db, [shown(old)], {
        agency: AGENCY,
        learned: 'list',
        hours: defaultHours(ZONE),
        now: START,
      });
      service.inquiries = [];
      const added = 'nueva@x.example';
      const { promise, resolve } = Promise.withResolvers<void>();
      let lists = 0;
      service.between = () => {
        const path = service.asked.at(-1)?.path ?? '';
        if (path === '/v3/agencias' && ++lists === 2) service.agencies = [...service.agencies, added];
        if (path.includes(added)) resolve();
      };
      const sweeps = startSweeps({ ...options, engine, log: createServer({ logger: false }).log });
      await promise;
      await sweeps.stop();
      expect(await kept()).toEqual([]);
    });

    it('take due times, leases and reads in the future for what they are', async () => {
      await using index = await openIndex(engine);
      const { db, service, run, row, held, freshness } = index;
      service.receive();
      await run();
      const ahead = service.clock.now + 500 * 24 * HOUR;
      await db
        .updateTable('indexed_agency')
        .set({
          due_at: ahead,
          leased_until: ahead,
          watched_until: ahead,
          read_whole_at: ahead,
          swept_at: ahead,
        })
        .execute();
      await db.updateTable('sweep_pace').set({ next_at: ahead }).execute();
      service.receive();
      await clampFutureTimes(db, service.clock.now);
      expect(await freshness()).toMatchObject({ asOf: null, complete: false });
      await run();
      expect(await held()).toHaveLength(2);
      const { now } = service.clock;
      const after = await row();
      for (const name of ['due_at', 'leased_until', 'watched_until', 'read_whole_at', 'swept_at'] as const)
        expect(after?.[name]).toBeLessThan(now + HOUR);
    });

    it('keep the names of agencies as they were listed last', async () => {
      await using index = await openIndex(engine);
      expect(await index.row()).toMatchObject({ name: 'Ruta 9' });
      for (const name of ['Ruta 9 Usados', null]) {
        index.service.name = name;
        await index.sweep.sweepAgencyList();
        expect(await index.row()).toMatchObject({ name });
      }
      index.service.fails = () => ({ status: 500 });
      index.service.name = 'Otra';
      await index.sweep.sweepAgencyList().catch(() => {});
      expect(await index.row()).toMatchObject({ name: null });
    });

    it('come sooner where an inbox was opened during one, or another was asked for', async () => {
      await using index = await openIndex(engine);
      const { db, service, sweep, row } = index;
      const { clock } = service;
      const sweepDuring = async (work: () => Promise<void>): Promise<number> => {
        const agency = await claimAgency(db, engine, clock.now);
        if (!agency) throw new Error('The agency is not due');
        await work();
        await sweep.sweepAgency(agency);
        return ((await row())?.due_at ?? 0) - clock.now;
      };
      expect(await sweepDuring(async () => {})).toBe(5 * 60_000);
      clock.now += 6 * 60_000;
      expect(await sweepDuring(() => scheduleSweep(db, AGENCY, clock.now))).toBeLessThanOrEqual(0);
      const inboxes = { agencies: undefined, ownInquiriesIn: [], operator: '' };
      const open = { until: clock.now + 2 * 60_000, at: clock.now + 60_000 };
      expect(await sweepDuring(() => watchAgencies(db, inboxes, open))).toBe(60_000);
    });

    it('wait as long as the service asks, say since when it cannot be read, and go on', async () => {
      await using index = await openIndex(engine);
      const { service, run, held, row } = index;
      service.receive();
      service.fails = () => ({ status: 429, retryAfter: '120' });
      await run();
      const failing = await row();
      expect(failing).toMatchObject({ failure: 'too-many-requests', swept_at: null });
      expect((failing?.due_at ?? 0) - service.clock.now).toBe(120_000);
      service.fails = () => undefined;
      service.clock.now += 121_000;
      await run();
      expect(await held()).toHaveLength(1);
      expect(await row()).toMatchObject({ failing_since: null, failure: null });
    });

    it('are never two at one agency, and another takes over where one was killed', async () => {
      await using index = await openIndex(engine);
      const { db, service } = index;
      expect(await claimAgency(db, engine, service.clock.now)).toBeDefined();
      expect(await claimAgency(db, engine, service.clock.now)).toBeUndefined();
      expect(await claimAgency(db, engine, service.clock.now + 61_000)).toBeDefined();
    });

    it('leave the index equal to the list, whatever happens while they read', async () => {
      const happening = fc.constantFrom('nothing', 'arrives', 'edited', 'disappears', 'fails', 'refused');
      await fc.assert(
        fc.asyncProperty(
          fc.nat({ max: 120 }),
          fc.array(happening, { minLength: 1, maxLength: 40 }),
          async (count, happenings) => {
            await using index = await openIndex(engine);
            const { service, run, held, findings, decide } = index;
            for (let one = 0; one < count; one++) service.receive(START - one * HOUR);
            const left = [...happenings];
            service.between = () => {
              const happens = left.shift();
              const at = Math.floor(service.inquiries.length / 3);
              const one = service.inquiries[at];
              if (happens === 'arrives') service.receive();
              if (happens === 'edited' && one) one.make = 'Fiat';
              if (happens === 'disappears' && one) service.inquiries = service.inquiries.toSpliced(at, 1);
              service.fails = () =>
                happens === 'fails'
                  ? createProblem('upstream-unreachable')
                  : happens === 'refused'
                    ? { status: 429, retryAfter: '1' }
                    : undefined;
            };
            for (let tries = 0; left.length > 0 && tries < 60; tries++) {
              await run();
              service.clock.now += 10 * 60_000;
            }
            service.between = () => {};
            service.fails = () => undefined;
            // Finishes the interrupted read, then two full reads mark and hide; a person accepts what is too much.
            for (let day = 0; day < 4; day++) {
              if ((await findings()).length > 0) await decide('accept');
              service.clock.now += 25 * HOUR;
              await run();
            }
            const floor = addDays(dayAt(service.clock.now, ZONE), -90);
            expect(await held()).toEqual(
              bySid(service.inquiries.filter(({ at }) => dayAt(at, ZONE) >= floor)),
            );
          },
        ),
        { numRuns: engine === 'sqlite' ? propertyRuns(12, 60) : propertyRuns(2, 10) },
      );
    });
  });
});

it('take a tenth of what the service allows, and more of the service in this process', () => {
  expect(getCallsPerMinute({ rateLimit: 6000, embeddedService: false })).toBe(600);
  expect(getCallsPerMinute({ rateLimit: 6000, embeddedService: true })).toBe(3000);
  expect(getCallsPerMinute({ rateLimit: 5, embeddedService: false })).toBe(1);
});
