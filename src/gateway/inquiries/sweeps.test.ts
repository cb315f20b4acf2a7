import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultHours } from '#contract/hours.ts';
import { LAST_PAGE, PAGE_SIZE } from '#contract/paging.ts';
import { WINDOW_DAYS, addDays, dayAt, startOfDay } from '#contract/window.ts';
import type { Engine } from '#database/database.ts';
import type { UpstreamCall, UpstreamReply } from '#gateway/forward/upstream.ts';
import { createProblem } from '#gateway/problems.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { propertyRuns } from '#testing/property-runs.ts';
import { type IndexedAgency, claimAgency, scheduleSweep, watchAgencies } from './agencies.ts';
import { upsertInquiries } from './store.ts';
import { createSweep } from './sweep.ts';
import { getCallsPerMinute } from './sweeps.ts';

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
    return { ...reply, status, body: body && JSON.stringify(body), ...failure };
  }

  #answer({ pathname, searchParams }: URL): { status: number; body?: object } {
    if (pathname === '/v3/agencias')
      return {
        status: 200,
        body: { _links: {}, _entries: this.agencies.map((AdminMail) => ({ AdminMail, Nombre: this.name })) },
      };
    const [, , , mail = '', sid] = pathname.split('/');
    if (!this.agencies.includes(mail)) return { status: 404 };
    if (sid) {
      const one = this.inquiries.find((kept) => kept.sid === sid);
      return one ? { status: 200, body: shown(one) } : { status: 404 };
    }
    const page = Number(searchParams.get('pagina') ?? 1);
    const [desde, hasta] = [searchParams.get('desde') ?? '', searchParams.get('hasta') ?? ''];
    const found = this.inquiries.filter(({ at }) => dayAt(at, ZONE) >= desde && dayAt(at, ZONE) <= hasta);
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

async function openIndex(engine: Engine) {
  const clone = await cloneDatabase(engine, 'gateway');
  const database = await openGatewayDatabase(clone.target);
  const { db } = database;
  const service = new Service();
  const now = () => service.clock.now;
  const sweep = createSweep(
    {
      db,
      upstream: service,
      now,
      zone: ZONE,
      callsPerMinute: 60,
      retentionDays: 400,
      liveEvents: { wake() {} },
    },
    new AbortController().signal,
  );
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
    sweep,
    /** Inquiries in the index. */
    held: () =>
      db
        .selectFrom('inquiry')
        .select(['sid', 'at', 'make'])
        .where('gone_at', 'is', null)
        .orderBy('sid')
        .execute(),
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

    it('mark what the service has no more, and forget an agency that is not associated any more', async () => {
      await using index = await openIndex(engine);
      const { service, run, held, db } = index;
      const [gone] = [service.receive(), service.receive()];
      await run();
      service.inquiries = service.inquiries.filter(({ sid }) => sid !== gone.sid);
      service.clock.now += 25 * HOUR;
      await run();
      expect(await held()).toEqual(bySid(service.inquiries));
      expect(await db.selectFrom('inquiry').select('sid').execute()).toHaveLength(2);

      service.agencies = [];
      service.clock.now += 10 * 60_000;
      await run();
      expect(await db.selectFrom('inquiry').select('sid').execute()).toEqual([]);
      expect(await index.row()).toBeUndefined();
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
            const { service, run, held } = index;
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
            // Finishes the interrupted read, then runs an uninterrupted full read.
            for (let day = 0; day < 2; day++) {
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
