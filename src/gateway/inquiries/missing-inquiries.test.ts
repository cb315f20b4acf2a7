import { describe, expect, it } from 'vitest';
import { createProblem } from '#gateway/problems.ts';
import { onEachEngine } from '#testing/engines.ts';
import { AGENCY, HOUR, START, bySid, openIndex } from '#testing/index-world.ts';
import { applyRetention } from '#work/retention.ts';

onEachEngine((engine) => {
  describe('full reads', () => {
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
      await applyRetention(index.retention);
      expect(await kept()).toHaveLength(2);
      service.clock.now += 25 * HOUR;
      service.date = service.clock.now;
      await sweep.sweepAgencyList();
      await applyRetention(index.retention);
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
        await db.selectFrom('inquiry').select('sid').where('missing_since', 'is not', null).execute(),
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

    it('ask for what a full read missed in turns, and go on after an error', async () => {
      await using index = await openIndex(engine);
      const { service, run, db } = index;
      for (let one = 0; one < 600; one++) service.receive(START - one * HOUR);
      await run();
      // The lists lack thirty that the service has.
      service.unlisted = new Set(service.inquiries.slice(0, 30).map(({ sid }) => sid));
      service.clock.now += 25 * HOUR;
      const asked = () => service.asked.filter(({ path }) => /\/01J\w+$/.test(path)).map(({ path }) => path);
      let failing = true;
      service.between = () => {
        const calls = asked().length;
        service.fails = () => (failing && calls === 10 ? createProblem('upstream-unreachable') : undefined);
      };
      await run();
      failing = false;
      service.clock.now += 61_000;
      await run();
      const paths = asked();
      // The one that failed was asked for twice.
      expect(paths).toHaveLength(31);
      expect(new Set(paths).size).toBe(30);
      expect(await index.row()).toMatchObject({ pending_days: null, failure: null });
      expect(
        await db.selectFrom('inquiry').select('sid').where('missing_since', 'is not', null).execute(),
      ).toEqual([]);
    });
  });
});
