import { expect, it } from 'vitest';
import { PEOPLE_PAGE, type People } from '#contract/desk/people.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { onBothEngines } from '#testing/engines.ts';
import { FOREIGN, OWN, openWorld } from '#testing/gateway-world.ts';
import type { Engine } from '#database/database.ts';
import { stampAt } from '#testing/clocks.ts';
import { updatePerson } from './management.ts';
import { createPeople } from './store.ts';

/** The people of the demo, and the given ones. */
async function open(engine: Engine, names: readonly string[]) {
  const world = await openWorld({ engine });
  const cookie = await world.signIn('partner');
  const { db, ...database } = await openGatewayDatabase(world.config.database);
  const people = names.map((name, number) => ({
    name,
    mail: `p${number}@x.example`,
    role: 'seller' as const,
    agencies: [FOREIGN],
    password: 'una clave bien larga',
  }));
  for (let start = 0; start < people.length; start += 50)
    await createPeople(db, people.slice(start, start + 50), stampAt(1));
  await syncAgencies(db, [{ adminMail: FOREIGN, name: 'Automóviles Ñandú' }], world.clock.now);
  const list = (query: string) => world.call(`/desk/people${query}`, { headers: { cookie } });
  return {
    db,
    list,
    rename: async (name: string, newName: string) => {
      const { id, role, version } = await db
        .selectFrom('person')
        .select(['id', 'role', 'version'])
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      const agencies = [{ adminMail: FOREIGN, ownInquiriesOnly: false }];
      await updatePerson(db, id, { name: newName, role, agencies, version }, 0);
    },
    names: async (query: string) => (await list(query)).json<People>().people.map(({ name }) => name),
    async [Symbol.asyncDispose]() {
      await database.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

onBothEngines((engine) => {
  it('people are listed by name, page by page, each once', async () => {
    const names = Array.from({ length: 2 * PEOPLE_PAGE }, (_, number) => `Álvaro ${1000 + number}`);
    await using it = await open(engine, [...names, 'aldo', 'Zoe']);
    const pages: People[] = [];
    for (let after: string | undefined = ''; after !== undefined;) {
      const page: People = (await it.list(after && `?after=${after}`)).json();
      pages.push(page);
      after = page.more ? page.people.at(-1)?.id : undefined;
    }
    expect(pages.map(({ people, total }) => [people.length, total])).toEqual([
      [PEOPLE_PAGE, names.length + 5],
      [PEOPLE_PAGE, names.length + 5],
      [5, names.length + 5],
    ]);
    expect(pages.flatMap(({ people }) => people.map(({ name }) => name))).toEqual([
      'aldo',
      ...names,
      'Paula Ferreyra',
      'Simón Aguirre',
      'Valeria Sosa',
      'Zoe',
    ]);
  });

  it('people are found by name, mail, agency, role and state', async () => {
    await using it = await open(engine, ['Ángel Núñez', 'Beto 100%']);
    await it.db.updateTable('person').set({ disabled_at: 1 }).where('name', '=', 'Beto 100%').execute();
    expect(await it.names('?q=NUNEZ')).toEqual(['Ángel Núñez']);
    expect(await it.names('?q=0%25')).toEqual(['Beto 100%']);
    expect(await it.names('?q=p0%40')).toEqual(['Ángel Núñez']);
    expect(await it.names('?q=nandu')).toEqual(['Ángel Núñez', 'Beto 100%']);
    expect(await it.names(`?q=${OWN}`)).toEqual(['Valeria Sosa']);
    expect(await it.names('?state=disabled')).toEqual(['Beto 100%']);
    expect(await it.names('?role=partner')).toEqual(['Paula Ferreyra']);
    expect(await it.names('?state=active&role=seller&q=nandu')).toEqual(['Ángel Núñez']);
    expect((await it.list('?state=lost')).statusCode).toBe(400);
  });

  it('a person who is renamed is found by the new name', async () => {
    await using it = await open(engine, ['Ángel Núñez']);
    await it.rename('Ángel Núñez', 'Íñigo Paz');
    expect(await it.names('?q=inigo')).toEqual(['Íñigo Paz']);
    expect(await it.names('?q=nunez')).toEqual([]);
  });
});
