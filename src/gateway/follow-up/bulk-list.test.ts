import { expect, it } from 'vitest';
import { SearchMatches } from '#gateway/inquiries/search-matches.ts';
import { systemRandom } from '#system/random.ts';
import { onEachEngine } from '#testing/engines.ts';
import { AGENCIES, ZONE, openRecordedIndex } from '#testing/recorded-index.ts';
import { createBulkChange } from './bulk-changes.ts';

onEachEngine((engine) => {
  it.each([{}, { buscar: 'ana' }])(
    'a bulk change of a list %o with a wrong count reads one page of it, and all with the right one',
    async (list) => {
      await using world = await openRecordedIndex(engine);
      const { db, now, readAs } = world;
      for (let number = 1; number <= 501; number++) await world.put(number);
      world.takeStatements();
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
      const submit = (expected: number) =>
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
      await expect(submit(502)).rejects.toMatchObject({ problem: { Type: '/problems/changed-meanwhile' } });
      const refused = world.takeStatements();
      expect(refused.length).toBeLessThanOrEqual(2);
      await submit(501);
      expect(await db.selectFrom('job').select('row_count').execute()).toEqual([{ row_count: 501 }]);
    },
  );
});
