import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type Engine, openDatabase } from '#database/database.ts';
import { createPeople } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { CONSOLE, FOREIGN, OWN, cookieOf, openWorld, signIn } from './gateway-world.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Something that people save for themselves, and may share: a view or a template. */
interface Saved {
  id: string;
  version: number;
  shared: boolean;
}

interface SavedRoom<Item extends Saved> {
  path: string;
  /** What one is made of, without its id. */
  body: { name: string; shared: boolean };
  readOne: (reply: unknown) => Item;
  readAll: (reply: unknown) => Item[];
}

const PASSWORD = 'una clave bien larga';

/** The demo's people, of whom Valeria sells for an agency; Zoe sells for the same, Bruno for another. */
export async function openSaved<Item extends Saved>(
  engine: Engine,
  { path: room, body, readOne, readAll }: SavedRoom<Item>,
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
    1,
  );
  await database.close();
  const as = (cookie: string) => {
    const ask = (method: Method, path = '', payload?: object) =>
      world.call(`${room}${path}`, {
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
  const entered = async (mail: string) =>
    as(cookieOf(await signIn(world.call, { mail, password: PASSWORD })));
  return {
    world,
    body,
    valeria: as(await world.signIn('seller')),
    partner: as(await world.signIn('partner')),
    support: as(await world.signIn('support')),
    zoe: await entered('zoe@ruta9.example'),
    bruno: await entered('bruno@otra.example'),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

/** Sixty of one's own, and sixty shared with a seller by colleagues and as many by partners. */
export async function expectBounds<Item extends Saved>(
  desk: Awaited<ReturnType<typeof openSaved<Item>>>,
): Promise<void> {
  const { valeria, zoe, bruno, partner } = desk;
  const fill = async (people: readonly (typeof desk.zoe)[], shared: boolean) => {
    let last;
    for (let count = 0; count < 60; count += 1) last = await people[count % people.length]?.add({ shared });
    return last;
  };
  const refused = async (one: typeof desk.zoe, shared: boolean) => {
    const answer = await one.ask('POST', '', { id: randomUUID(), ...desk.body, shared });
    return [answer.statusCode, answer.json().Type];
  };
  const full = [409, '/problems/too-many-saved'];
  const own = await fill([valeria], false);
  expect(await refused(valeria, false)).toEqual(full);
  const shared = await fill([valeria, zoe], true);
  for (const one of [valeria, zoe]) expect(await refused(one, true)).toEqual(full);
  const { id, version } = own ?? (await zoe.add());
  const sharing = await valeria.ask('PUT', `/${id}`, { ...desk.body, version, shared: true });
  expect([sharing.statusCode, sharing.json().Type]).toEqual(full);
  expect((await valeria.ask('PUT', `/${id}`, { ...desk.body, version, name: 'Otra' })).statusCode).toBe(200);
  await bruno.add({ shared: true });
  expect((await zoe.ask('DELETE', `/${shared?.id}`)).statusCode).toBe(204);
  expect((await zoe.add({ shared: true })).shared).toBe(true);
  expect(await refused(zoe, true)).toEqual(full);
  await fill([partner], true);
  expect(await refused(partner, true)).toEqual(full);
}
