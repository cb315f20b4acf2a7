import { expect, it } from 'vitest';
import { MAX_JOB_ROWS } from '#contract/desk/jobs.ts';
import { SearchMatches } from '#gateway/inquiries/search-matches.ts';
import { systemRandom } from '#system/random.ts';
import { onEachEngine } from '#testing/engines.ts';
import { AGENCIES, ZONE, openRecordedIndex } from '#testing/recorded-index.ts';
import { createBulkChange } from './bulk-changes.ts';

type World = Awaited<ReturnType<typeof openRecordedIndex>>;

/** Submits a bulk change of a list that is said to have so many inquiries. */
function submitTo({ db, now, readAs }: World, list: object) {
  const person = {
    id: 'me',
    mail: 'me@x.example',
    name: 'Me',
    role: 'partner' as const,
    agencies: null,
    ownInquiriesIn: [],
    lastAgency: null,
  };
  const change = { kind: 'status', status: 'contacted' } as const;
  return (expected: number) =>
    createBulkChange(
      {
        db,
        now,
        random: systemRandom,
        readAs,
        config: { timeZone: ZONE } as Parameters<typeof createBulkChange>[0]['config'],
        searches: new SearchMatches(now),
      },
      { id: '01JCJOBJOBJOBJOBJOBJOBJOBJ', person, address: '' },
      { change, inquiries: { list: { ...list, agencia: [AGENCIES[0]] }, expected } },
    );
}

const TOO_MANY = { problem: { Type: '/problems/invalid-request' } };

it('a bulk change is of 10,000 inquiries at most', async () => {
  await using world = await openRecordedIndex('sqlite');
  await world.put(1);
  const submit = submitTo(world, {});
  await expect(submit(MAX_JOB_ROWS + 1)).rejects.toMatchObject(TOO_MANY);
  await world.copyTo(10_000);
  await submit(10_000);
  expect(await world.db.selectFrom('job').select('row_count').execute()).toEqual([{ row_count: 10_000 }]);
  await world.db.deleteFrom('job').execute();
  await world.put(2);
  await expect(submit(MAX_JOB_ROWS)).rejects.toMatchObject(TOO_MANY);
});

onEachEngine((engine) => {
  it.each([{}, { buscar: 'ana' }])(
    'a bulk change of a list %o with a wrong count reads one page of it, and all with the right one',
    async (list) => {
      await using world = await openRecordedIndex(engine);
      const { db } = world;
      for (let number = 1; number <= 501; number++) await world.put(number);
      world.takeStatements();
      const submit = submitTo(world, list);
      await expect(submit(502)).rejects.toMatchObject({ problem: { Type: '/problems/changed-meanwhile' } });
      const refused = world.takeStatements();
      expect(refused.length).toBeLessThanOrEqual(2);
      await submit(501);
      expect(await db.selectFrom('job').select('row_count').execute()).toEqual([{ row_count: 501 }]);
    },
  );
});
