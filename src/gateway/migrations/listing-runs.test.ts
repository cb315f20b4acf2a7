import { expect, it } from 'vitest';
import { openMigrated } from '#database/migrate.ts';
import type { Migrations } from '#database/run-migrations.ts';
import { eraseRunsNaming, fetchRun, fetchRuns } from '#gateway/catalogs/match-runs.ts';
import type { Person } from '#gateway/people/store.ts';
import { type GatewayTables, openGatewayDatabase } from '#gateway/store.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { migrations } from './migrations.ts';

const before: Migrations = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0008'));

const run = (id: string) => ({
  id,
  person_id: 'p1',
  at: 1,
  catalog: 'city',
  name: 'stock.csv',
  column_name: 'Ciudad',
  province_name: 'Provincia',
  row_count: 2,
  cells: JSON.stringify({ column: ['Rosario', 'Zulema'], province: ['Santa Fe', ''] }),
});
const ROSARIO = { id: '1', link: '/v3/ciudades/1', name: 'Rosario', region: 'Santa Fe' };
const answers = (id: string) =>
  [0, 1].map((row) => ({
    run_id: id,
    row_number: row,
    entry: row === 0 ? JSON.stringify(ROSARIO) : null,
    source: 'hand',
    person_id: 'p1',
    at: 2,
  }));

/** Tables as a gateway of the version before writes them. */
type TablesBefore = Omit<GatewayTables, 'match_run' | 'match_run_answer'> & {
  match_run: ReturnType<typeof run>;
  match_run_answer: ReturnType<typeof answers>[number];
};

onBothEngines((engine) => {
  it('runs of columns stay with their answers, and a gateway of the version before goes on writing them', async () => {
    await using clone = await cloneDatabase(engine, 'gateway');
    const target = { ...clone.target, file: `${clone.folder}/before.db`, schema: 'before' };
    const old = await openMigrated<TablesBefore>(target, before);
    await old.db
      .insertInto('person')
      .values({
        id: 'p1',
        mail: 'p@x.example',
        name: 'Paula',
        role: 'partner',
        password_hash: '',
        created_at: 0,
      } as never)
      .execute();
    await old.db.insertInto('match_run').values(run('r1')).execute();
    await old.db.insertInto('match_run_answer').values(answers('r1')).execute();
    // An answer whose run is gone.
    await old.db.insertInto('match_run_answer').values(answers('r0')).execute();
    const { db, ...database } = await openGatewayDatabase(target);
    await old.db.insertInto('match_run').values(run('r2')).execute();
    await old.db.insertInto('match_run_answer').values(answers('r2')).execute();
    await old.close();
    const by = { id: 'p1', name: 'Paula' };
    const given = { catalog: 'city', source: 'hand', by, at: 2 };
    for (const id of ['r1', 'r2'])
      expect(await fetchRun(db, id)).toEqual({
        id,
        by,
        at: 1,
        kind: 'column',
        name: 'stock.csv',
        columns: [
          { field: 'city', name: 'Ciudad', cells: ['Rosario', 'Zulema'] },
          { field: 'region', name: 'Provincia', cells: ['Santa Fe', ''] },
        ],
        answers: [
          { ...given, row: 0, entry: ROSARIO },
          { ...given, row: 1, entry: null },
        ],
      });
    expect(await fetchRuns(db, { id: 'p1' } as Person)).toMatchObject([
      { id: 'r1', column: 'Ciudad', catalogs: ['city'], rowCount: 2 },
      { id: 'r2' },
    ]);
    expect(await eraseRunsNaming(db, (text) => text === 'Zulema')).toBe(2);
    expect((await fetchRun(db, 'r2')).columns[0]?.cells).toEqual(['Rosario', '—']);
    await database.close();
  });
});
