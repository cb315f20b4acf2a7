import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MatchKind, MatchedEntry, MatchedValue, SavedAnswer } from '#contract/desk/matching.ts';
import {
  type AnswerRow,
  checkAnswers,
  listEntriesToFind,
  listNewAnswers,
  readAnswerRows,
  suggestAnswerColumns,
} from './dictionary-import.ts';

const VW: MatchedEntry = { id: '77', link: '/v3/marcas/77', name: 'Volkswagen', region: null };
const FORD: MatchedEntry = { id: '24', link: '/v3/marcas/24', name: 'Ford', region: null };

const row = (number: number, cells: Partial<AnswerRow> = {}): AnswerRow => ({
  key: String(number),
  number,
  value: 'vagen',
  province: '',
  id: '77',
  name: 'Volkswagen',
  ...cells,
});

const found = (entry: MatchedEntry, more: Partial<MatchedValue> = {}): MatchedValue => ({
  certainty: 'doubtful',
  candidates: [{ entry, score: 1, reason: 'code' }],
  region: null,
  answer: null,
  ...more,
});

const saved = (value: string, entry: MatchedEntry | null): SavedAnswer => ({
  id: '1',
  value,
  province: '',
  entry,
  by: { id: '1', name: 'Ana' },
  at: 0,
});

function check(
  rows: AnswerRow[],
  results: Record<number, MatchedValue>,
  known: SavedAnswer[] = [],
  catalog: MatchKind = 'make',
) {
  const checked = checkAnswers(catalog, rows, new Map(Object.entries(results)), known);
  return checked.map(({ state, fault }) => fault ?? state);
}

it('reads the columns of an exported dictionary, in Spanish and English', () => {
  for (const columns of [
    ['Valor', 'Provincia', 'Id', 'Nombre', 'Enlace', 'Quién la guardó', 'Guardada'],
    ['Value', 'Province', 'Id', 'Name', 'Link', 'Saved by', 'Saved'],
  ])
    expect(suggestAnswerColumns({ columns, rows: [] })).toEqual({ value: 0, province: 1, id: 2, name: 3 });
  const table = { columns: ['Valor', 'Id'], rows: [[' vagen ', '77'], ['x']] };
  expect(readAnswerRows(table, { value: 0, id: 1 })).toEqual([
    row(1, { name: '' }),
    row(2, { value: 'x', id: '', name: '' }),
  ]);
});

it('looks entries up by id, or by name and province, and not where none is named or the row is wrong', () => {
  const rows = [
    row(1, { province: 'x' }),
    row(2, { id: '', province: 'x' }),
    row(3, { id: '', name: '' }),
    row(4, { value: '' }),
    row(5, { value: 'x'.repeat(201) }),
    row(6, { value: 'x'.repeat(200) }),
  ];
  expect(listEntriesToFind(rows).map(({ key, value, province }) => [key, value, province])).toEqual([
    ['1', '77', ''],
    ['2', 'Volkswagen', 'x'],
    ['6', '77', ''],
  ]);
});

it.each<[string, Partial<AnswerRow>, MatchedValue | undefined]>([
  ['new', {}, found(VW)],
  ['new', { name: '' }, found(VW)],
  ['new', { name: 'VOLKSWAGEN' }, found(VW)],
  ['new', { id: '', name: '' }, undefined],
  ['unchecked', {}, undefined],
  ['no-value', { value: '' }, found(VW)],
  ['long', { name: 'x'.repeat(201) }, found(VW)],
  ['unknown-id', {}, found(FORD)],
  ['unknown-id', {}, found(VW, { candidates: [] })],
  ['unknown-id', {}, found(VW, { candidates: [{ entry: VW, score: 0.8, reason: 'closeness' }] })],
  ['other-name', { name: 'Ford' }, found(VW)],
  ['new', { id: '' }, found(VW, { certainty: 'sure' })],
  ['unknown-name', { id: '' }, found(VW)],
])('a row is %s: %j', (state, cells, result) =>
  expect(check([row(1, cells)], result ? { 1: result } : {})).toEqual([state]),
);

it('is compared with the dictionary, however the value is spelled', () => {
  const results = { 1: found(VW) };
  expect(check([row(1)], results, [saved('VAGEN', VW)])).toEqual(['same']);
  expect(check([row(1)], results, [saved('VAGEN', FORD)])).toEqual(['replaces']);
  expect(check([row(1)], results, [saved('VAGEN', null)])).toEqual(['replaces']);
  expect(check([row(1, { id: '', name: '' })], {}, [saved('vagen', null)])).toEqual(['same']);
});

it('of two rows with the same value the second repeats the first, or contradicts it', () => {
  const results = { 1: found(VW), 2: found(VW), 3: found(FORD) };
  const rows = [row(1), row(2, { value: 'Vagén' }), row(3, { id: '24', name: 'Ford' })];
  expect(check(rows, results)).toEqual(['new', 'same', 'twice']);
});

it('provinces are part of answers for cities alone', () => {
  const rows = [row(1, { province: 'Salta' }), row(2, { province: 'Jujuy' })];
  const results = { 1: found(VW), 2: found(VW) };
  expect(check(rows, results, [], 'city')).toEqual(['new', 'new']);
  expect(check(rows, results)).toEqual(['new', 'same']);
});

it('what is saved has every value once, whatever the file has', () => {
  const cells = fc.record({
    value: fc.constantFrom('', 'a', 'A', 'b', 'bs as'),
    id: fc.constantFrom('', '77', '24', '9'),
    name: fc.constantFrom('', 'Volkswagen', 'Ford'),
  });
  fc.assert(
    fc.property(fc.array(cells, { maxLength: 12 }), (list) => {
      const rows = list.map((given, at) => row(at + 1, given));
      const results = new Map(
        rows.map(({ key, id, name }) => [
          key,
          found(id === '24' || (id === '' && name === 'Ford') ? FORD : VW),
        ]),
      );
      const answers = listNewAnswers(checkAnswers('make', rows, results, []));
      const keys = answers.map(({ value }) => value.toLowerCase());
      expect(new Set(keys).size).toBe(keys.length);
      for (const { entryId } of answers) expect([null, '77', '24']).toContain(entryId);
    }),
  );
});
