import { describe, expect, it } from 'vitest';
import { onEachEngine } from '#testing/engines.ts';
import { AGENCY, HOUR, openIndex } from '#testing/index-world.ts';
import { applyRetention } from '#work/retention.ts';

onEachEngine((engine) => {
  describe('lists of agencies', () => {
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
        await applyRetention(index.retention);
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
          await applyRetention(index.retention);
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
  });
});
