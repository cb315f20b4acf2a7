import { describe, expect, it } from 'vitest';
import { defaultHours } from '#contract/hours.ts';
import type { Engine } from '#database/database.ts';
import { onEachEngine } from '#testing/engines.ts';
import { propertyRuns } from '#testing/property-runs.ts';
import { AGENCY, HOUR, START, ZONE, openIndex, shown } from '#testing/index-world.ts';
import { applyRetention } from '#work/retention.ts';
import { hideDisassociatedAgency, restoreHeardAgencies } from './absent-agencies.ts';
import { registerIndexedAgency } from './agencies.ts';
import { fetchFreshness } from './freshness.ts';
import { countInquiries, fetchPage } from './lists.ts';
import { resolveScope } from './scope.ts';
import { upsertInquiries } from './store.ts';

const OTHERS = ['sur@x.example', 'norte@x.example', 'este@x.example', 'oeste@x.example'];
const DAY = 24;

/** An index of five agencies, one of which has inquiries, read by a gateway that runs for days. */
async function open(engine: Engine, count: number) {
  const index = await openIndex(engine);
  const { service, sweep, run, db } = index;
  service.agencies = [AGENCY, ...OTHERS];
  for (let one = 0; one < count; one++) service.receive(START - (one * HOUR) / 2);
  const partner = { agencies: null, ownInquiriesIn: [], mail: 'p@x.example' };
  const list = {
    scope: resolveScope(partner as never),
    filters: { view: undefined, narrowing: {} },
    context: { now: START, zone: ZONE, personId: 'p1' },
  };
  /** A round of the sweeps, as `startSweeps` does it. */
  const round = async () => {
    await restoreHeardAgencies(db, service.clock.now);
    await sweep.sweepAgencyList().catch(() => {});
    await applyRetention(index.retention);
    await run();
  };
  await round();
  return Object.assign(index, {
    round,
    /** Lets hours pass, with rounds in between. */
    pass: async (hours: number) => {
      const step = hours > DAY ? 3 : 1;
      for (let left = hours; left > 0; left -= step) {
        service.clock.now += Math.min(step, left) * HOUR;
        await round();
      }
    },
    /** Length of the inbox over all agencies, and of all its rows. */
    lengths: async () => {
      const { rows } = await fetchPage(db, list as never, { order: 'newest', limit: 5000 });
      expect(await countInquiries(db, list as never)).toBe(rows.length);
      return { shown: rows.length, kept: (await index.kept()).length };
    },
    agencies: async () => (await index.state()).map(({ adminMail }) => adminMail).toSorted(),
  });
}

const ALL = [AGENCY, ...OTHERS].toSorted();

onEachEngine((engine) => {
  describe('a service that errs', () => {
    it('takes nothing away by a 404, an empty list of agencies, or an old backup', async () => {
      const count = propertyRuns(200, 2000);
      await using world = await open(engine, count);
      const { service, pass, lengths, agencies, findings, freshness, decide } = world;
      expect(await lengths()).toEqual({ shown: count, kept: count });

      service.denied.add(AGENCY);
      await pass(2);
      service.denied.clear();
      expect(await lengths()).toEqual({ shown: count, kept: count });

      const associated = service.agencies;
      service.agencies = [];
      await pass(3 * DAY);
      expect(await lengths()).toEqual({ shown: count, kept: count });
      expect(await findings()).toMatchObject([{ kind: 'agencies', missing: 5, total: 5 }]);
      expect(await freshness()).toMatchObject({ complete: false });
      service.agencies = associated;
      await pass(1);
      expect(await findings()).toEqual([]);
      expect(await freshness()).toMatchObject({ complete: true });

      const inquiries = service.inquiries;
      service.inquiries = [];
      await pass(10 * DAY);
      expect(await lengths()).toEqual({ shown: count, kept: count });
      expect(await findings()).toMatchObject([{ kind: 'inquiries', missing: count, total: count }]);
      expect(await freshness()).toMatchObject({ complete: false });
      expect(await decide('wait')).toBe(true);
      service.inquiries = inquiries;
      await pass(2 * DAY);
      expect(await findings()).toEqual([]);
      expect(await lengths()).toEqual({ shown: count, kept: count });
      expect(await agencies()).toEqual(ALL);
    });

    it('hides a deleted inquiry after two full reads a day apart, and a disassociated agency', async () => {
      await using world = await open(engine, 60);
      const { service, pass, lengths, agencies, freshness } = world;
      const deleted = service.inquiries[7]?.sid;
      service.inquiries = service.inquiries.filter(({ sid }) => sid !== deleted);
      await pass(DAY + 1);
      expect(await lengths()).toEqual({ shown: 60, kept: 60 });
      await pass(DAY + 1);
      expect(await lengths()).toEqual({ shown: 59, kept: 60 });
      await pass(6 * DAY);
      expect((await lengths()).kept).toBe(60);
      await pass(2 * DAY);
      expect(await lengths()).toEqual({ shown: 59, kept: 59 });

      service.agencies = OTHERS;
      await pass(3);
      expect(await lengths()).toEqual({ shown: 0, kept: 59 });
      expect(await agencies()).toEqual(OTHERS.toSorted());
      expect(await freshness()).toMatchObject({ complete: true });
      await pass(8 * DAY);
      expect(await lengths()).toEqual({ shown: 0, kept: 0 });
    });

    it('cannot hide agencies three at a time', async () => {
      await using world = await open(engine, 3);
      const { service, pass, agencies, findings } = world;
      service.agencies = [OTHERS[2] ?? '', OTHERS[3] ?? ''];
      await pass(3);
      expect(await agencies()).toHaveLength(2);
      service.agencies = [OTHERS[3] ?? ''];
      await pass(20);
      expect(await agencies()).toHaveLength(2);
      expect(await findings()).toMatchObject([{ kind: 'agencies', missing: 1, total: 2 }]);
    });

    it.runIf(process.env.TEST_FULL).each([
      ['others', ['otra@y.example', 'mas@y.example', 'una@y.example']],
      ['none that have a mail', ['', '', '']],
    ])('keeps the agencies where a list has as many %s, also over days', async (_, listed) => {
      await using world = await open(engine, 3);
      const { service, pass, agencies, lengths, findings } = world;
      service.agencies = listed;
      await pass(3 * DAY);
      expect(await agencies()).toEqual(expect.arrayContaining(ALL));
      expect((await lengths()).shown).toBe(3);
      expect(await findings()).toMatchObject([{ kind: 'agencies', missing: 5 }]);
    });

    it('keeps one of one agency where the list has another one instead', async () => {
      await using world = await open(engine, 3);
      const { service, pass, agencies } = world;
      service.agencies = [AGENCY];
      await pass(2 * DAY);
      service.agencies = ['otra@y.example'];
      await pass(2 * DAY);
      expect(await agencies()).toContain(AGENCY);
    });

    it('changes nothing by lists that alternate, mails in another case, or what is no list', async () => {
      await using world = await open(engine, 30);
      const { service, pass, agencies, lengths, findings, row } = world;
      const { agencies: associated, inquiries } = service;
      for (let turn = 0; turn < propertyRuns(12, 30); turn++) {
        service.agencies = turn % 2 === 0 ? [] : associated;
        service.inquiries = turn % 2 === 0 ? [] : inquiries;
        await pass(5);
      }
      service.agencies = associated.map((mail) => mail.toUpperCase());
      for (const reply of [{ status: 200, body: '{"_entries":{}}' }, { status: 500 }, { status: 404 }, {}]) {
        service.fails = () => reply;
        await pass(30);
      }
      service.fails = () => undefined;
      await pass(2 * DAY);
      expect(await lengths()).toEqual({ shown: 30, kept: 30 });
      expect(await agencies()).toHaveLength(5);
      expect(await findings()).toEqual([]);
      expect((await row())?.admin_mail).toMatch(/^[A-Z0-9@.]+$/);
    });

    it('hides what is really gone after it was restored from yesterday and went on', async () => {
      await using world = await open(engine, 200);
      const { service, pass, lengths, freshness } = world;
      service.inquiries = service.inquiries.slice(6);
      for (let hour = 0; hour < 10; hour++) service.receive();
      await pass(2 * DAY + 2);
      expect(await lengths()).toEqual({ shown: 204, kept: 210 });
      expect(await freshness()).toMatchObject({ complete: true });
    });

    it.runIf(process.env.TEST_FULL).each([
      [2, 1],
      [6, 3],
      [10, 5],
      [200, 10],
    ])('takes from %d inquiries no more than %d at once', async (count, limit) => {
      await using world = await open(engine, count);
      const { service, pass, lengths, findings } = world;
      const { inquiries } = service;
      service.inquiries = inquiries.slice(limit + 1);
      await pass(3 * DAY);
      expect((await lengths()).shown).toBe(count);
      expect(await findings()).toHaveLength(1);
      service.inquiries = inquiries.slice(limit);
      await pass(3 * DAY);
      expect((await lengths()).shown).toBe(count - limit);
      expect(await findings()).toEqual([]);
    });
  });

  describe.runIf(process.env.TEST_FULL)('a person who accepts', () => {
    it('accepts the inquiries that were missing then, and no others', async () => {
      await using world = await open(engine, 40);
      const { service, pass, lengths, findings, decide, round } = world;
      const { inquiries } = service;
      service.inquiries = inquiries.slice(10);
      await pass(DAY + 1);
      expect(await decide('accept')).toBe(true);
      service.inquiries = inquiries.slice(0, 30);
      service.clock.now += HOUR;
      await round();
      await round();
      expect((await lengths()).shown).toBe(40);
      expect(await findings()).toMatchObject([{ missing: 10, decision: null }]);
    });

    it('accepts the agencies that were missing then, and no others', async () => {
      await using world = await open(engine, 3);
      const { service, pass, agencies, findings, decide } = world;
      const all = [AGENCY, ...OTHERS, 'mas@x.example', 'una@x.example', 'dos@x.example', 'tres@x.example'];
      service.agencies = all;
      await pass(2);
      service.agencies = all.slice(4);
      await pass(2);
      expect(await decide('accept')).toBe(true);
      service.agencies = all.slice(0, 5);
      await pass(2 * DAY);
      expect(await agencies()).toEqual(all.toSorted());
      expect(await findings()).toMatchObject([{ missing: 4, decision: null }]);
    });
  });

  describe.runIf(process.env.TEST_FULL)('a hidden agency', () => {
    it('is shown again as it was when a webhook says that it registered, and when it is listed', async () => {
      await using world = await open(engine, 30);
      const { service, pass, lengths, db, round, agencies } = world;
      const [missed] = service.inquiries;
      await db
        .updateTable('inquiry')
        .set({ missing_since: START })
        .where('sid', '=', missed?.sid ?? '')
        .execute();
      await hideDisassociatedAgency(db, AGENCY, service.clock.now);
      service.agencies = OTHERS;
      await pass(DAY);
      expect(await lengths()).toEqual({ shown: 0, kept: 30 });

      service.agencies = [AGENCY, ...OTHERS];
      expect(await registerIndexedAgency(db, AGENCY, service.clock.now)).toBe(true);
      expect(await registerIndexedAgency(db, 'sur@x.example', service.clock.now)).toBe(false);
      service.fails = () => ({ status: 500 });
      await round();
      expect(await lengths()).toEqual({ shown: 30, kept: 30 });
      expect(await agencies()).toEqual(ALL);
    });

    it('shows what arrives by a late webhook, until the service says again that it is gone', async () => {
      await using world = await open(engine, 3);
      const { service, pass, lengths, db, agencies } = world;
      await hideDisassociatedAgency(db, AGENCY, service.clock.now);
      service.agencies = OTHERS;
      await pass(6 * DAY);
      const late = { ...service.receive(), sid: '01JCINQUIRY999999999999999' };
      const source = {
        agency: AGENCY,
        discoverySource: 'webhook',
        hours: defaultHours(ZONE),
        now: service.clock.now,
      } as const;
      await upsertInquiries(db, [shown(late)], source);
      await registerIndexedAgency(db, AGENCY, service.clock.now);
      expect((await lengths()).shown).toBe(1);
      await pass(3);
      expect(await agencies()).toEqual(OTHERS.toSorted());
      // A week passes anew.
      await pass(2 * DAY);
      expect(await lengths()).toEqual({ shown: 0, kept: 4 });
      await pass(6 * DAY);
      expect(await lengths()).toEqual({ shown: 0, kept: 0 });
    });

    it('stays hidden where the gateway was killed while it hid it', async () => {
      await using world = await open(engine, 3);
      const { service, pass, lengths, db } = world;
      service.agencies = OTHERS;
      await db
        .updateTable('indexed_agency')
        .set({ gone_at: service.clock.now, missing_since: service.clock.now })
        .where('agency_key', '=', AGENCY)
        .execute();
      await pass(1);
      expect(await lengths()).toEqual({ shown: 0, kept: 3 });
    });

    it('is not expected in what is complete', async () => {
      await using world = await open(engine, 3);
      const { db, service } = world;
      const freshnessOf = (agencies: string[]) =>
        fetchFreshness(db, { agencies, ownInquiriesIn: [], operator: '' });
      await hideDisassociatedAgency(db, AGENCY, service.clock.now);
      expect(await freshnessOf([AGENCY, 'sur@x.example'])).toMatchObject({ complete: true });
      expect(await freshnessOf(['unknown@x.example', 'sur@x.example'])).toMatchObject({ complete: false });
    });
  });

  describe.runIf(process.env.TEST_FULL)('a clock that jumps forward', () => {
    it('hides and erases nothing that was missing shortly before', async () => {
      await using world = await open(engine, 60);
      const { service, pass, round, lengths, agencies } = world;
      const [deleted] = service.inquiries;
      service.inquiries = service.inquiries.filter((one) => one !== deleted);
      service.unlistedAgencies.add(AGENCY);
      await pass(DAY + 1);
      service.unlistedAgencies.delete(AGENCY);
      await pass(1);
      service.unlistedAgencies.add('sur@x.example');
      await round();
      service.clock.now += 8 * DAY * HOUR;
      await pass(3);
      expect((await lengths()).kept).toBe(60);
      expect(await agencies()).toEqual(ALL);
    });

    it('erases nothing where the service does not answer either', async () => {
      await using world = await open(engine, 20);
      const { service, kept, round } = world;
      service.fails = () => new Error('unreachable');
      service.clock.now += 500 * DAY * HOUR;
      // Retention runs before the list of agencies is read again.
      await applyRetention(world.retention);
      expect(await kept()).toHaveLength(20);
      await round();
      expect(await kept()).toHaveLength(20);
    });
  });
});
