import { describe, expect, it } from 'vitest';
import { createReader } from '#database/reads.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { onBothEngines } from '#testing/engines.ts';
import { AGENCIES, ZONE, openRecordedIndex, sidAt } from '#testing/recorded-index.ts';
import type { Filters, ListRequest } from './conditions.ts';
import { ViewCounts, fetchIndexVersion } from './view-counts.ts';

const [AGENCY] = AGENCIES;

onBothEngines((engine) => {
  describe('counts of views', () => {
    async function openCounts() {
      const world = await openRecordedIndex(engine);
      for (const number of [1, 2, 3]) await world.put(number);
      const viewCounts = new ViewCounts(world.now);
      const count = async (
        filters: Filters[] = [{ view: 'esperando', narrowing: {} }],
        agencies: readonly string[] | null = [AGENCY],
      ) => {
        const lists = filters.map((filter): ListRequest => ({
          scope: { agencies: agencies ?? undefined, ownInquiriesIn: [], operator: 'me@x.example' },
          filters: filter,
          context: { me: 'me', now: world.clock.now, zone: ZONE },
        }));
        const counts = await viewCounts.fetch(world.db, world.readAs({ key: 'me' }), lists);
        return [counts, world.takeStatements().length] as const;
      };
      return { world, count };
    }

    it('come to everyone who waits for them when the request that reads them is cancelled', async () => {
      const { world } = await openCounts();
      await using _ = world;
      const viewCounts = new ViewCounts(world.now);
      const scope = { agencies: [AGENCY], ownInquiriesIn: [], operator: 'me@x.example' };
      const context = { me: 'me', now: world.clock.now, zone: ZONE };
      const lists: ListRequest[] = [{ scope, filters: { view: 'esperando', narrowing: {} }, context }];
      const cancelled = Promise.withResolvers<never>();
      const { readAs } = createReader<GatewayTables>({
        isPostgres: engine === 'postgres',
        slots: 1,
        execute: () => cancelled.promise,
      });
      const first = viewCounts.fetch(world.db, readAs({ key: 'me' }), lists);
      await fetchIndexVersion(world.db, [scope]);
      const second = viewCounts.fetch(world.db, world.readAs({ key: 'me' }), lists);
      await fetchIndexVersion(world.db, [scope]);
      cancelled.reject(new DOMException('aborted', 'AbortError'));
      await expect(first).rejects.toThrow('aborted');
      expect(await second).toEqual([3]);
    });

    it('are read by one statement, and again after a change or ten seconds', async () => {
      const { world, count } = await openCounts();
      await using _ = world;
      const filters: Filters[] = [
        { view: 'esperando', narrowing: {} },
        { narrowing: { marca: 'ford' } },
        { narrowing: { buscar: 'beto' } },
        { view: 'mias', narrowing: {} },
      ];
      expect(await count(filters)).toEqual([[3, 3, 0, 0], 1]);
      expect(await count(filters)).toEqual([[3, 3, 0, 0], 0]);
      world.clock.now += 10_001;
      expect(await count(filters)).toEqual([[3, 3, 0, 0], 1]);
    });

    it.each<[string, (world: Awaited<ReturnType<typeof openRecordedIndex>>) => Promise<unknown>, number]>([
      ['a new inquiry', (world) => world.put(4), 4],
      ['a removed one', ({ db }) => db.deleteFrom('inquiry').where('sid', '=', sidAt(1)).execute(), 2],
      ['a changed one', (world) => world.put(1, { name: 'Beto' }), 3],
      ...(
        [
          { is_waiting: 0, status: 'answered' },
          { gone_at: 1, is_waiting: 0 },
          { snoozed_until: Number.MAX_SAFE_INTEGER },
        ] as const
      ).map(
        (change) =>
          [
            JSON.stringify(change),
            ({ db }: Awaited<ReturnType<typeof openRecordedIndex>>) =>
              db.updateTable('inquiry').set(change).where('sid', '=', sidAt(1)).execute(),
            2,
          ] satisfies [
            string,
            (world: Awaited<ReturnType<typeof openRecordedIndex>>) => Promise<unknown>,
            number,
          ],
      ),
      ['a due time', ({ db }) => db.updateTable('inquiry').set({ due_at: null }).execute(), 3],
      ['an operator', ({ db }) => db.updateTable('inquiry').set({ operator_key: 'x' }).execute(), 3],
    ])('are read again after %s', async (_name, change, expected) => {
      const { world, count } = await openCounts();
      await using _ = world;
      await count();
      await count(undefined, null);
      await change(world);
      expect(await count()).toEqual([[expected], 1]);
      expect(await count(undefined, null)).toEqual([[expected], 1]);
    });

    it('are kept over what no list shows, and over changes of other agencies', async () => {
      const { world, count } = await openCounts();
      await using _ = world;
      expect(await count()).toEqual([[3], 1]);
      await world.db.updateTable('inquiry').set({ last_seen_at: 5, missing_since: 4 }).execute();
      await world.put(1);
      await world.put(9, { agency: AGENCIES[1] });
      expect(await count()).toEqual([[3], 0]);
      expect(await count(undefined, null)).toEqual([[4], 1]);
    });

    it('are not kept where they depend on what the person has read', async () => {
      const { world, count } = await openCounts();
      await using _ = world;
      const unread: Filters[] = [{ narrowing: { seguimiento: 'sin-leer' } }];
      expect(await count(unread)).toEqual([[3], 1]);
      await world.db
        .insertInto('person')
        .values({
          id: 'me',
          mail: 'me@x.example',
          name: 'Me',
          role: 'seller',
          password_hash: '',
          last_agency: null,
          created_at: 0,
          disabled_at: null,
        })
        .execute();
      await world.db
        .insertInto('seen')
        .values({ person_id: 'me', agency_key: AGENCY, sid: sidAt(1), momento: 0, at: 0 })
        .execute();
      expect(await count(unread)).toEqual([[2], 1]);
    });
  });
});
