import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RUN_FIELDS } from '#contract/desk/match-runs.ts';
import type { MatchKind, MatchedEntry, MatchedValue } from '#contract/desk/matching.ts';
import { toRunColumns } from '#console/catalogs/runs/run-table.ts';
import { type Decision, groupColumns, listValues } from '#console/catalogs/runs/value-answers.ts';
import {
  type ReasonCode,
  type RegionMatch,
  VERDICTS,
  buildListingRecords,
  checkListings,
  findVerdict,
  listJudgements,
  suggestListingColumns,
} from './listing-rows.ts';

const COLUMNS = { make: 0, model: 1, bodystyle: 2, color: 3, region: 4, city: 5 };
const HEAD = ['Marca', 'Modelo', 'Carrocería', 'Color', 'Provincia', 'Ciudad'];

const entry = (name: string, region: string | null = null): MatchedEntry => ({
  id: name.toLowerCase(),
  link: `/v3/x/${name}`,
  name,
  region,
});
const FIAT = entry('Fiat');
const ROSARIO = entry('Rosario', 'Santa Fe');

function matched(
  certainty: MatchedValue['certainty'],
  found?: MatchedEntry,
  answer?: MatchedEntry | null,
): MatchedValue {
  return {
    certainty,
    candidates: found ? [{ entry: found, score: certainty === 'sure' ? 0.97 : 0.8, reason: 'same' }] : [],
    region: null,
    answer:
      answer === undefined
        ? null
        : { id: '1', value: '', province: '', entry: answer, by: { id: '1', name: 'Ana' }, at: 0 },
  };
}

const SURE: Record<MatchKind, MatchedValue> = {
  make: matched('sure', FIAT),
  bodystyle: matched('sure', entry('Sedán')),
  color: matched('sure', entry('Rojo')),
  city: matched('sure', ROSARIO),
};
const ROW = ['fiat', 'Palio', 'sedan', 'rojo', 'santa fe', 'rosario'];

const matchRegion = (text: string): RegionMatch =>
  text === 'santa fe'
    ? { name: 'Santa Fe', certainty: 'sure' }
    : text === 'sta f'
      ? { name: 'Santa Fe', certainty: 'doubtful' }
      : text === 'cordoba'
        ? { name: 'Córdoba', certainty: 'sure' }
        : { name: undefined, certainty: 'none' };

function check(
  row: string[],
  results: Partial<Record<MatchKind, MatchedValue | undefined>> = {},
  decisions: Partial<Record<MatchKind, Decision>> = {},
) {
  const columns = toRunColumns({ columns: HEAD, rows: [row] }, COLUMNS);
  const grouped = groupColumns(columns);
  const values = listValues(grouped);
  const byKey = <Value>(known: Partial<Record<MatchKind, Value | undefined>>) =>
    new Map(
      values.flatMap(({ key, catalog }): [string, Value][] => {
        const value = known[catalog];
        return value === undefined ? [] : [[key, value]];
      }),
    );
  const known = { results: byKey({ ...SURE, ...results }), decisions: byKey(decisions) };
  const [listing] = checkListings(columns, { grouped, ...known, matchRegion });
  const judgements = listing && listJudgements(listing, known.results, known.decisions);
  const reasons = listing?.reasons
    .filter(({ code }) => code !== 'no-catalog')
    .map(({ field, code }) => `${field} ${code}`);
  return { verdict: listing?.verdict, reasons, entries: listing?.entries, judgements };
}

const withCell = (at: number, text: string) => ROW.with(at, text);

describe('a listing', () => {
  it('is ready when every value is sure, whatever its model is', () => {
    expect(check(ROW)).toMatchObject({ verdict: 'ready', reasons: [] });
    expect(check(withCell(1, 'Zzz'))).toMatchObject({ verdict: 'ready', reasons: [] });
    expect(check(ROW).entries).toMatchObject({ make: FIAT, city: ROSARIO });
  });

  it.each([
    [0, 'impossible', 'make missing'],
    [1, 'review', 'model missing'],
    [2, 'review', 'bodystyle missing'],
    [3, 'review', 'color missing'],
    [5, 'review', 'city missing'],
  ])('without the value of column %i is %s', (at, verdict, reason) =>
    expect(check(withCell(at, ' '))).toMatchObject({ verdict, reasons: [reason] }),
  );

  it('needs no region where its city is known, and one of the two otherwise', () => {
    expect(check(withCell(4, ''))).toMatchObject({ verdict: 'ready', reasons: [] });
    expect(check(withCell(4, '').with(5, '')).reasons).toEqual(['city missing', 'region missing']);
    expect(check(withCell(5, '')).reasons).toEqual(['city missing']);
  });

  it.each([
    ['doubtful', matched('doubtful', FIAT), 'review'],
    ['none', matched('none'), 'impossible'],
    ['unchecked', undefined, 'unchecked'],
  ])('with a %s make is %s', (code, make, verdict) =>
    expect(check(ROW, { make })).toMatchObject({ verdict, reasons: [`make ${code}`] }),
  );

  it('whose value the dictionary knows is ready, or impossible where it says that none fits', () => {
    expect(check(ROW, { make: matched('none', undefined, FIAT) })).toMatchObject({ verdict: 'ready' });
    expect(check(ROW, { make: matched('sure', FIAT, null) })).toMatchObject({
      verdict: 'impossible',
      reasons: ['make none'],
    });
  });

  it('whose cell was corrected is ready', () => {
    expect(check(ROW, { make: matched('none') }, { make: { entry: FIAT, by: 'hand' } })).toMatchObject({
      verdict: 'ready',
      entries: { make: FIAT },
    });
  });

  it.each([
    ['sure', matched('sure', ROSARIO)],
    ['doubtful', matched('doubtful', ROSARIO)],
  ])('whose %s city is of another region is impossible, until somebody chooses one', (_, city) => {
    const row = withCell(4, 'cordoba');
    expect(check(row, { city })).toMatchObject({ verdict: 'impossible', reasons: ['city elsewhere'] });
    const chosen = check(row, { city }, { city: { entry: ROSARIO, by: 'hand' } });
    expect(chosen).toMatchObject({ verdict: 'ready', reasons: [] });
  });

  it('whose region is not recognized is judged by it where the city is not known either', () => {
    const city = matched('doubtful', ROSARIO);
    expect(check(withCell(4, 'xx'), { city })).toMatchObject({
      verdict: 'impossible',
      reasons: ['city doubtful', 'region none'],
    });
    expect(check(withCell(4, 'sta f'), { city })).toMatchObject({
      verdict: 'review',
      reasons: ['city doubtful', 'region doubtful'],
    });
    expect(check(withCell(4, 'xx'))).toMatchObject({ verdict: 'ready' });
  });
});

it('counts under each way its values were decided, once', () => {
  expect(check(ROW).judgements).toEqual(['sure']);
  const results = {
    bodystyle: matched('none', undefined, FIAT),
    color: matched('doubtful', FIAT),
    city: matched('doubtful', ROSARIO),
  };
  const decisions = { make: { entry: FIAT, by: 'hand' }, city: { entry: ROSARIO, by: 'threshold' } } as const;
  expect(check(ROW, results, decisions).judgements).toEqual(['hand', 'dictionary', 'threshold', 'undecided']);
  expect(check(ROW, {}, { make: { entry: null, by: 'hand' } }).judgements).toEqual(['left', 'sure']);
  expect(check(['', 'Gol', '', '', 'salta', '']).judgements).toEqual([]);
});

it('asks each distinct value once, and a city by its region', () => {
  const rows = [ROW, ROW.with(0, 'FIAT'), ROW.with(4, 'cordoba'), ROW.with(5, '')];
  const values = listValues(groupColumns(toRunColumns({ columns: HEAD, rows }, COLUMNS)));
  expect(values.map(({ catalog, value, province }) => `${catalog} ${value} ${province}`.trim())).toEqual([
    'make fiat',
    'bodystyle sedan',
    'city rosario santa fe',
    'city rosario cordoba',
    'color rojo',
  ]);
});

it('the worst reason gives the verdict, in any order', () => {
  const codes = fc.constantFrom<ReasonCode>(
    'missing',
    'doubtful',
    'none',
    'elsewhere',
    'unchecked',
    'no-catalog',
  );
  const reasons = fc.array(
    fc.record({ field: fc.constantFrom(...RUN_FIELDS), code: codes, value: fc.constant('') }),
  );
  fc.assert(
    fc.property(reasons, (list) => {
      const verdict = findVerdict(list);
      expect(VERDICTS).toContain(verdict);
      expect(findVerdict(list.toReversed())).toBe(verdict);
      expect(verdict === 'ready').toBe(list.every(({ code }) => code === 'no-catalog'));
    }),
  );
});

it('columns are suggested by their names, and the model is not the make', () => {
  expect(suggestListingColumns({ columns: ['ID', ...HEAD], rows: [] })).toEqual({
    make: 1,
    model: 2,
    bodystyle: 3,
    color: 4,
    region: 5,
    city: 6,
  });
  expect(suggestListingColumns({ columns: ['Brand', 'Model', 'Model year'], rows: [] })).toEqual({
    make: 0,
    model: 1,
  });
});

it('the file has its columns, then verdict, reasons and entries', () => {
  const table = { columns: HEAD, rows: [ROW] };
  const columns = toRunColumns(table, COLUMNS);
  const listings = checkListings(columns, {
    grouped: groupColumns(columns),
    results: new Map(),
    decisions: new Map(),
    matchRegion,
  });
  const texts = {
    heads: {
      verdict: 'Veredicto',
      reasons: 'Motivos',
      region: 'Región',
      id: (catalog: MatchKind) => `${catalog} id`,
      name: (catalog: MatchKind) => `${catalog} nombre`,
    },
    verdicts: { ready: 'r', review: 'v', impossible: 'i', unchecked: 'u' },
    describe: ({ field, code }: { field: string; code: string }) => `${field} ${code}`,
  };
  expect(buildListingRecords(table, listings, ['make', 'city'], texts)).toEqual([
    [...HEAD, 'Veredicto', 'Motivos', 'make id', 'make nombre', 'city id', 'city nombre', 'Región'],
    [
      ...ROW,
      'u',
      'make unchecked; bodystyle unchecked; city unchecked; color unchecked; model no-catalog',
      '',
      '',
      '',
      '',
      '',
    ],
  ]);
});
