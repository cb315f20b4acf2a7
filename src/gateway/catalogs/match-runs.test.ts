import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  type AddMatchRun,
  MAX_RUNS_OF_PERSON,
  MAX_RUN_ROWS,
  MatchRun,
  MatchRuns,
  RunAnswers,
  type RunColumn,
  RUN_FIELDS,
} from '#contract/desk/match-runs.ts';
import { MAX_VALUE_LENGTH } from '#contract/desk/matching.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { type Engine, openDatabase } from '#database/database.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, json, openWorld } from '#testing/gateway-world.ts';

const MAKES = [
  { Nombre: 'Chevrolet', Codenames: [], _links: { self: { href: '/v3/marcas/12' } } },
  { Nombre: 'Volkswagen', Codenames: ['vw'], _links: { self: { href: '/v3/marcas/77' } } },
];
const VW = { id: '77', link: '/v3/marcas/77', name: 'Volkswagen', region: null };

const MAKE: RunColumn = { field: 'make', name: 'Marca', cells: ['vw', '', 'Rodado', 'VW'] };
const MODEL: RunColumn = { field: 'model', name: 'Modelo', cells: ['Gol', 'Uno', '', ''] };
const COLOR: RunColumn = { field: 'color', name: 'Color', cells: ['12', '77', '', 'rojo'] };
const REGION: RunColumn = { field: 'region', name: 'Provincia', cells: ['Salta', '', 'x', ''] };
const COLUMN = { kind: 'column', name: 'stock.csv', columns: [MAKE] } as const;
const LISTINGS = { kind: 'listings', name: 'stock.csv', columns: [MAKE, MODEL, COLOR, REGION] } as const;

async function open(engine: Engine) {
  const world = await openWorld({ engine, answer: json({ _links: {}, _entries: MAKES }) });
  const createClient = async (role: Role) => {
    const cookie = await world.signIn(role);
    const ask = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) =>
      world.call(`/desk/match-runs${path}`, {
        method,
        headers: { ...CONSOLE, cookie },
        ...(payload && { payload }),
      });
    return {
      ask,
      add: async (more: Partial<AddMatchRun> = {}) => {
        const id = randomUUID();
        const reply = await ask('POST', '', { id, ...COLUMN, ...more });
        expect([reply.statusCode, reply.body]).toEqual([204, '']);
        return id;
      },
      list: async () => MatchRuns.parse((await ask('GET', '')).json()).runs,
      view: async (id: string) => MatchRun.parse((await ask('GET', `/${id}`)).json()),
      answer: (id: string, answers: object[]) => ask('PUT', `/${id}/answers`, { answers }),
    };
  };
  return {
    world,
    seller: await createClient('seller'),
    partner: await createClient('partner'),
    support: await createClient('support'),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

const byHand = (row: number, entryId: string | null, catalog = 'make') => ({
  row,
  catalog,
  answer: { entryId, source: 'hand' },
});

onEachEngine((engine) => {
  it.each([
    { ...COLUMN, columns: [MAKE], catalogs: ['make'] },
    { ...COLUMN, columns: [MAKE, REGION], catalogs: ['make'] },
    { ...LISTINGS, columns: [...LISTINGS.columns], catalogs: ['make', 'color'] },
  ] as const)(
    'a run of $kind $catalogs is found by its address by everybody who may compare, and listed for its person',
    async ({ catalogs, ...content }) => {
      await using desk = await open(engine);
      const { seller, partner, world } = desk;
      const id = await seller.add({ ...content, columns: [...content.columns] });
      const run = await partner.view(id);
      const by = { id: expect.any(String) as string, name: expect.any(String) as string };
      expect(run).toEqual({ ...content, id, by, at: world.clock.now, answers: [] });
      expect(await seller.view(id)).toEqual(run);
      const { columns: _, answers: __, ...listed } = run;
      expect(await seller.list()).toEqual([{ ...listed, column: 'Marca', catalogs, rowCount: 4 }]);
      expect(await partner.list()).toEqual([]);
    },
  );

  it('the column that is compared first is first, and the provinces are last', async () => {
    await using desk = await open(engine);
    const id = await desk.seller.add({ ...LISTINGS, columns: [REGION, MODEL, COLOR, MAKE] });
    expect((await desk.partner.view(id)).columns).toEqual([COLOR, MODEL, MAKE, REGION]);
    expect(await desk.seller.list()).toMatchObject([{ column: 'Color', catalogs: ['color', 'make'] }]);
  });

  it('answers of listings are for a value of one column', async () => {
    await using desk = await open(engine);
    const { seller, partner } = desk;
    const id = await seller.add({ ...LISTINGS, columns: [...LISTINGS.columns] });
    await seller.answer(id, [byHand(0, '77'), byHand(0, '12', 'color'), byHand(3, null, 'color')]);
    await partner.answer(id, [byHand(0, '77', 'color'), { row: 3, catalog: 'color', answer: null }]);
    const { answers } = await seller.view(id);
    expect(answers.map(({ row, catalog, entry }) => [row, catalog, entry?.id])).toEqual([
      [0, 'color', '77'],
      [0, 'make', '77'],
    ]);
    for (const catalog of ['city', 'bodystyle']) {
      const refused = await seller.answer(id, [byHand(0, null), byHand(0, '77', catalog)]);
      expect([refused.statusCode, refused.json().Errors]).toEqual([
        400,
        { 'answers.1.catalog': ['invalid'] },
      ]);
    }
    expect((await seller.view(id)).answers).toEqual(answers);
  });

  it('answers of several people are kept with who gave them and when, replaced and taken back', async () => {
    await using desk = await open(engine);
    const { seller, partner, support, world } = desk;
    const id = await seller.add();
    const first = world.clock.now;
    const accepted = { row: 0, catalog: 'make', answer: { entryId: '77', source: 'threshold' } };
    const reply = await seller.answer(id, [accepted, byHand(2, '12'), byHand(2, null)]);
    const { by } = await seller.view(id);
    expect(RunAnswers.parse(reply.json()).answers).toEqual([
      { row: 0, catalog: 'make', entry: VW, source: 'threshold', by, at: first },
      { row: 2, catalog: 'make', entry: null, source: 'hand', by, at: first },
    ]);
    world.clock.now += 1000;
    await partner.answer(id, [byHand(2, '77')]);
    const { answers } = await support.view(id);
    expect(answers[1]).toMatchObject({ row: 2, entry: VW, at: first + 1000 });
    expect(answers[1]?.by.id).not.toBe(by.id);
    const left = await support.answer(id, [
      { row: 0, catalog: 'make', answer: null },
      { row: 1, catalog: 'make', answer: null },
    ]);
    expect(RunAnswers.parse(left.json()).answers).toEqual([answers[1]]);
  });

  it('the same run again is one, and its id is nobody else’s', async () => {
    await using desk = await open(engine);
    const { seller, partner } = desk;
    const id = await seller.add();
    await seller.answer(id, [byHand(0, '77')]);
    expect((await seller.ask('POST', '', { id, ...COLUMN })).statusCode).toBe(204);
    expect((await seller.view(id)).answers).toHaveLength(1);
    const taken = await partner.ask('POST', '', { id, ...COLUMN, name: 'otro.csv' });
    expect([taken.statusCode, taken.json().Type]).toEqual([409, '/problems/changed-meanwhile']);
    expect((await seller.view(id)).name).toBe('stock.csv');
  });

  it('the newest runs of a person stay, of each kind, with their answers', async () => {
    await using desk = await open(engine);
    const { seller, partner, world } = desk;
    const other = await partner.add();
    const check = await seller.add({ ...LISTINGS, columns: [...LISTINGS.columns] });
    const taken = await seller.ask('POST', '', { id: check, ...COLUMN });
    expect([taken.statusCode, taken.json().Type]).toEqual([409, '/problems/changed-meanwhile']);
    const ids: string[] = [];
    for (let at = 0; at <= MAX_RUNS_OF_PERSON; at += 1) {
      world.clock.now += 1000;
      const id = await seller.add();
      await seller.answer(id, [byHand(0, null)]);
      ids.unshift(id);
    }
    const kept = ids.slice(0, MAX_RUNS_OF_PERSON);
    expect((await seller.list()).map((run) => run.id)).toEqual([...kept, check]);
    expect((await seller.ask('GET', `/${ids.at(-1)}`)).statusCode).toBe(404);
    expect((await partner.view(other)).id).toBe(other);
    const database = await openDatabase<GatewayTables>(world.config.database);
    const answered = await database.db.selectFrom('match_run_answer').select('run_id').execute();
    await database.close();
    expect(answered.map(({ run_id }) => run_id).toSorted()).toEqual(kept.toSorted());
  });

  it('a run of as many rows, fields and letters as there may be is kept, and a column is answered at once', async () => {
    await using desk = await open(engine);
    const cells = Array.from({ length: MAX_RUN_ROWS }, (_, row) => `${row} `.padEnd(MAX_VALUE_LENGTH, 'x'));
    const columns = RUN_FIELDS.map((field) => ({ field, name: field, cells }));
    const id = await desk.seller.add({ kind: 'listings', columns });
    const reply = await desk.seller.answer(
      id,
      cells.map((_, row) => byHand(row, '77')),
    );
    expect(RunAnswers.parse(reply.json()).answers).toHaveLength(MAX_RUN_ROWS);
    const run = await desk.partner.view(id);
    expect(run.columns.every((column) => column.cells.every((cell, row) => cell === cells[row]))).toBe(true);
    const more = [{ ...MAKE, cells: [...cells, 'x'] }];
    const refused = await desk.seller.ask('POST', '', { id: randomUUID(), ...COLUMN, columns: more });
    expect(refused.json().Errors).toEqual({ 'columns.0.cells': ['invalid'] });
  });

  it('400 and 404: what is no column, no answer, and no run', async () => {
    await using desk = await open(engine);
    const { seller } = desk;
    const cells = (...texts: string[]) => ({ columns: [{ ...MAKE, cells: texts }] });
    const columns = (...list: RunColumn[]) => ({ columns: list });
    for (const [wrong, field] of [
      [{ id: '1' }, 'id'],
      [{ kind: 'models' }, 'kind'],
      [{ name: 'x'.repeat(201) }, 'name'],
      [{ columns: [{ ...MAKE, field: 'models' }] }, 'columns.0.field'],
      [{ columns: [{ ...MAKE, name: 'x'.repeat(201) }] }, 'columns.0.name'],
      [cells(), 'columns.0.cells'],
      [cells('x'.repeat(201)), 'columns.0.cells.0'],
      [cells('a\0'), 'columns.0.cells.0'],
      [columns(), 'columns,_'],
      [columns(...Array.from({ length: RUN_FIELDS.length + 1 }, () => MAKE)), 'columns'],
      [columns(MAKE, { ...REGION, cells: ['x'] }), '_'],
      [columns(REGION), '_'],
      [columns(MAKE, COLOR), '_'],
      [columns(MAKE, MODEL), '_'],
      [{ kind: 'listings', columns: [MODEL, REGION] }, '_'],
      [{ kind: 'listings', columns: [MAKE, COLOR, MAKE] }, '_'],
    ] as const) {
      const reply = await seller.ask('POST', '', { id: randomUUID(), ...COLUMN, ...wrong });
      expect([wrong, reply.statusCode, Object.keys(reply.json().Errors).join()]).toEqual([wrong, 400, field]);
    }
    expect(await seller.list()).toEqual([]);
    const id = await seller.add();
    for (const [answers, field] of [
      [[], 'answers'],
      [[byHand(-1, null)], 'answers.0.row'],
      [[byHand(3, null), byHand(4, null)], 'answers.1.row'],
      [[byHand(0, '99')], 'answers.0.answer.entryId'],
      [[byHand(0, null, 'model')], 'answers.0.catalog'],
      [[byHand(0, '77', 'color')], 'answers.0.catalog'],
      [
        [{ row: 0, catalog: 'make', answer: { entryId: null, source: 'dictionary' } }],
        'answers.0.answer.source',
      ],
    ] as const) {
      const reply = await seller.answer(id, [...answers]);
      expect([reply.statusCode, reply.json().Errors]).toEqual([400, { [field]: ['invalid'] }]);
    }
    expect((await seller.view(id)).answers).toEqual([]);
    for (const path of ['/1', `/${randomUUID()}`])
      expect((await seller.ask('GET', path)).statusCode).toBe(404);
    expect((await seller.answer(randomUUID(), [byHand(0, null)])).statusCode).toBe(404);
  });
});
