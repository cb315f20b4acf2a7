import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { Template, Templates } from '#contract/desk/templates.ts';
import { type Engine, openDatabase } from '#database/database.ts';
import { onEachEngine } from '#testing/engines.ts';
import { createPeople } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { CONSOLE, FOREIGN, OWN, cookieOf, openWorld, signIn } from '#testing/gateway-world.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const PASSWORD = 'una clave bien larga';
const TEXT = { name: 'Saludo', subject: '', text: 'Hola {{nombre}}', shared: false };

/** The demo's people, of whom Valeria sells for an agency; Zoe sells for the same, Bruno for another. */
async function open(engine: Engine) {
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
      world.call(`/desk/templates${path}`, {
        method,
        headers: { ...CONSOLE, cookie },
        ...(payload && { payload }),
      });
    return {
      ask,
      add: async (more: object = {}) => {
        const answer = await ask('POST', '', { id: randomUUID(), ...TEXT, ...more });
        expect(answer.statusCode).toBe(201);
        return Template.parse(answer.json());
      },
      list: async () => Templates.parse((await ask('GET')).json()).templates,
    };
  };
  const entered = async (mail: string) =>
    as(cookieOf(await signIn(world.call, { mail, password: PASSWORD })));
  return {
    world,
    valeria: as(await world.signIn('seller')),
    partner: as(await world.signIn('partner')),
    support: as(await world.signIn('support')),
    zoe: await entered('zoe@ruta9.example'),
    bruno: await entered('bruno@otra.example'),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

const names = (templates: readonly Template[]) => templates.map(({ name }) => name);

onEachEngine((engine) => {
  it('409: sixty of one’s own, and sixty shared with a seller by colleagues and as many by partners', async () => {
    await using desk = await open(engine);
    const { valeria, zoe, bruno, partner } = desk;
    const fill = async (people: readonly (typeof zoe)[], shared: boolean) => {
      let last;
      for (let count = 0; count < 60; count += 1) last = await people[count % people.length]?.add({ shared });
      return last;
    };
    const refused = async (one: typeof zoe, shared: boolean) => {
      const answer = await one.ask('POST', '', { id: randomUUID(), ...TEXT, shared });
      return [answer.statusCode, answer.json().Type];
    };
    const full = [409, '/problems/too-many-saved'];
    const own = await fill([valeria], false);
    expect(await refused(valeria, false)).toEqual(full);
    const shared = await fill([valeria, zoe], true);
    for (const one of [valeria, zoe]) expect(await refused(one, true)).toEqual(full);
    const { id, version } = own ?? (await zoe.add());
    const sharing = await valeria.ask('PUT', `/${id}`, { ...TEXT, version, shared: true });
    expect([sharing.statusCode, sharing.json().Type]).toEqual(full);
    expect((await valeria.ask('PUT', `/${id}`, { ...TEXT, version, name: 'Otra' })).statusCode).toBe(200);
    await bruno.add({ shared: true });
    expect((await zoe.ask('DELETE', `/${shared?.id}`)).statusCode).toBe(204);
    expect((await zoe.add({ shared: true })).shared).toBe(true);
    expect(await refused(zoe, true)).toEqual(full);
    await fill([partner], true);
    expect(await refused(partner, true)).toEqual(full);
  });

  it('201: one’s own, which nobody else sees or changes', async () => {
    await using desk = await open(engine);
    const { valeria, zoe, partner, support } = desk;
    const made = await valeria.add();
    expect(made).toEqual({
      ...TEXT,
      id: made.id,
      by: { id: expect.any(String) as string, name: 'Valeria Sosa' },
      mayEdit: true,
      version: 1,
    });
    expect(await valeria.list()).toEqual([made]);
    for (const other of [zoe, partner, support]) expect(await other.list()).toEqual([]);
    for (const other of [zoe, partner]) {
      expect((await other.ask('PUT', `/${made.id}`, { ...TEXT, version: 1 })).statusCode).toBe(404);
      expect((await other.ask('DELETE', `/${made.id}`)).statusCode).toBe(404);
    }
    expect(await valeria.list()).toEqual([made]);
  });

  it('shared ones are for colleagues of an agency, those of a partner admin for all, by name', async () => {
    await using desk = await open(engine);
    const { valeria, zoe, bruno, partner, support } = desk;
    await valeria.add({ name: 'ñandú', shared: true });
    await partner.add({ name: 'Zona', shared: true });
    await bruno.add({ name: 'Árbol', shared: true });
    expect(names(await valeria.list())).toEqual(['ñandú', 'Zona']);
    expect(names(await zoe.list())).toEqual(['ñandú', 'Zona']);
    expect(names(await bruno.list())).toEqual(['Árbol', 'Zona']);
    for (const { list } of [partner, support])
      expect(names(await list())).toEqual(['Árbol', 'ñandú', 'Zona']);
    const mayEdit = async ({ list }: typeof zoe) => (await list()).map((template) => template.mayEdit);
    expect(await mayEdit(zoe)).toEqual([false, false]);
    expect(await mayEdit(valeria)).toEqual([true, false]);
    expect(await mayEdit(partner)).toEqual([true, true, true]);
    expect(await mayEdit(support)).toEqual([false, false, false]);
  });

  it('the same one again is one', async () => {
    await using desk = await open(engine);
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 4 }, () => desk.valeria.add({ id })));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await desk.valeria.list()).toHaveLength(1);
    const taken = await desk.zoe.ask('POST', '', { id, ...TEXT });
    expect([taken.statusCode, taken.json().Type]).toEqual([409, '/problems/changed-meanwhile']);
    expect(taken.body).not.toContain(TEXT.text);
  });

  it('200: is edited by its author, and where it is shared by a partner admin', async () => {
    await using desk = await open(engine);
    const { valeria, zoe, partner } = desk;
    const { id } = await valeria.add({ shared: true });
    const edited = { ...TEXT, shared: true, text: 'Buenas, {{nombre}}', version: 1 };
    expect((await zoe.ask('PUT', `/${id}`, edited)).statusCode).toBe(404);
    const answer = await partner.ask('PUT', `/${id}`, edited);
    expect(answer.json()).toMatchObject({ text: edited.text, version: 2, by: { name: 'Valeria Sosa' } });
    // The same again.
    expect((await partner.ask('PUT', `/${id}`, edited)).json()).toEqual(answer.json());
    const own = await valeria.ask('PUT', `/${id}`, { ...edited, shared: false, version: 2 });
    expect(own.json()).toMatchObject({ shared: false, version: 3 });
    expect((await partner.ask('PUT', `/${id}`, { ...edited, version: 3 })).statusCode).toBe(404);
  });

  it('409: of two who edit at once one is told', async () => {
    await using desk = await open(engine);
    const { valeria, partner } = desk;
    const { id } = await valeria.add({ shared: true });
    const answers = await Promise.all(
      [valeria, partner].map(({ ask }, at) =>
        ask('PUT', `/${id}`, { ...TEXT, shared: true, text: `Texto ${at}`, version: 1 }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const won = answers.find(({ statusCode }) => statusCode === 200)?.json();
    expect(await valeria.list()).toEqual([expect.objectContaining({ text: won.text, version: 2 })]);
  });

  it('204: is deleted, and made again as it was to take that back', async () => {
    await using desk = await open(engine);
    const { valeria } = desk;
    const { id } = await valeria.add();
    const deleted = await valeria.ask('DELETE', `/${id}`);
    expect([deleted.statusCode, deleted.body]).toEqual([204, '']);
    expect(await valeria.list()).toEqual([]);
    expect((await valeria.ask('DELETE', `/${id}`)).statusCode).toBe(404);
    expect((await valeria.ask('PUT', `/${id}`, { ...TEXT, version: 1 })).statusCode).toBe(404);
    expect(await valeria.add({ id })).toMatchObject({ ...TEXT, version: 1 });
  });

  it('400, 403 and 404: what is no template, who may not write one, and none', async () => {
    await using desk = await open(engine);
    const { valeria, support } = desk;
    for (const [wrong, field] of [
      [{ id: '1' }, 'id'],
      [{ name: '  ' }, 'name'],
      [{ name: 'x'.repeat(61) }, 'name'],
      [{ subject: 'x'.repeat(151) }, 'subject'],
      [{ text: '' }, 'text'],
      [{ text: 'x'.repeat(4001) }, 'text'],
      [{ shared: 'no' }, 'shared'],
      [{ version: 1 }, '_'],
    ] as const) {
      const answer = await valeria.ask('POST', '', { id: randomUUID(), ...TEXT, ...wrong });
      expect([wrong, answer.statusCode, answer.json().Errors]).toEqual([
        wrong,
        400,
        { [field]: ['invalid'] },
      ]);
    }
    const { id } = await valeria.add({ shared: true });
    expect((await valeria.ask('PUT', `/${id}`, TEXT)).json().Errors).toEqual({ version: ['invalid'] });
    for (const [method, path, body] of [
      ['POST', '', { id: randomUUID(), ...TEXT }],
      ['PUT', `/${id}`, { ...TEXT, version: 1 }],
      ['DELETE', `/${id}`, undefined],
    ] as const)
      expect((await support.ask(method, path, body)).json().Type).toBe('/problems/forbidden');
    for (const path of ['/1', `/${randomUUID()}`])
      expect((await valeria.ask('DELETE', path)).statusCode).toBe(404);
    expect(await valeria.list()).toHaveLength(1);
  });
});
