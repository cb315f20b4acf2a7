import { expect, it } from 'vitest';
import { ZONE, openRecordedIndex } from '#testing/recorded-index.ts';
import { countFacets } from './facets.ts';

it('a facet has 500 values at most', async () => {
  await using world = await openRecordedIndex('sqlite');
  const { db, now } = world;
  await world.put(1);
  const scope = { agencies: undefined, ownInquiriesIn: [], operator: '' };
  const list = { scope, filters: { narrowing: {} }, context: { me: 'me', now: now(), zone: ZONE } };
  await world.copyTo(500);
  expect((await countFacets(db, list)).facets.marca).toHaveLength(500);
  await world.copyTo(501);
  const { total, facets } = await countFacets(db, list);
  expect([total, facets.marca.length]).toEqual([501, 500]);
});
