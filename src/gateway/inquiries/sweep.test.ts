import { describe, expect, it } from 'vitest';
import { LAST_PAGE, PAGE_SIZE } from '#contract/paging.ts';
import { WINDOW_DAYS, addDays, dayAt, startOfDay } from '#contract/window.ts';
import { createProblem } from '#gateway/problems.ts';
import { onEachEngine } from '#testing/engines.ts';
import { AGENCY, HOUR, START, ZONE, openIndex } from '#testing/index-world.ts';
import { updateIndexedAgency } from './agencies.ts';
import { PAGES_PER_TURN, createSweep } from './sweep.ts';

const DAY = 24 * HOUR;
const MINUTE = 60_000;
/** A call of the fake service takes this long. */
const CALL = 1000;

type Index = Awaited<ReturnType<typeof openIndex>>;

/** Sweeps the agency once, at this time, as it is stored then. */
async function sweepOnce(
  index: Index,
  at: number,
  stored: Parameters<typeof updateIndexedAgency>[2] = {},
): Promise<void> {
  index.service.clock.now = at;
  await updateIndexedAgency(index.db, AGENCY, { due_at: at, ...stored });
  index.service.asked.length = 0;
  if (!(await index.sweepNext())) throw new Error('The agency is not due');
}

const pagesAsked = ({ service }: Index) =>
  service.asked.flatMap(({ path }) => {
    const { searchParams } = new URL(path, 'http://x');
    return searchParams.has('desde') ? [Number(searchParams.get('pagina') ?? 1)] : [];
  });
const singlesAsked = ({ service }: Index) =>
  service.asked.flatMap(({ path }) => /\/(01J\w+)$/.exec(path)?.[1] ?? []);

async function openFilled(engine: Parameters<typeof openIndex>[0], count: number): Promise<Index> {
  const index = await openIndex(engine);
  for (let one = 0; one < count; one++) index.service.receive(START - one * HOUR);
  await index.run();
  return index;
}

/** The halves of 14 to 16 November. */
const HALVES = ['2026-11-15 2026-11-16', '2026-11-14 2026-11-14'];

onEachEngine((engine) => {
  describe('a sweep', () => {
    it.each([400, 403, 410, 500, 502, 503, 204])(
      'takes %i for a failure, and 404 alone for a denial',
      async (status) => {
        await using index = await openFilled(engine, 2);
        const { service, row } = index;
        service.fails = () => ({ status, body: '' });
        await sweepOnce(index, START + HOUR);
        expect(await row()).toMatchObject({ failure: `status ${status}`, denied_at: null, claimed_by: null });
        expect((await row())?.due_at).toBe(service.clock.now + MINUTE);
        service.fails = () => ({ status: 404 });
        await sweepOnce(index, START + 2 * HOUR);
        expect(await row()).toMatchObject({ failure: 'agency-not-found', denied_at: service.clock.now });
        expect((await row())?.due_at).toBe(service.clock.now + 5 * MINUTE);
      },
    );

    it('notes since when an agency fails, and forgets that and a denial as soon as it is read', async () => {
      await using index = await openFilled(engine, 2);
      const { service, row } = index;
      service.fails = () => ({ status: 404 });
      await sweepOnce(index, START + HOUR);
      const since = service.clock.now;
      await sweepOnce(index, START + 2 * HOUR);
      expect(await row()).toMatchObject({ failing_since: since });
      service.fails = () => undefined;
      await sweepOnce(index, START + 3 * HOUR);
      expect(await row()).toMatchObject({ failing_since: null, failure: null, denied_at: null });
    });

    it.each([
      ['1', 1],
      ['600', 600],
      ['601', 600],
      ['-5', 1],
      ['0', 60],
      ['Fri, 20 Nov 2026 15:00:00 GMT', 60],
      [undefined, 60],
    ])('that is refused with Retry-After %s is repeated in %i s', async (retryAfter, seconds) => {
      await using index = await openFilled(engine, 1);
      index.service.fails = () => ({ status: 429, retryAfter });
      await sweepOnce(index, START + HOUR);
      expect(await index.row()).toMatchObject({
        failure: 'too-many-requests',
        due_at: index.service.clock.now + seconds * 1000,
      });
    });

    it.each([500, 503, 403, 429])(
      'that asks for an inquiry and is told %i leaves it as it is, and takes 404 for its absence',
      async (status) => {
        await using index = await openFilled(engine, 3);
        const { service, db, held } = index;
        const [gone] = service.inquiries;
        service.inquiries = service.inquiries.slice(1);
        const missing = () =>
          db.selectFrom('inquiry').select('sid').where('missing_since', 'is not', null).execute();
        for (const day of [1, 2, 3]) {
          service.fails = () =>
            service.asked.at(-1)?.path.endsWith(gone?.sid ?? '') ? { status, body: '{}' } : undefined;
          await sweepOnce(index, START + day * (DAY + HOUR));
          expect(singlesAsked(index)).toEqual([gone?.sid]);
          expect(await missing()).toEqual([]);
        }
        expect(await held()).toHaveLength(3);
        service.fails = () => undefined;
        await sweepOnce(index, START + 5 * DAY);
        expect(await missing()).toEqual([{ sid: gone?.sid }]);
      },
    );

    it.each([
      [5 * MINUTE, 2],
      [5 * MINUTE + 1, 1],
    ])('whose page reaches %i ms behind the last one reads %i pages', async (margin, pages) => {
      await using index = await openFilled(engine, 2 * PAGE_SIZE);
      const oldest = index.service.inquiries[PAGE_SIZE - 1]?.at ?? 0;
      await sweepOnce(index, START + HOUR, { swept_at: oldest + margin });
      expect(pagesAsked(index)).toEqual([1, 2].slice(0, pages));
    });

    it.each([
      [DAY, [1, 1, 2]],
      [DAY - 1, [1]],
    ])('%i ms after the last full read reads pages %j', async (age, pages) => {
      await using index = await openFilled(engine, PAGE_SIZE + 1);
      const at = START + 30 * HOUR;
      await sweepOnce(index, at, { swept_at: at, full_read_at: at + CALL - age });
      expect(pagesAsked(index)).toEqual(pages);
    });

    it.each([
      [DAY, [1, 1, 2, 3]],
      [DAY - 1, [1, 3]],
    ])('%i ms after a full read began goes on with pages %j', async (age, pages) => {
      await using index = await openFilled(engine, 3 * PAGE_SIZE);
      const at = START + 30 * HOUR;
      const today = dayAt(at, ZONE);
      await sweepOnce(index, at, {
        swept_at: at,
        pending_days: JSON.stringify([{ desde: addDays(today, -WINDOW_DAYS), hasta: today, page: 3 }]),
        full_read_started_at: at + CALL - age,
      });
      expect(pagesAsked(index)).toEqual(pages);
    });

    it('reads twenty pages of a full read in a turn, and leaves the rest due now', async () => {
      await using index = await openIndex(engine);
      const { service, row, held } = index;
      for (let one = 0; one < (PAGES_PER_TURN + 1) * PAGE_SIZE; one++) service.receive(START - one * HOUR);
      await sweepOnce(index, START + HOUR);
      expect(pagesAsked(index)).toEqual([1, ...Array.from({ length: PAGES_PER_TURN }, (_, at) => at + 1)]);
      expect(await row()).toMatchObject({ due_at: service.clock.now, claimed_by: null, full_read_at: null });
      await sweepOnce(index, service.clock.now);
      expect(pagesAsked(index)).toEqual([1, PAGES_PER_TURN + 1]);
      expect(await held()).toHaveLength(service.inquiries.length);
    });

    it('reads the package once with each full read, and a package that cannot be read fails nothing', async () => {
      await using index = await openFilled(engine, 2);
      const { db, service, row } = index;
      const body = JSON.stringify({ Productos: [{ Contratadas: 10, Utilizadas: 4 }], _links: {} });
      const sweepWith = async (at: number, reply: { status: number; body?: string }) => {
        service.fails = () => (service.asked.at(-1)?.path.includes('/productos') ? reply : undefined);
        await sweepOnce(index, at);
        return service.asked.filter(({ path }) => path.includes('/productos')).length;
      };
      expect(await sweepWith(START + DAY + HOUR, { status: 500 })).toBe(1);
      expect(await row()).toMatchObject({ failure: null, full_read_at: service.clock.now });
      expect(await sweepWith(START + DAY + 2 * HOUR, { status: 200, body })).toBe(0);
      expect(await sweepWith(START + 2 * DAY + 2 * HOUR, { status: 200, body })).toBe(1);
      expect(await db.selectFrom('package_reading').selectAll().execute()).toEqual([
        { agency_key: AGENCY, day: dayAt(service.clock.now, ZONE), used: 4, contracted: 10 },
      ]);
    });

    it('that is cut short says nothing about the agency, and leaves it due', async () => {
      await using index = await openFilled(engine, 2);
      const { service, db, options, row } = index;
      await updateIndexedAgency(db, AGENCY, { due_at: START + HOUR });
      const [agency] = await db.selectFrom('indexed_agency').selectAll().execute();
      if (!agency) throw new Error('There is no agency');
      const stop = new AbortController();
      service.fails = () => {
        stop.abort();
        return createProblem('upstream-unreachable');
      };
      await expect(createSweep(options, stop.signal).sweepAgency(agency)).rejects.toMatchObject({
        problem: { Type: '/problems/upstream-unreachable' },
      });
      expect(await row()).toEqual(agency);
    });

    it.each([
      [LAST_PAGE * PAGE_SIZE, 3, '2026-11-15T12:00:00-03:00', []],
      [LAST_PAGE * PAGE_SIZE + 1, 3, '2026-11-15T12:00:00-03:00', ['2026-11-14 2026-11-15']],
      [LAST_PAGE * PAGE_SIZE + 1, 3, '2026-11-14T00:00:00-03:00', ['2026-11-14 2026-11-14']],
      [LAST_PAGE * PAGE_SIZE + 1, 3, '2026-11-16T00:00:00-03:00', HALVES],
      [LAST_PAGE * PAGE_SIZE + 1, 3, '2026-11-13T23:59:59-03:00', HALVES],
      [LAST_PAGE * PAGE_SIZE + 1, 3, 'ayer', HALVES],
      [LAST_PAGE * PAGE_SIZE + 1, 1, '2026-11-16T12:00:00-03:00', []],
    ])(
      'that finds %i inquiries in %i days, the last of %s, asks for the days %j anew',
      async (total, days, Momento, again) => {
        await using index = await openFilled(engine, 1);
        const { service, row } = index;
        const hasta = dayAt(START, ZONE);
        service.fails = () =>
          service.asked.at(-1)?.path.includes(`pagina=${LAST_PAGE}`)
            ? { body: JSON.stringify({ _entries: [{ Momento }], PerPagina: PAGE_SIZE, Total: total }) }
            : undefined;
        await sweepOnce(index, START + HOUR, {
          pending_days: JSON.stringify([{ desde: addDays(hasta, 1 - days), hasta, page: LAST_PAGE }]),
          full_read_started_at: START,
        });
        const asked = service.asked.slice(2).flatMap(({ path }) => {
          const { searchParams } = new URL(path, 'http://x');
          const since = searchParams.get('desde');
          return since === null ? [] : [`${since} ${searchParams.get('hasta')}`];
        });
        expect(asked).toEqual(again);
        expect(await row()).toMatchObject({ pending_days: null, failure: null });
      },
    );

    it('judges the days that the service surely lists, from the start of the first one', async () => {
      await using index = await openIndex(engine);
      const { service, run } = index;
      const readAt = START + DAY + HOUR;
      const first = startOfDay(addDays(dayAt(readAt, ZONE), -WINDOW_DAYS + 1), ZONE);
      const [before, judged] = [service.receive(first - 1), service.receive(first)];
      for (let one = 0; one < 5; one++) service.receive(START - one * HOUR);
      await run();
      service.inquiries = service.inquiries.filter(({ at }) => at > first);
      await sweepOnce(index, readAt);
      expect(singlesAsked(index)).toEqual([judged.sid]);
      expect(singlesAsked(index)).not.toContain(before.sid);
    });

    it.each([
      [0, true],
      [-1, false],
    ])(
      'that follows a full read by %i ms at its window’s edge continues what is whole: %s',
      async (by, is) => {
        await using index = await openFilled(engine, 1);
        const at = START + 200 * DAY;
        const from = startOfDay(addDays(dayAt(at, ZONE), -WINDOW_DAYS + 1), ZONE);
        await sweepOnce(index, at, { full_read_at: from + by, complete_since: START - DAY });
        expect((await index.row())?.complete_since).toBe(is ? START - DAY : from);
      },
    );

    it('of the list of agencies takes up nothing that comes with an error', async () => {
      await using index = await openIndex(engine);
      const { service, sweep, db } = index;
      service.agencies = [AGENCY, 'otra@x.example'];
      for (const status of [206, 404, 500]) {
        service.fails = () => ({ status });
        await expect(sweep.sweepAgencyList()).rejects.toThrow(`status ${status}`);
      }
      expect(await db.selectFrom('indexed_agency').select('agency_key').execute()).toHaveLength(1);
    });
  });
});
