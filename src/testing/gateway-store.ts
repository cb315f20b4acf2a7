import type { Engine } from '#database/database.ts';
import { createPeople, findPersonById } from '#gateway/people/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { stampAt } from './clocks.ts';
import { cloneDatabase } from './engines.ts';

export const NOON = Date.parse('2026-11-20T12:00:00-03:00');

/** A gateway's database with two partners, without a gateway. */
export async function openGatewayStore(engine: Engine) {
  const clone = await cloneDatabase(engine, 'gateway');
  const database = await openGatewayDatabase(clone.target);
  const { db } = database;
  const people = ['ana', 'bea'].map((name) => ({
    role: 'partner' as const,
    agencies: [],
    password: 'una clave bien larga',
    name,
    mail: `${name}@x.example`,
  }));
  await createPeople(db, people, stampAt(NOON));
  const ids = await db.selectFrom('person').select('id').orderBy('mail').execute();
  const [ana, bea] = await Promise.all(ids.map(({ id }) => findPersonById(db, id)));
  if (!ana || !bea) throw new Error('There are no people');
  return {
    database,
    db,
    ana,
    bea,
    async [Symbol.asyncDispose]() {
      await database.close();
      await clone[Symbol.asyncDispose]();
    },
  };
}
