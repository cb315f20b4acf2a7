import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LOST_REASONS } from '#contract/follow-up/follow-up-state.ts';
import { defaultHours } from '#contract/hours.ts';
import { dayAt } from '#contract/window.ts';
import type { RecordedChange } from '#contract/follow-up/change-kinds.ts';
import { deleteInquiries } from '#gateway/inquiries/removal.ts';
import { onEachEngine } from '#testing/engines.ts';
import { propertyRuns } from '#testing/property-runs.ts';
import { prepareRollUps, refreshRollUps } from './roll-ups.ts';
import { today, expectExact } from '#testing/overview-oracle.ts';
import {
  ZONE,
  AGENCIES,
  openIndex,
  type Db,
  inquiry,
  type Step,
  step,
  arrive,
  follow,
  changeHours,
} from '#testing/roll-up-world.ts';

async function clear(db: Db): Promise<void> {
  await deleteInquiries(db, { before: Number.MAX_SAFE_INTEGER }, 3000);
  for (const table of ['follow_up', 'follow_up_entry', 'agency_hours'] as const)
    await db.deleteFrom(table).execute();
}

onEachEngine((engine) => {
  describe('daily figures', () => {
    it('are those counted anew, whatever arrives, changes, is erased or goes', async () => {
      await using index = await openIndex(engine);
      const { db } = index;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(step, { maxLength: 20, size: 'max' }), {
            minLength: 1,
            maxLength: 6,
            size: 'max',
          }),
          async (rounds) => {
            await clear(db);
            for (const steps of rounds) {
              for (const run of steps) await run(db);
              await expectExact(db);
            }
          },
        ),
        { numRuns: engine === 'sqlite' ? propertyRuns(40, 150) : propertyRuns(8, 50) },
      );
    });

    it('miss nothing that changes while others compute them', async () => {
      await using index = await openIndex(engine);
      const { db } = index;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 15, size: 'max' }), async (steps) => {
          await clear(db);
          const refresh = () => refreshRollUps(db, ZONE, {});
          for (const run of steps) await Promise.all([refresh(), run(db), refresh()]);
          await expectExact(db);
        }),
        { numRuns: engine === 'sqlite' ? propertyRuns(5, 30) : propertyRuns(5, 60) },
      );
    });

    it('follow changes that no list shows: another reason, another answer, other hours', async () => {
      await using index = await openIndex(engine);
      const { db } = index;
      const drawn = fc
        .sample(inquiry, { numRuns: 1, seed: 2 })
        .map((one) => Object.assign(one, { number: 1, hoursAgo: 30 }));
      await arrive([AGENCIES[0], drawn])(db);
      const lose = (lostReason: (typeof LOST_REASONS)[number]): RecordedChange => ({
        kind: 'status',
        status: 'lost',
        lostReason,
      });
      const steps: Step[] = [
        ...[
          lose('price'),
          lose('finance'),
          { kind: 'touch' as const, how: 'call' as const },
          { kind: 'note' as const, text: 'Hablamos', contact: true },
          'undo' as const,
        ].map((made, hoursLater) =>
          follow({ agency: AGENCIES[0], number: 1, change: made, hoursLater, isColleague: false }),
        ),
        ...['Asia/Kathmandu', 'Asia/Tokyo', ZONE].map((zone) =>
          changeHours([AGENCIES[0], defaultHours(zone), false, '1970-01-01']),
        ),
        (some) =>
          some.updateTable('inquiry').set({ listing_type: 'Plan', listing_type_key: 'plan' }).execute(),
        (some) => some.updateTable('inquiry').set({ condition: 'Usado', condition_key: 'usado' }).execute(),
        (some) => some.deleteFrom('agency_hours').execute(),
        (some) => some.deleteFrom('follow_up').execute(),
      ];
      for (const run of steps) {
        await run(db);
        await expectExact(db);
      }
    });

    it('are computed anew in another zone', async () => {
      await using index = await openIndex(engine);
      const { db } = index;
      await arrive([AGENCIES[0], fc.sample(inquiry, { numRuns: 30, seed: 3 })])(db);
      await expectExact(db);
      await prepareRollUps(db, 'Asia/Tokyo');
      await refreshRollUps(db, 'Asia/Tokyo', {});
      const rows = await db.selectFrom('inquiry').select('at').where('gone_at', 'is', null).execute();
      const days = await db
        .selectFrom('overview_day')
        .select(['day', 'inquiries'])
        .where('agency_key', '=', '')
        .execute();
      expect(new Map(days.map(({ day, inquiries }) => [day, inquiries]))).toEqual(
        new Map(
          [...Map.groupBy(rows, ({ at }) => dayAt(at, 'Asia/Tokyo'))].map(([day, all]) => [day, all.length]),
        ),
      );
      await prepareRollUps(db, ZONE);
      await expectExact(db);
    });

    it('are there for what was indexed before they were kept', async () => {
      await using index = await openIndex(engine);
      const { db } = index;
      await arrive([AGENCIES[1], fc.sample(inquiry, { numRuns: 30, seed: 4 })])(db);
      await db.deleteFrom('overview_stale').execute();
      await db.updateTable('overview_zone').set({ zone: '' }).execute();
      await prepareRollUps(db, ZONE);
      await expectExact(db);
    });

    it('a range of agencies and days is refreshed without the others', async () => {
      await using index = await openIndex(engine);
      const { db } = index;
      for (const adminMail of AGENCIES)
        await arrive([adminMail, fc.sample(inquiry, { numRuns: 10, seed: 5 })])(db);
      await refreshRollUps(db, ZONE, {
        agencies: [AGENCIES[0]],
        desde: today,
        hasta: today,
      });
      const keys = await db.selectFrom('overview_day').select(['agency_key', 'day']).distinct().execute();
      expect(keys.every(({ agency_key, day }) => agency_key !== AGENCIES[1] && day === today)).toBe(true);
      expect(await refreshRollUps(db, ZONE, { signal: AbortSignal.abort() })).toBe(false);
      await expectExact(db);
    });
  });
});
