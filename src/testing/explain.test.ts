import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { recordStatements } from './explain.ts';

it('statements of a database are recorded, also in transactions, and none of another one', async () => {
  const target = { file: ':memory:', url: undefined, schema: 'test' };
  const [one, other] = [await openDatabase(target), await openDatabase(target)];
  const statements = await recordStatements(one.db, async () => {
    await sql`select 1`.execute(one.db);
    await sql`select 2`.execute(other.db);
    await one.db.transaction().execute((transaction) => sql`select 3`.execute(transaction));
  });
  expect(statements.map((statement) => statement.sql)).toEqual(['select 1', 'select 3']);
  await one.close();
  await other.close();
});
