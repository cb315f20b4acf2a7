import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { openDatabase, skipLocked } from './database.ts';

interface Tables {
  task: { id: number; due_at: number };
}

onBothEngines((engine) => {
  it('a claim takes as many rows as its limit, whatever way the planner joins them', async () => {
    await using clone = await cloneDatabase(engine, 'gateway');
    const database = await openDatabase<Tables>(clone.target);
    const { db } = database;
    await db.schema
      .createTable('task')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .execute();
    const rows = Array.from({ length: 40 }, (_, id) => ({ id, due_at: id }));
    await db.insertInto('task').values(rows.slice(0, 1)).execute();
    // PostgreSQL still expects one row, and then joins it with a subquery that runs again for each.
    if (engine === 'postgres') await sql`analyze task`.execute(db);
    await db.insertInto('task').values(rows.slice(1)).execute();
    const claimed = await db.transaction().execute(async (transaction) => {
      if (engine === 'postgres')
        for (const method of ['hashjoin', 'mergejoin', 'indexscan', 'bitmapscan'])
          await sql`set local ${sql.raw(`enable_${method}`)} = off`.execute(transaction);
      const due = transaction.selectFrom('task').select('id').where('due_at', '<=', 30);
      return transaction
        .updateTable('task')
        .set({ due_at: 1000 })
        .where('id', 'in', skipLocked(engine, due.orderBy('due_at').limit(3)))
        .returning('id')
        .execute();
    });
    expect(claimed.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([0, 1, 2]);
    await database.close();
  });
});
