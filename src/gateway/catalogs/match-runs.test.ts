import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  type AddMatchRun,
  MAX_RUNS_OF_PERSON,
  MAX_RUN_ROWS,
  MatchRun,
  MatchRuns,
  RunAnswers,
} from '#contract/desk/match-runs.ts';
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

const COLUMN = {
  catalog: 'make',
  name: 'stock.csv',
  column: { name: 'Marca', cells: ['vw', '', 'Rodado', 'VW'] },
  province: null,
} as const;

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

const byHand = (row: number, entryId: string | null) => ({ row, answer: { entryId, source: 'hand' } });

onEachEngine((engine) => {
  it('a run is found by its address by everybody who may compare, and listed for its person', async () => {
    await using desk = await open(engine);
    const { seller, partner, world } = desk;
    const province = { name: 'Provincia', cells: ['Salta', '', 'x', ''] };
    const id = await seller.add({ province });
    const run = await partner.view(id);
    const by = { id: expect.any(String) as string, name: expect.any(String) as string };
    expect(run).toEqual({ ...COLUMN, id, province, by, at: world.clock.now, answers: [] });
    expect(await seller.view(id)).toEqual(run);
    const { column, province: _, answers: __, ...listed } = run;
    expect(await seller.list()).toEqual([{ ...listed, column: column.name, rowCount: 4 }]);
    expect(await partner.list()).toEqual([]);
  });

  it('answers of several people are kept with who gave them and when, replaced and taken back', async () => {
    await using desk = await open(engine);
    const { seller, partner, support, world } = desk;
    const id = await seller.add();
    const first = world.clock.now;
    const accepted = { row: 0, answer: { entryId: '77', source: 'threshold' } };
    const reply = await seller.answer(id, [accepted, byHand(2, '12'), byHand(2, null)]);
    const { by } = await seller.view(id);
    expect(RunAnswers.parse(reply.json()).answers).toEqual([
      { row: 0, entry: VW, source: 'threshold', by, at: first },
      { row: 2, entry: null, source: 'hand', by, at: first },
    ]);
    world.clock.now += 1000;
    await partner.answer(id, [byHand(2, '77')]);
    const { answers } = await support.view(id);
    expect(answers[1]).toMatchObject({ row: 2, entry: VW, at: first + 1000 });
    expect(answers[1]?.by.id).not.toBe(by.id);
    const left = await support.answer(id, [
      { row: 0, answer: null },
      { row: 1, answer: null },
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

  it('the newest runs of a person stay, with their answers', async () => {
    await using desk = await open(engine);
    const { seller, partner, world } = desk;
    const other = await partner.add();
    const ids: string[] = [];
    for (let at = 0; at <= MAX_RUNS_OF_PERSON; at += 1) {
      world.clock.now += 1000;
      const id = await seller.add();
      await seller.answer(id, [byHand(0, null)]);
      ids.unshift(id);
    }
    const kept = ids.slice(0, MAX_RUNS_OF_PERSON);
    expect((await seller.list()).map((run) => run.id)).toEqual(kept);
    expect((await seller.ask('GET', `/${ids.at(-1)}`)).statusCode).toBe(404);
    expect((await partner.view(other)).id).toBe(other);
    const database = await openDatabase<GatewayTables>(world.config.database);
    const answered = await database.db.selectFrom('match_run_answer').select('run_id').execute();
    await database.close();
    expect(answered.map(({ run_id }) => run_id).toSorted()).toEqual(kept.toSorted());
  });

  it('a run of as many rows as a file has is kept and answered at once', async () => {
    await using desk = await open(engine);
    const cells = Array.from({ length: MAX_RUN_ROWS }, (_, row) => `Marca ${row}`);
    const id = await desk.seller.add({ column: { name: 'Marca', cells } });
    const reply = await desk.seller.answer(
      id,
      cells.map((_, row) => byHand(row, '77')),
    );
    expect(RunAnswers.parse(reply.json()).answers).toHaveLength(MAX_RUN_ROWS);
    expect((await desk.partner.view(id)).column.cells).toEqual(cells);
    const more = { name: 'Marca', cells: [...cells, 'x'] };
    const refused = await desk.seller.ask('POST', '', { id: randomUUID(), ...COLUMN, column: more });
    expect(refused.json().Errors).toEqual({ 'column.cells': ['invalid'] });
  });

  it('400 and 404: what is no column, no answer, and no run', async () => {
    await using desk = await open(engine);
    const { seller } = desk;
    const cells = (...texts: string[]) => ({ name: 'x', cells: texts });
    for (const [wrong, field] of [
      [{ id: '1' }, 'id'],
      [{ catalog: 'models' }, 'catalog'],
      [{ name: 'x'.repeat(201) }, 'name'],
      [{ column: cells() }, 'column.cells'],
      [{ column: cells('x'.repeat(201)) }, 'column.cells.0'],
      [{ column: cells('a\0') }, 'column.cells.0'],
      [{ province: cells('x', 'x', 'x') }, '_'],
    ] as const) {
      const reply = await seller.ask('POST', '', { id: randomUUID(), ...COLUMN, ...wrong });
      expect([wrong, reply.statusCode, reply.json().Errors]).toEqual([wrong, 400, { [field]: ['invalid'] }]);
    }
    expect(await seller.list()).toEqual([]);
    const id = await seller.add();
    for (const [answers, field] of [
      [[], 'answers'],
      [[byHand(-1, null)], 'answers.0.row'],
      [[byHand(3, null), byHand(4, null)], 'answers.1.row'],
      [[byHand(0, '99')], 'answers.0.answer.entryId'],
      [[{ row: 0, answer: { entryId: null, source: 'dictionary' } }], 'answers.0.answer.source'],
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
