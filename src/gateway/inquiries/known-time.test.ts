import { describe, expect, it } from 'vitest';
import { onBothEngines } from '#testing/engines.ts';
import { HOUR, START, openIndex } from '#testing/index-world.ts';

onBothEngines((engine) => {
  describe('retention', () => {
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
  });
});
