import { expect, it } from 'vitest';
import { agencyEndpoints } from '#contract/agencies.ts';
import { DAY_MS } from '#contract/durations.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { onBothEngines } from '#testing/engines.ts';
import { NOW, openRetentionWorld } from '#testing/retention-world.ts';
import { DriftCollector } from './drift-collector.ts';
import { MAX_DRIFT_ROWS, fetchDrift, saveDrift } from './store.ts';

const source = 'GET /v3/agencias';
const compareAgencies = (collector: DriftCollector, value: unknown) =>
  collector.compareReply(agencyEndpoints.listAgencies, value, { isRef: false });

onBothEngines((engine) => {
  it('differences of several minutes and processes are added up, with the replies that were compared', async () => {
    await using world = await openRetentionWorld(engine);
    let now = NOW - 5000;
    const collector = new DriftCollector(() => now);
    compareAgencies(collector, { _links: {}, _entries: [], Nuevo: 'abc' });
    compareAgencies(collector, { _links: {}, _entries: [] });
    await saveDrift(world.db, collector.takeCounts());
    now = NOW - 1000;
    compareAgencies(collector, { _links: {}, _entries: [], Nuevo: 'abcd' });
    collector.compareMessage(INQUIRY_TOPIC, []);
    collector.compareMessage('otro', []);
    await saveDrift(world.db, collector.takeCounts());
    await saveDrift(world.db, collector.takeCounts());
    expect(await fetchDrift(world.db)).toEqual([
      expect.objectContaining({ source: INQUIRY_TOPIC, kind: 'retyped', replies: 1, compared: 1 }),
      {
        source,
        kind: 'undocumented',
        path: 'Nuevo',
        expected: null,
        example: 'text(4)',
        firstAt: NOW - 5000,
        lastAt: NOW - 1000,
        replies: 2,
        compared: 3,
      },
    ]);
  });

  it('rows are bounded, and go when they were not seen for 90 days', async () => {
    await using world = await openRetentionWorld(engine);
    let now = NOW - 91 * DAY_MS;
    const collector = new DriftCollector(() => now);
    const letters = 'abcdefghijklmnopqrst'.split('');
    for (const first of letters) {
      const names = letters.map((second) => [`${first}${second}`, 1]);
      compareAgencies(collector, { _links: {}, _entries: [], ...Object.fromEntries(names) });
      await saveDrift(world.db, collector.takeCounts());
    }
    expect(await fetchDrift(world.db)).toHaveLength(MAX_DRIFT_ROWS);
    now = NOW;
    compareAgencies(collector, { _links: {}, _entries: [], aa: 1 });
    await saveDrift(world.db, collector.takeCounts());
    await world.apply();
    expect((await fetchDrift(world.db)).map(({ path }) => path)).toEqual(['aa']);
  });
});
