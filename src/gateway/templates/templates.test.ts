import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { Template, Templates } from '#contract/desk/templates.ts';
import type { Engine } from '#database/database.ts';
import { onEachEngine } from '#testing/engines.ts';
import { expectSavedItemLimits, openSavedItems } from '#testing/saved-items.ts';

const TEXT = { name: 'Saludo', subject: '', text: 'Hola {{nombre}}', shared: false };

const open = (engine: Engine) =>
  openSavedItems(engine, {
    path: '/desk/templates',
    body: TEXT,
    readOne: (reply) => Template.parse(reply),
    readAll: (reply) => Templates.parse(reply).templates,
  });

const names = (templates: readonly Template[]) => templates.map(({ name }) => name);

onEachEngine((engine) => {
  it('409: sixty of one’s own, and sixty shared with a seller by colleagues and as many by partners', async () => {
    await using desk = await open(engine);
    await expectSavedItemLimits(desk);
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
    // Repeats the request.
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
