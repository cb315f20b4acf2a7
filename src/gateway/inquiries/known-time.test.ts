import { describe, expect, it } from 'vitest';
import { onBothEngines } from '#testing/engines.ts';
import { HOUR, START, openIndex } from '#testing/index-world.ts';
import { JOB } from '#testing/retention-world.ts';
import { applyRetention } from '#work/retention.ts';

onBothEngines((engine) => {
  describe('retention', () => {
    it('erase nothing by a clock that jumped, until it is back, the service confirms it, or a person does', async () => {
      await using index = await openIndex(engine);
      const { service, run, kept, sweep, findings, decide } = index;
      for (let one = 0; one < 20; one++) service.receive(START - one * HOUR);
      await run();
      const step = async () => {
        await sweep.sweepAgencyList();
        await applyRetention(index.retention);
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
      await applyRetention(index.retention);
      expect(await kept()).toEqual([]);
    });

    it('erasure of payloads and jobs waits while the clock is not confirmed', async () => {
      await using index = await openIndex(engine);
      const { db, service, sweep } = index;
      for (let one = 0; one < 20; one++) service.receive(START - one * HOUR);
      await index.run();
      const delivery = { at: START, topic: 'x', outcome: 'received', headers: '{}', payload: '{}' } as const;
      const job = { ...JOB, created_at: START, finished_at: START };
      for (const id of ['1', '2', '3']) {
        await db
          .insertInto('delivery')
          .values({ ...delivery, id })
          .execute();
        await db
          .insertInto('job')
          .values({ ...job, id })
          .execute();
      }
      const kept = async () => {
        await applyRetention(index.retention);
        const payloads = await db
          .selectFrom('delivery')
          .select('id')
          .where('payload', 'is not', null)
          .execute();
        const jobs = await db.selectFrom('job').select('id').execute();
        return [payloads.length, jobs.length];
      };
      await sweep.sweepAgencyList();
      expect(await kept()).toEqual([3, 3]);
      service.clock.now += 500 * 24 * HOUR;
      // Erasure is refused before the list of agencies is read, too.
      expect(await kept()).toEqual([3, 3]);
      service.date = START;
      await sweep.sweepAgencyList();
      expect(await kept()).toEqual([3, 3]);
      service.date = service.clock.now;
      await sweep.sweepAgencyList();
      expect(await kept()).toEqual([0, 0]);
    });
  });
});
