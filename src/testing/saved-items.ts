import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type Engine, openDatabase } from '#database/database.ts';
import { createPeople } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { stampAt } from './clocks.ts';
import { CONSOLE, FOREIGN, OWN, cookieOf, openWorld, signIn } from './gateway-world.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** An item that people save and may share: a view or a template. */
interface SavedItem {
  id: string;
  version: number;
  shared: boolean;
}

interface SavedItemApi<Item extends SavedItem> {
  path: string;
  /** Content of an item, without its id. */
  body: { name: string; shared: boolean };
  readOne: (reply: unknown) => Item;
  readAll: (reply: unknown) => Item[];
}

const PASSWORD = 'una clave bien larga';

/** A world with clients of people: sellers Valeria and Zoe of one agency, Bruno of another, a partner and support. */
export async function openSavedItems<Item extends SavedItem>(
  engine: Engine,
  { path: apiPath, body, readOne, readAll }: SavedItemApi<Item>,
) {
  const world = await openWorld({ engine });
  const database = await openDatabase<GatewayTables>(world.config.database);
  const seller = { role: 'seller' as const, password: PASSWORD };
  await createPeople(
    database.db,
    [
      { ...seller, name: 'Zoe', mail: 'zoe@ruta9.example', agencies: [OWN] },
      { ...seller, name: 'Bruno', mail: 'bruno@otra.example', agencies: [FOREIGN] },
    ],
    stampAt(1),
  );
  await database.close();
  const createClient = (cookie: string) => {
    const ask = (method: Method, path = '', payload?: object) =>
      world.call(`${apiPath}${path}`, {
        method,
        headers: { ...CONSOLE, cookie },
        ...(payload && { payload }),
      });
    return {
      ask,
      add: async (more: object = {}) => {
        const answer = await ask('POST', '', { id: randomUUID(), ...body, ...more });
        expect(answer.statusCode).toBe(201);
        return readOne(answer.json());
      },
      list: async () => readAll((await ask('GET')).json()),
    };
  };
  const signInAs = async (mail: string) =>
    createClient(cookieOf(await signIn(world.call, { mail, password: PASSWORD })));
  return {
    world,
    body,
    valeria: createClient(await world.signIn('seller')),
    partner: createClient(await world.signIn('partner')),
    support: createClient(await world.signIn('support')),
    zoe: await signInAs('zoe@ruta9.example'),
    bruno: await signInAs('bruno@otra.example'),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

/** Expects limits of 60 own items, 60 shared by colleagues of an agency, and 60 shared by partners. */
export async function expectSavedItemLimits<Item extends SavedItem>(
  desk: Awaited<ReturnType<typeof openSavedItems<Item>>>,
): Promise<void> {
  const { valeria, zoe, bruno, partner } = desk;
  const fill = async (people: readonly (typeof desk.zoe)[], shared: boolean) => {
    let last;
    for (let count = 0; count < 60; count += 1) last = await people[count % people.length]?.add({ shared });
    return last;
  };
  const addAndReadError = async (client: typeof desk.zoe, shared: boolean) => {
    const answer = await client.ask('POST', '', { id: randomUUID(), ...desk.body, shared });
    return [answer.statusCode, answer.json().Type];
  };
  const limitError = [409, '/problems/too-many-saved'];
  const ownItem = await fill([valeria], false);
  expect(await addAndReadError(valeria, false)).toEqual(limitError);
  const shared = await fill([valeria, zoe], true);
  for (const client of [valeria, zoe]) expect(await addAndReadError(client, true)).toEqual(limitError);
  const { id, version } = ownItem ?? (await zoe.add());
  const sharing = await valeria.ask('PUT', `/${id}`, { ...desk.body, version, shared: true });
  expect([sharing.statusCode, sharing.json().Type]).toEqual(limitError);
  expect((await valeria.ask('PUT', `/${id}`, { ...desk.body, version, name: 'Otra' })).statusCode).toBe(200);
  await bruno.add({ shared: true });
  expect((await zoe.ask('DELETE', `/${shared?.id}`)).statusCode).toBe(204);
  expect((await zoe.add({ shared: true })).shared).toBe(true);
  expect(await addAndReadError(zoe, true)).toEqual(limitError);
  await fill([partner], true);
  expect(await addAndReadError(partner, true)).toEqual(limitError);
}
