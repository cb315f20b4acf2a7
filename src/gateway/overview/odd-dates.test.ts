import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayAt, isPlausibleInstant } from '#contract/window.ts';
import type { Engine } from '#database/database.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { fetchIndexed } from '#gateway/inquiries/agencies.ts';
import { deleteInquiries } from '#gateway/inquiries/removal.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { fetchStoredHours } from '#gateway/hours/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { propertyRuns } from '#testing/property-runs.ts';
import { countImplausibleDates } from './implausible-dates.ts';
import { fetchSilentAgencies } from './silence.ts';
import { fetchPeriod } from './period.ts';
import { prepareRollUps, refreshRollUps, refreshSlice } from './roll-ups.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
const NOW = Date.parse('2026-11-16T12:00:00-03:00');
const DAY = 86_400_000;
const AGENCY = 'ventas@ruta9.example';
const SCOPE = { agencies: undefined, ownInquiriesIn: [], operator: '' };
/** Dates that services send for "no date", and the limits of dates in JavaScript. */
const ODD = [
  '0001-01-01T00:00:00',
  '0099-06-01T00:00:00Z',
  '1899-12-31T23:59:59Z',
  '1999-12-31T23:59:59Z',
  '2100-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '-271821-04-20T00:00:00Z',
  '+275760-09-13T00:00:00Z',
];

async function openIndex(engine: Engine) {
  const clone = await cloneDatabase(engine, 'gateway');
  const database = await openGatewayDatabase(clone.target);
  const { db } = database;
  await syncAgencies(db, [{ adminMail: AGENCY }], NOW);
  await prepareRollUps(db, ZONE);
  return {
    db,
    arrive: async (moments: readonly string[]) =>
      upsertInquiries(
        db,
        moments.map((Momento, index) => ({
          Momento,
          Auto: {},
          Interesado: {},
          _links: { self: { href: `/v3/consultas/${AGENCY}/01JCODD${String(index).padStart(19, '0')}` } },
        })),
        {
          agency: AGENCY,
          discoverySource: 'list',
          hours: (await fetchStoredHours(db, AGENCY, ZONE)).hours,
          now: NOW,
        },
      ),
    /** Refreshes slice by slice; a mark that stays fails. */
    refresh: async () => {
      let slices = 0;
      while (await refreshSlice(db, ZONE)) expect(++slices).toBeLessThan(100);
    },
    countDays: async () => {
      const rows = await db
        .selectFrom('overview_day')
        .select(['day', 'inquiries'])
        .where('agency_key', '=', AGENCY)
        .execute();
      return new Map(rows.map(({ day, inquiries }) => [day, inquiries]));
    },
    async [Symbol.asyncDispose]() {
      await database.close();
      await clone[Symbol.asyncDispose]();
    },
  };
}

describe('figures of inquiries with odd dates', () => {
  onBothEngines((engine) => {
    it('leave out what is out of range, count it, and have the rest', async () => {
      await using index = await openIndex(engine);
      const { db } = index;
      await index.arrive([...ODD, '2026-11-16T10:00:00-03:00', '2026-12-24T10:00:00-03:00']);
      expect(await refreshRollUps(db, ZONE, {})).toBe(true);
      expect(new Map(await index.countDays())).toEqual(
        new Map([
          ['2026-11-16', 1],
          ['2026-12-24', 1],
        ]),
      );
      expect(await db.selectFrom('overview_stale').selectAll().execute()).toEqual([]);
      const { totals } = await fetchPeriod(
        db,
        { scope: SCOPE, desde: '2026-11-01', hasta: '2026-11-16', ranksPeople: false },
        ZONE,
      );
      expect(totals.inquiries).toBe(1);
      expect(await countImplausibleDates(db, SCOPE, NOW)).toBe(ODD.length + 1);
      expect(await countImplausibleDates(db, { ...SCOPE, agencies: ['otra@x.example'] }, NOW)).toBe(0);
      expect(
        await countImplausibleDates(db, { ...SCOPE, ownInquiriesIn: [AGENCY], operator: 'x' }, NOW),
      ).toBe(0);
      // The rows stay as they came.
      expect(await db.selectFrom('inquiry').select('number').execute()).toHaveLength(ODD.length + 2);
      const late = await db.selectFrom('inquiry').select('at').where('due_at', 'is not', null).execute();
      expect(late).toHaveLength(2);
    });

    it('are counted as implausible before 2000, and from a day ahead on', async () => {
      await using index = await openIndex(engine);
      const ahead = [NOW + DAY - 1, NOW + DAY].map((at) => new Date(at).toISOString());
      await index.arrive(['1999-12-31T23:59:59.999Z', '2000-01-01T00:00:00Z', ...ahead]);
      const counted = [-1, 0, 1].map((ms) => countImplausibleDates(index.db, SCOPE, NOW + ms));
      expect(await Promise.all(counted)).toEqual([3, 2, 1]);
    });

    it('are exact over wild dates', async () => {
      await using index = await openIndex(engine);
      const { db } = index;
      const moment = fc.oneof(
        fc.constantFrom(...ODD),
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
        fc.integer({ min: 0, max: 9 }).map((days) => new Date(NOW - days * DAY).toISOString()),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(moment, { maxLength: 12 }), fc.boolean(), async (moments, marksAll) => {
          await index.arrive(moments);
          if (marksAll)
            await db.insertInto('overview_stale').values({ agency_key: AGENCY, quarter: null }).execute();
          await index.refresh();
          const rows = await db.selectFrom('inquiry').select('at').execute();
          const days = rows.filter(({ at }) => isPlausibleInstant(at)).map(({ at }) => dayAt(at, ZONE));
          expect(await index.countDays()).toEqual(
            new Map([...Map.groupBy(days, (day) => day)].map(([day, all]) => [day, all.length])),
          );
        }),
        { numRuns: propertyRuns(10, 40) },
      );
    });

    it('are computed anew of whole agencies, to the end of each day', async () => {
      await using index = await openIndex(engine);
      const { db } = index;
      await index.arrive(['2026-11-14T00:00:00-03:00', '2026-11-15T23:59:59.999-03:00']);
      await index.refresh();
      await db.updateTable('overview_day').set({ inquiries: 7 }).execute();
      await db.insertInto('overview_stale').values({ agency_key: AGENCY, quarter: null }).execute();
      await index.refresh();
      expect([...(await index.countDays()).values()]).toEqual([1, 1]);
    });

    it('drop marks of days that cannot be computed', async () => {
      await using index = await openIndex(engine);
      const quarters = [-69_039_120, -1, 0, 9_600_000_000];
      await index.db
        .insertInto('overview_stale')
        .values(quarters.map((quarter) => ({ agency_key: AGENCY, quarter })))
        .execute();
      await index.refresh();
      expect(await index.db.selectFrom('overview_stale').selectAll().execute()).toEqual([]);
    });

    it('are computed anew in slices when they are of an older version of the rule', async () => {
      await using index = await openIndex(engine);
      const { db } = index;
      const days = Array.from({ length: 12 }, (_, before) => addDays('2026-11-16', -before));
      await index.arrive(days.map((day) => `${day}T10:00:00-03:00`));
      await index.refresh();
      const expected = await index.countDays();
      await db.updateTable('overview_day').set({ rule: 0, inquiries: 7 }).execute();
      await refreshRollUps(db, ZONE, { desde: '2026-11-16', hasta: '2026-11-16' });
      expect((await index.countDays()).get('2026-11-16')).toBe(1);
      expect((await index.countDays()).get('2026-11-15')).toBe(7);
      expect(await refreshSlice(db, ZONE)).toBe(true);
      expect(await refreshSlice(db, ZONE)).toBe(true);
      expect(await refreshSlice(db, ZONE)).toBe(false);
      expect(await index.countDays()).toEqual(expected);
      const sums = await db
        .selectFrom('overview_day')
        .select('inquiries')
        .where('agency_key', '=', '')
        .execute();
      expect(sums.map(({ inquiries }) => inquiries)).toEqual(days.map(() => 1));
    });

    it('do not keep an agency from being silent', async () => {
      await using index = await openIndex(engine);
      const { db } = index;
      const weekdays = Array.from(
        { length: 40 },
        (_, hours) => new Date(NOW - 20 * DAY - hours * 6 * 3_600_000),
      );
      await index.arrive([
        ...weekdays.map((date) => date.toISOString()),
        '9999-12-31T00:00:00Z',
        '2027-06-01T00:00:00Z',
        new Date(NOW + DAY).toISOString(),
      ]);
      await db.updateTable('indexed_agency').set({ swept_at: NOW }).execute();
      await index.refresh();
      const [agency] = await fetchIndexed(db, SCOPE);
      expect(await fetchSilentAgencies(db, SCOPE, { now: NOW, zone: ZONE })).toMatchObject([
        { adminMail: agency?.admin_mail, lastAt: NOW - 20 * DAY },
      ]);
    });

    it('do not let retention erase inquiries that just arrived', async () => {
      await using index = await openIndex(engine);
      const { db } = index;
      await index.arrive([...ODD, '2025-01-01T00:00:00Z']);
      expect(await deleteInquiries(db, { before: NOW - 400 * DAY }, 100)).toBe(1);
      expect(await deleteInquiries(db, { before: NOW + 1 }, 100)).toBe(ODD.length);
    });
  });
});
