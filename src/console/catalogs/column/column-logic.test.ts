import { describe, expect, it } from 'vitest';
import type { Certainty, MatchedEntry, MatchedValue } from '#contract/desk/matching.ts';
import {
  type Decision,
  findAnswer,
  groupValues,
  listUnsavedAnswers,
} from '#console/catalogs/runs/value-answers.ts';
import { buildRecords, getFacet } from './column-records.ts';
import { suggestColumns } from './suggest-columns.ts';

const entry = (id: string, name: string, region: string | null = null): MatchedEntry => ({
  id,
  name,
  link: `/v3/marcas/${id}`,
  region,
});
const VW = entry('77', 'Volkswagen');
const FORD = entry('24', 'Ford');

const result = (certainty: Certainty, ...candidates: [MatchedEntry, number][]): MatchedValue => ({
  certainty,
  candidates: candidates.map(([candidate, score]) => ({ entry: candidate, score, reason: 'same' })),
  region: null,
  answer: null,
});
const saved = (answer: MatchedEntry | null): MatchedValue => ({
  ...result('none'),
  answer: { id: '1', value: 'x', province: '', entry: answer, by: { id: '1', name: 'Paula' }, at: 0 },
});

describe('the values of a column', () => {
  it('are counted once for all spellings, without empty cells', () => {
    const { values, rowKeys } = groupValues('make', ['VW', 'v.w.', 'vw ', '', 'Ford', 'VW', '-', '?']);
    expect(values.map(({ value, rowCount }) => [value, rowCount])).toEqual([
      ['VW', 3],
      ['v.w.', 1],
      ['Ford', 1],
      ['-', 1],
      ['?', 1],
    ]);
    expect(rowKeys[3]).toBeUndefined();
    expect(rowKeys[0]).toBe(rowKeys[2]);
  });

  it('differ by the province where they are cities', () => {
    const cities = ['Rosario', 'ROSARIO', 'Rosario', 'Rosario'];
    const provinces = ['Santa Fe', 'Sta. Fe', 'Salta', ''];
    expect(
      groupValues('city', cities, provinces).values.map(({ province, rowCount }) => [province, rowCount]),
    ).toEqual([
      ['Santa Fe', 2],
      ['Salta', 1],
      ['', 1],
    ]);
    expect(groupValues('city', cities).values).toHaveLength(1);
  });

  it('are cut where they are longer than any name', () => {
    const [value] = groupValues('make', ['x'.repeat(500)]).values;
    expect(value?.value).toHaveLength(200);
  });
});

describe('an answer', () => {
  const byHand: Decision = { entry: FORD, by: 'hand' };
  it.each([
    [undefined, undefined, undefined],
    [result('none'), undefined, undefined],
    [result('doubtful', [VW, 0.8]), undefined, undefined],
    [result('sure', [VW, 0.97]), undefined, { entry: VW, source: 'sure' }],
    [saved(FORD), undefined, { entry: FORD, source: 'dictionary' }],
    [saved(null), undefined, { entry: null, source: 'dictionary' }],
    [result('sure', [VW, 0.97]), byHand, { entry: FORD, source: 'hand' }],
    [saved(VW), byHand, { entry: FORD, source: 'hand' }],
  ])('to %j, decided as %j, is %j', (matched, decision, answer) => {
    expect(findAnswer(matched, decision)).toEqual(answer);
  });

  it('is not "none" for a value that was not compared', () => {
    expect(getFacet(undefined)).toBe('missing');
    expect(getFacet(result('none'))).toBe('none');
    expect(getFacet(saved(null))).toBe('sure');
  });
});

const { values } = groupValues('make', ['a', 'b', 'c', 'd', 'e']);
const keyOf = (value: string) => values.find((one) => one.value === value)?.key ?? '';
const results = new Map([
  [keyOf('a'), result('sure', [VW, 0.97])],
  [keyOf('b'), result('doubtful', [VW, 0.8], [FORD, 0.7])],
  [keyOf('c'), result('doubtful', [VW, 0.97], [FORD, 0.97])],
  [keyOf('d'), result('none')],
]);

it('answers by hand are new to the dictionary until it has them', () => {
  const decisions = new Map<string, Decision>([
    [keyOf('b'), { entry: VW, by: 'threshold' }],
    [keyOf('c'), { entry: FORD, by: 'hand' }],
    [keyOf('d'), { entry: null, by: 'hand' }],
  ]);
  const list = (known: typeof results) =>
    listUnsavedAnswers(values, known, decisions).map(({ value, entry: answer }) => [value.value, answer]);
  expect(list(results)).toEqual([
    ['c', FORD],
    ['d', null],
  ]);
  expect(list(new Map([...results, [keyOf('c'), saved(FORD)], [keyOf('d'), saved(VW)]]))).toEqual([
    ['d', null],
  ]);
});

describe('the file', () => {
  const states = {
    sure: 'sure',
    dictionary: 'dictionary',
    threshold: 'threshold',
    hand: 'hand',
    undecided: 'undecided',
    none: 'none',
    missing: 'unknown',
    empty: 'empty',
  };
  const heads = { id: 'id', name: 'name', region: 'region', link: 'link', score: 'score', state: 'state' };

  it('keeps its columns and gains the result of each row', () => {
    const cells = ['a', 'A', 'b', 'c', 'd', 'e', ''];
    const rows = cells.map((cell) => [cell, 'x']);
    const records = buildRecords(
      { columns: ['Marca', 'Nota'], rows },
      {
        catalog: 'make',
        grouped: groupValues('make', cells),
        results,
        decisions: new Map([[keyOf('c'), { entry: FORD, by: 'hand' }]]),
      },
      { heads, states },
    );
    expect(records).toEqual([
      ['Marca', 'Nota', 'id', 'name', 'link', 'score', 'state'],
      ['a', 'x', '77', 'Volkswagen', '/v3/marcas/77', '97', 'sure'],
      ['A', 'x', '77', 'Volkswagen', '/v3/marcas/77', '97', 'sure'],
      ['b', 'x', '', '', '', '', 'undecided'],
      ['c', 'x', '24', 'Ford', '/v3/marcas/24', '97', 'hand'],
      ['d', 'x', '', '', '', '', 'none'],
      ['e', 'x', '', '', '', '', 'unknown'],
      ['', 'x', '', '', '', '', 'empty'],
    ]);
  });

  it('has the region of cities', () => {
    const rows = [['Rosario']];
    const grouped = groupValues('city', ['Rosario']);
    const matched = new Map([
      [grouped.values[0]?.key ?? '', result('sure', [entry('1', 'Rosario', 'Santa Fe'), 1])],
    ]);
    const records = buildRecords(
      { columns: ['Ciudad'], rows },
      { catalog: 'city', grouped, results: matched, decisions: new Map() },
      { heads, states },
    );
    expect(records[1]).toEqual(['Rosario', '1', 'Rosario', 'Santa Fe', '/v3/marcas/1', '100', 'sure']);
  });
});

describe('the suggested column', () => {
  const table = (columns: string[], ...rows: string[][]) => ({ columns, rows });
  it('is named after a catalog', () => {
    const suggested = suggestColumns(
      table(['Nota', 'Localidad', 'Provincia'], ['x', 'Rosario', 'Santa Fe']),
      () => 0,
    );
    expect(suggested).toEqual({ column: 1, catalog: 'city', province: 2 });
  });

  it('is one whose values a catalog has', () => {
    const suggested = suggestColumns(table(['Columna 1', 'Columna 2'], ['x', 'rojo']), (column, catalog) =>
      column === 1 && catalog === 'color' ? 0.9 : 0.1,
    );
    expect(suggested).toEqual({ column: 1, catalog: 'color', province: undefined });
  });

  it('is the first of two that fit alike, and provinces are found by the cells', () => {
    const rows = [
      ['Ford', 'Rosario', 'sta fe'],
      ['VW', 'Salta', 'Salta'],
    ];
    const scores = (column: number, catalog: string) =>
      (column === 0 && catalog === 'make') || (column === 1 && catalog === 'city') ? 0.9 + column / 20 : 0;
    expect(suggestColumns(table(['A', 'B', 'C'], ...rows), scores)).toEqual({
      column: 0,
      catalog: 'make',
      province: 2,
    });
  });

  it('is the first one where no column fits', () => {
    expect(suggestColumns(table(['A'], ['x']), () => 0)).toEqual({
      column: 0,
      catalog: 'make',
      province: undefined,
    });
  });
});
