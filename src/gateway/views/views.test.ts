import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { View, Views } from '#contract/desk/views.ts';
import type { Engine } from '#database/database.ts';
import { onEachEngine } from '#testing/engines.ts';
import { FOREIGN, OWN } from '#testing/gateway-world.ts';
import { expectSavedItemLimits, openSavedItems } from '#testing/saved-items.ts';

const VIEW = { name: 'Mis usados', search: `?agencia=${OWN}&desde=-7d&q=caf%C3%A9`, shared: false };

const open = (engine: Engine) =>
  openSavedItems(engine, {
    path: '/desk/views',
    body: VIEW,
    readOne: (reply) => View.parse(reply),
    readAll: (reply) => Views.parse(reply).views,
  });

const names = (views: readonly View[]) => views.map(({ name }) => name);

onEachEngine((engine) => {
  it('409: sixty of one’s own, and sixty shared with a seller by colleagues and as many by partners', async () => {
    await using desk = await open(engine);
    await expectSavedItemLimits(desk);
  });

  it('201: one’s own, which nobody else sees, changes or pins', async () => {
    await using desk = await open(engine);
    const { valeria, zoe, partner, support } = desk;
    const made = await valeria.add();
    expect(made).toEqual({
      ...VIEW,
      id: made.id,
      pinned: false,
      by: { id: expect.any(String) as string, name: 'Valeria Sosa' },
      mayEdit: true,
      version: 1,
    });
    expect(await valeria.list()).toEqual([made]);
    for (const other of [zoe, partner, support]) {
      expect(await other.list()).toEqual([]);
      expect((await other.ask('PUT', `/${made.id}`, { ...VIEW, version: 1 })).statusCode).toBe(404);
      expect((await other.ask('PUT', `/${made.id}/pin`, { pinned: true })).statusCode).toBe(404);
      expect((await other.ask('DELETE', `/${made.id}`)).statusCode).toBe(404);
    }
    const own = await support.add({ name: 'De soporte' });
    expect(await support.list()).toEqual([own]);
    expect(await valeria.list()).toEqual([made]);
  });

  it('shared ones are for colleagues of an agency, those of a partner admin for all, by name', async () => {
    await using desk = await open(engine);
    const { valeria, zoe, bruno, partner, support } = desk;
    await valeria.add({ name: 'ñandú', shared: true });
    await partner.add({ name: 'Zona', shared: true, search: '?desde=-7d' });
    await bruno.add({ name: 'Árbol', shared: true });
    expect(names(await valeria.list())).toEqual(['ñandú', 'Zona']);
    expect(names(await zoe.list())).toEqual(['ñandú', 'Zona']);
    expect(names(await bruno.list())).toEqual(['Árbol', 'Zona']);
    for (const { list } of [partner, support])
      expect(names(await list())).toEqual(['Árbol', 'ñandú', 'Zona']);
    const mayEdit = async ({ list }: typeof zoe) => (await list()).map((view) => view.mayEdit);
    expect([await mayEdit(zoe), await mayEdit(valeria)]).toEqual([
      [false, false],
      [true, false],
    ]);
    expect([await mayEdit(partner), await mayEdit(support)]).toEqual([
      [true, true, true],
      [false, false, false],
    ]);
  });

  it('shared ones that name an agency are for sellers of it, and of every one that they name', async () => {
    await using desk = await open(engine);
    const { valeria, bruno, partner, support } = desk;
    const add = (name: string, search: string) => partner.add({ name, search, shared: true });
    const own = await add('a', `?%61gencia=${OWN.toUpperCase().replace('@', '%40')}&q=x`);
    const foreign = await add('b', `?q=x&agencia=+${FOREIGN}`);
    await add('c', `?agencia=${OWN}&agencia=${FOREIGN}`);
    await add('d', '?q=agencia');
    expect(names(await valeria.list())).toEqual(['a', 'd']);
    expect(names(await bruno.list())).toEqual(['b', 'd']);
    for (const { list } of [partner, support]) expect(names(await list())).toEqual(['a', 'b', 'c', 'd']);
    const pin = async ({ id }: View) => (await valeria.ask('PUT', `/${id}/pin`, { pinned: true })).statusCode;
    expect([await pin(own), await pin(foreign)]).toEqual([200, 404]);
  });

  it('each pins for themselves, as often as they like', async () => {
    await using desk = await open(engine);
    const { valeria, zoe, bruno } = desk;
    const { id } = await valeria.add({ shared: true });
    const pinned = async ({ list }: typeof zoe) => (await list()).map((view) => view.pinned);
    for (const _ of [1, 2]) {
      const answer = await zoe.ask('PUT', `/${id}/pin`, { pinned: true });
      expect([answer.statusCode, answer.json().pinned, answer.json().version]).toEqual([200, true, 1]);
    }
    expect([await pinned(zoe), await pinned(valeria)]).toEqual([[true], [false]]);
    expect((await bruno.ask('PUT', `/${id}/pin`, { pinned: true })).statusCode).toBe(404);
    expect((await zoe.ask('PUT', `/${id}/pin`, { pinned: false })).json().pinned).toBe(false);
    expect(await pinned(zoe)).toEqual([false]);
    await valeria.ask('PUT', `/${id}/pin`, { pinned: true });
    expect((await valeria.ask('DELETE', `/${id}`)).statusCode).toBe(204);
    expect(await zoe.list()).toEqual([]);
  });

  it('the same one again is one, and its id is nobody else’s', async () => {
    await using desk = await open(engine);
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 4 }, () => desk.valeria.add({ id })));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await desk.valeria.list()).toHaveLength(1);
    const taken = await desk.zoe.ask('POST', '', { id, ...VIEW });
    expect([taken.statusCode, taken.json().Type]).toEqual([409, '/problems/changed-meanwhile']);
    expect(taken.body).not.toContain(VIEW.name);
  });

  it('200 and 409: of two who edit at once one is told; the same again is no change', async () => {
    await using desk = await open(engine);
    const { valeria, zoe, partner } = desk;
    const { id } = await valeria.add({ shared: true });
    const edited = (at: number) => ({ ...VIEW, shared: true, search: `?pagina=${at}`, version: 1 });
    expect((await zoe.ask('PUT', `/${id}`, edited(0))).statusCode).toBe(404);
    const answers = await Promise.all(
      [valeria, partner].map(({ ask }, at) => ask('PUT', `/${id}`, edited(at))),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const won = answers.findIndex(({ statusCode }) => statusCode === 200);
    expect((await valeria.ask('PUT', `/${id}`, edited(won))).json()).toEqual((await valeria.list())[0]);
    expect(await valeria.list()).toMatchObject([{ search: `?pagina=${won}`, version: 2 }]);
  });

  it('400, 403 and 404: what is no view, who shares none, and none', async () => {
    await using desk = await open(engine);
    const { valeria, support } = desk;
    for (const [wrong, field] of [
      [{ id: '1' }, 'id'],
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(61) }, 'name'],
      [{ name: '\uD83D' }, 'name'],
      [{ search: 'agencia=x' }, 'search'],
      [{ search: '?a b' }, 'search'],
      [{ search: '?a=é' }, 'search'],
      [{ search: '?a#b' }, 'search'],
      [{ search: '?a=%' }, 'search'],
      [{ search: '?a=%ff' }, 'search'],
      [{ search: '?a=\n' }, 'search'],
      [{ search: '//otra.example' }, 'search'],
      [{ search: `?${'x'.repeat(1000)}` }, 'search'],
      [{ shared: 1 }, 'shared'],
      [{ pinned: true }, '_'],
    ] as const) {
      const answer = await valeria.ask('POST', '', { id: randomUUID(), ...VIEW, ...wrong });
      expect([wrong, answer.statusCode, answer.json().Errors]).toEqual([
        wrong,
        400,
        { [field]: ['invalid'] },
      ]);
    }
    expect(await valeria.add({ search: '' })).toMatchObject({ search: '' });
    const refused = await support.ask('POST', '', { id: randomUUID(), ...VIEW, shared: true });
    expect(refused.json().Type).toBe('/problems/forbidden');
    const { id } = await support.add();
    expect((await support.ask('PUT', `/${id}`, { ...VIEW, shared: true, version: 1 })).statusCode).toBe(403);
    for (const path of ['/1', `/${randomUUID()}`])
      expect((await valeria.ask('DELETE', path)).statusCode).toBe(404);
    expect((await valeria.ask('PUT', `/${id}/pin`, {})).json().Errors).toEqual({ pinned: ['invalid'] });
  });
});
