import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { defaultHours } from '#contract/hours.ts';
import { LAST_PAGE, PAGE_SIZE } from '#contract/paging.ts';
import { WINDOW_DAYS, addDays, dayAt, startOfDay } from '#contract/window.ts';
import { createProblem } from '#gateway/problems.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { createServer } from '#http/server.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { onEachEngine } from '#testing/engines.ts';
import { EVERYTHING } from '#gateway/inquiries/scope.ts';
import { AGENCY, HOUR, START, ZONE, bySid, openIndex, shown } from '#testing/index-world.ts';
import { propertyRuns } from '#testing/property-runs.ts';
import { Worker } from '#work/worker.ts';
import { clampFutureTimes, createSweepClaims, scheduleSweep, watchAgencies } from './agencies.ts';
import { upsertInquiries } from './store.ts';
import { createSweeps } from './sweeps.ts';

const SOON = { timeout: 10_000, interval: 100 };

onEachEngine((engine) => {
  describe('sweeps', () => {
    it('fill an agency once, then read its newest page until nothing is new', async () => {
      await using index = await openIndex(engine);
      const { service, run, held, row } = index;
      for (let one = 0; one < 60; one++) service.receive(START - one * HOUR);
      await run();
      expect(await held()).toEqual(bySid(service.inquiries));
      expect(await row()).toMatchObject({ pending_days: null, failing_since: null });

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
      expect((await row())?.complete_since).toBeNull();
      await run();
      expect((await row())?.complete_since).toBe(first);
      service.clock.now += 60 * 24 * HOUR;
      await run();
      expect((await row())?.complete_since).toBe(first);
      service.clock.now += 91 * 24 * HOUR;
      const second = windowStart();
      await run();
      expect((await row())?.complete_since).toBe(second);
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
        discoverySource: 'webhook',
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

    it.runIf(process.env.TEST_FULL)(
      'read on from the day of the last page that can be asked for',
      async () => {
        await using index = await openIndex(engine);
        const { service, run, held } = index;
        const count = LAST_PAGE * PAGE_SIZE + 100;
        for (let one = 0; one < count; one++) service.receive(START - one * ((80 * 24 * HOUR) / count));
        await run();
        expect(await held()).toHaveLength(count);
        // Its last day is read again, and the newest page in each turn.
        const pages = service.asked.filter(({ path }) => path.includes('/consultas')).length;
        expect(pages).toBeLessThan((count / PAGE_SIZE) * 1.2);
      },
    );

    it('read the list of agencies in every round, although agencies are always due', async () => {
      await using index = await openIndex(engine);
      const { db, service, options } = index;
      const watched = Array.from({ length: 400 }, (_, one) => `agencia${one}@x.example`);
      service.agencies = [AGENCY, ...watched];
      await index.sweep.sweepAgencyList();
      // A round takes longer than these agencies wait for their next turn.
      await watchAgencies(db, EVERYTHING, { until: START + 99 * HOUR, at: START });
      await db.updateTable('indexed_agency').set({ full_read_at: START }).execute();
      service.inquiries = [];
      const added = 'nueva@x.example';
      const { promise, resolve } = Promise.withResolvers<void>();
      let lists = 0;
      service.between = () => {
        const path = service.asked.at(-1)?.path ?? '';
        if (path === '/v3/agencias' && ++lists === 2) service.agencies = [...service.agencies, added];
        if (path.includes(added)) resolve();
      };
      const { log } = createServer({ logger: false, clock: systemClock, random: systemRandom });
      const worker = new Worker({ clock: options.clock, log });
      const wake = (name: string) => worker.wake(name);
      worker.add(...createSweeps({ ...options, wake }, index.database, log));
      worker.start();
      await expect(promise).resolves.toBeUndefined();
      await worker.stop();
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
          claimed_by: 'a client ahead',
          claimed_until: ahead,
          watched_until: ahead,
          full_read_at: ahead,
          swept_at: ahead,
        })
        .execute();
      await db
        .updateTable('rate_limit')
        .set({ ends_at: ahead, retry_at: ahead })
        .where('name', '=', 'sweeps')
        .execute();
      service.receive();
      await clampFutureTimes(db, service.clock.now);
      expect(await freshness()).toMatchObject({ asOf: null, complete: false });
      await run();
      expect(await held()).toHaveLength(2);
      const { now } = service.clock;
      const after = await row();
      for (const name of ['due_at', 'watched_until', 'full_read_at', 'swept_at'] as const)
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
      const { db, service, sweepNext, row } = index;
      const { clock } = service;
      const sweepDuring = async (work: () => Promise<void>): Promise<number> => {
        if (!(await sweepNext(work))) throw new Error('The agency is not due');
        return ((await row())?.due_at ?? 0) - clock.now;
      };
      // An agency that was filled is compared at once.
      expect(await sweepDuring(async () => {})).toBeLessThanOrEqual(0);
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

    it('are never two at one agency, and another takes over where one was not renewed', async () => {
      await using index = await openIndex(engine);
      const [first, second] = [1, 2].map(() => createSweepClaims(index.database, index.options.clock));
      expect(await first?.claim(1)).toHaveLength(1);
      expect(await second?.claim(1)).toEqual([]);
      index.service.clock.now += 61_000;
      expect(await second?.claim(1)).toHaveLength(1);
    });

    it('go on soon with what a killed process had claimed', async () => {
      await using index = await openIndex(engine);
      const { service, options } = index;
      const killed = await openGatewayDatabase(index.target);
      const next = createSweepClaims(index.database, options.clock);
      expect(await createSweepClaims(killed, options.clock).claim(1)).toHaveLength(1);
      // An embedded database has no other process that runs.
      const taken = engine === 'postgres' ? await next.claim(1) : [];
      expect(taken).toEqual([]);
      await killed.close();
      await vi.waitFor(async () => {
        service.clock.now += 1000;
        expect(await next.claim(1)).toHaveLength(1);
      }, SOON);
      expect(service.clock.now).toBeLessThan(START + 60_000);
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
