import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { IMPORT_SKIP_REASONS, ImportFollowUps, type ImportMatch } from '#contract/desk/follow-up-import.ts';
import { type ImportColumns, suggestImportColumns } from './import-columns.ts';
import { toImportBody } from './import-queries.ts';
import {
  type ImportChoices,
  MATCH_RULES,
  countBuckets,
  groupTexts,
  readImportRows,
  sortRows,
} from './import-rows.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
const COLUMNS = ['Teléfono', 'Mail', 'Sid', 'Estado', 'Motivo', 'Nota', 'Fecha'];
const FIELDS: ImportColumns = { phone: 0, mail: 1, sid: 2, status: 3, lostReason: 4, note: 5, date: 6 };
const DEFAULTS: ImportChoices = {
  statuses: new Map(),
  lostReasons: new Map(),
  rule: 'day',
  hasAnswerDates: true,
  isOwnExport: false,
  picks: new Map(),
};

const inquiry = (letter: string, day: string, version = 0): ImportMatch => ({
  adminMail: 'ventas@ruta9.example',
  sid: letter.repeat(26),
  at: Date.parse(`${day}T12:00:00Z`),
  name: letter,
  vehicle: '',
  version,
  hasFollowUp: version > 0,
  status: version > 0 ? 'contacted' : 'new',
  lostReason: null,
  by: ['phone'],
});
const OLD = inquiry('A', '2026-03-01');
const NEW = inquiry('B', '2026-05-01');

type Given = Partial<Record<keyof ImportColumns, string>>;
const toCells = (given: Given) =>
  ['phone', 'mail', 'sid', 'status', 'lostReason', 'note', 'date'].map(
    (field) => given[field as keyof ImportColumns] ?? '',
  );
const readRows = (given: readonly Given[]) =>
  readImportRows({ columns: COLUMNS, rows: given.map(toCells) }, FIELDS);
const toMatches = (matches: readonly (readonly ImportMatch[] | undefined)[]) =>
  new Map(matches.flatMap((found, at) => (found ? [[String(at + 1), found]] : [])));
const sortOne = (
  given: Given,
  matches: ImportMatch[] | undefined = [OLD],
  choices: Partial<ImportChoices> = {},
) =>
  sortRows(
    readRows([{ phone: '3415123456', ...given }]),
    toMatches([matches]),
    { ...DEFAULTS, ...choices },
    ZONE,
  )[0];

describe('a row', () => {
  it('gets its status, its reason and its note, which begins with the date as written', () => {
    const row = sortOne({ status: 'Perdida', lostReason: 'cara', note: 'no llega', date: '3/4/2026' });
    expect(row).toMatchObject({
      bucket: 'ready',
      match: OLD,
      status: 'lost',
      lostReason: 'price',
      note: '3/4/2026: no llega',
    });
  });

  it.each([
    ['no-clue', { phone: '', note: 'x' }],
    ['rounded-phone', { phone: '5,49351E+11', note: 'x' }],
    ['unknown-status', { status: 'zzz' }],
    ['unknown-date', { status: 'ganada', date: 'ayer' }],
    ['nothing-to-import', { lostReason: 'cara' }],
    ['note-too-long', { note: 'x'.repeat(4001) }],
  ])('is malformed: %s', (explanation, given) =>
    expect(sortOne(given)).toMatchObject({ bucket: 'malformed', explanation }),
  );

  it('with a rounded phone is found by its mail or its id', () => {
    for (const other of [{ mail: 'ana@x.example' }, { sid: '01JC' }])
      expect(sortOne({ phone: '5,49351E+11', note: 'x', ...other })).toMatchObject({ bucket: 'ready' });
  });

  it('gets the status that the person chose, or none, or is left out', () => {
    const choose = (choice: 'won' | 'note-only' | 'left-out') =>
      sortOne({ status: 'Zzz', note: 'x' }, [OLD], { statuses: new Map([['zzz', choice]]) });
    expect(choose('won')).toMatchObject({ bucket: 'ready', status: 'won' });
    expect(choose('note-only')).toMatchObject({ bucket: 'ready', note: 'x' });
    expect(choose('note-only')).not.toHaveProperty('status');
    expect(choose('left-out')).toMatchObject({ bucket: 'left-out' });
  });

  it('is unknown before it was looked up, never without a match', () => {
    expect(sortRows(readRows([{ phone: '1', note: 'x' }]), new Map(), DEFAULTS, ZONE)).toMatchObject([
      { bucket: 'unknown' },
    ]);
    expect(sortOne({ note: 'x' }, [])).toMatchObject({ bucket: 'no-match' });
  });

  describe('of a file that Vitrina exported', () => {
    const contacted = inquiry('A', '2026-03-01', 2);
    const lost: ImportMatch = { ...contacted, status: 'lost', lostReason: 'price' };
    const sortOwn = (given: Given, match: ImportMatch) => sortOne(given, [match], { isOwnExport: true });

    it.each([
      [{ status: 'nueva' }, OLD],
      [{ status: 'new' }, OLD],
      [{ status: 'contactada', date: '2/3/2026 10:03' }, contacted],
      [{ status: 'perdida', lostReason: 'precio' }, lost],
      [{ status: 'lost', lostReason: 'price' }, lost],
      [{ status: 'perdida' }, lost],
    ])('changes nothing where it was not edited: %j', (given, match) =>
      expect(sortOwn(given, match)).toMatchObject({ bucket: 'unchanged' }),
    );

    it.each([
      [{ status: 'contactada' }, OLD, { status: 'contacted' }],
      [{ status: 'nueva', note: 'pasa el lunes' }, OLD, { note: 'pasa el lunes' }],
      [{ status: 'ganada', date: '2/3/2026 10:03' }, contacted, { status: 'won' }],
      [{ status: 'nueva' }, contacted, { status: 'new' }],
      [{ status: 'perdida', lostReason: 'otro' }, lost, { status: 'lost', lostReason: 'other' }],
    ])('has what was edited: %j', (given, match, change) => {
      const row = sortOwn(given, match);
      expect(row).toMatchObject({ bucket: 'ready', ...change });
      expect(row).not.toHaveProperty('answeredAt');
    });

    it('has only the note where the status was not edited', () =>
      expect(sortOwn({ status: 'contactada', note: 'x' }, contacted)).not.toHaveProperty('status'));
  });

  it('changes no inquiry that has follow-up', () =>
    expect(sortOne({ note: 'x' }, [inquiry('A', '2026-03-01', 2)])).toMatchObject({
      bucket: 'has-follow-up',
    }));

  it.each([
    ['day', '3/4/2026', OLD],
    ['day', '1/5/2026', NEW],
    ['newest', '3/4/2026', NEW],
  ] as const)('by the rule %s on %s means one of several', (rule, date, match) =>
    expect(sortOne({ note: 'x', date }, [NEW, OLD], { rule })).toMatchObject({ bucket: 'ready', match }),
  );

  it('matches no inquiry later than its day, unless it names its sid', () => {
    expect(sortOne({ note: 'x', date: '1/1/2026' }, [NEW, OLD])).toMatchObject({
      bucket: 'no-match',
      explanation: 'only-later',
    });
    expect(sortOne({ sid: OLD.sid, note: 'x', date: '1/1/2026' }, [OLD])).toMatchObject({ match: OLD });
  });

  it('is ambiguous without a rule or a day until somebody chooses by hand', () => {
    expect(sortOne({ note: 'x' }, [NEW, OLD])).toMatchObject({ bucket: 'ambiguous' });
    expect(sortOne({ note: 'x', date: '3/4/2026' }, [NEW, OLD], { rule: 'hand' })).toMatchObject({
      bucket: 'ambiguous',
    });
    const picks = new Map([[1, OLD]]);
    expect(sortOne({ note: 'x' }, [NEW, OLD], { picks })).toMatchObject({ bucket: 'ready', match: OLD });
  });
});

describe('an answer', () => {
  const answeredAt = (date: string, match = OLD, choices: Partial<ImportChoices> = {}) =>
    sortOne({ status: 'Contactado', date }, [match], choices)?.answeredAt;
  it.each([
    ['2026-03-02 10:15', '2026-03-02T13:15:00.000Z'],
    ['2/3/2026 3:05 p. m.', '2026-03-02T18:05:00.000Z'],
    ['2026-03-02T10:15:00Z', '2026-03-02T10:15:00.000Z'],
    ['2/3/2026', '2026-03-02T15:00:00.000Z'],
    ['1/3/2026', '2026-03-01T19:30:00.000Z'],
  ])('of %s is dated %s', (date, at) => expect(new Date(answeredAt(date) ?? 0).toISOString()).toBe(at));

  it.each([
    ['', OLD],
    ['1/1/2026', { ...OLD, by: ['sid' as const] }],
  ])('of «%s» counts in no figure, since it has no date after the inquiry', (date, match) => {
    const row = sortOne({ sid: OLD.sid, status: 'Contactado', date }, [match]);
    expect(row).toMatchObject({ bucket: 'ready', status: 'contacted' });
    expect(row).not.toHaveProperty('answeredAt');
  });

  it('has no date without dates of answers, or for a status that implies none', () => {
    expect(answeredAt('2/3/2026', OLD, { hasAnswerDates: false })).toBeUndefined();
    expect(sortOne({ status: 'Perdida', date: '2/3/2026' })).not.toHaveProperty('answeredAt');
  });
});

describe('a phone and a mail', () => {
  const byPhone = { ...OLD, by: ['phone' as const] };
  const byMail = { ...NEW, by: ['mail' as const] };
  it.each(MATCH_RULES)(
    'are ambiguous by the rule %s where they match two buyers, until somebody chooses',
    (rule) => {
      const row = { note: 'x', date: '1/6/2026' };
      expect(sortOne(row, [byMail, byPhone], { rule })).toMatchObject({
        bucket: 'ambiguous',
        explanation: 'two-buyers',
      });
      expect(sortOne(row, [byMail, byPhone], { rule, picks: new Map([[1, byMail]]) })).toMatchObject({
        bucket: 'ready',
        match: byMail,
      });
    },
  );

  it('match one inquiry that has both without a choice', () => {
    const both = { ...OLD, by: ['phone' as const, 'mail' as const] };
    expect(sortOne({ note: 'x', date: '1/6/2026' }, [byMail, both])).toMatchObject({ match: byMail });
  });
});

it('an inquiry whose follow-up was undone is imported with the version that it has', () => {
  const undone = { ...OLD, version: 2, hasFollowUp: false };
  expect(sortOne({ status: 'Ganada' }, [undone])).toMatchObject({ bucket: 'ready', match: { version: 2 } });
});

it('the latest of several rows of one inquiry is imported, and the first of equal days', () => {
  const rows = readRows(
    ['3/4/2026', '5/4/2026', '5/4/2026'].map((date) => ({ phone: '3415123456', note: 'x', date })),
  );
  expect(sortRows(rows, toMatches([[OLD], [OLD], [OLD]]), DEFAULTS, ZONE)).toMatchObject([
    { bucket: 'twice', duplicateOf: 2 },
    { bucket: 'ready' },
    { bucket: 'twice', duplicateOf: 2 },
  ]);
});

it('texts that differ only in case and accents are grouped, the most frequent first', () => {
  expect(groupTexts(['Perdida', 'ganada', 'GANADA', '', 'ganadá'])).toEqual([
    { key: 'ganada', text: 'ganada', rowCount: 3 },
    { key: 'perdida', text: 'Perdida', rowCount: 1 },
  ]);
});

const texts = fc.constantFrom(
  '',
  'ganada',
  'Perdida',
  'zzz',
  'no importar',
  'precio',
  'x'.repeat(4001),
  '3/4/2026',
);
const phones = fc.constantFrom('', '3415123456', 'x'.repeat(500));
const dates = fc.constantFrom('', '3/4/2026', '2026-05-02', 'ayer');
const givenRows = fc.record({
  phone: phones,
  sid: fc.constantFrom('', OLD.sid),
  status: texts,
  lostReason: texts,
  note: texts,
  date: dates,
});
const foundInquiries = fc.option(fc.subarray([inquiry('C', '2026-06-01', 3), NEW, OLD]), { nil: undefined });

it('every row is in one bucket, no inquiry is imported twice, and the request is valid', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(givenRows, foundInquiries), { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...MATCH_RULES),
      (pairs, rule) => {
        const rows = readRows(pairs.map(([given]) => given));
        const statuses = new Map([['no importar', 'left-out' as const]]);
        const matches = pairs.map(([, found]) => found);
        const sorted = sortRows(rows, toMatches(matches), { ...DEFAULTS, statuses, rule }, ZONE);
        expect(sorted.map(({ row }) => row)).toEqual(rows);
        for (const { bucket } of sorted)
          expect([...IMPORT_SKIP_REASONS, 'ready', 'left-out', 'unknown', 'unchanged']).toContain(bucket);
        const counts = countBuckets(sorted);
        expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(rows.length);

        const ready = sorted.filter(({ bucket }) => bucket === 'ready');
        expect(new Set(ready.map(({ match }) => match?.sid)).size).toBe(ready.length);
        expect(ready.every(({ match }) => match?.hasFollowUp === false)).toBe(true);
        const unsearched = sorted.filter((_, at) => matches[at] === undefined);
        expect(unsearched.every(({ bucket }) => ['unknown', 'malformed', 'left-out'].includes(bucket))).toBe(
          true,
        );

        const table = { columns: COLUMNS, rows: rows.map(({ cells }) => [...cells]) };
        const body = toImportBody(table, FIELDS, sorted, 'x.csv', ({ bucket }) => bucket);
        const left = (counts.get('left-out') ?? 0) + (counts.get('unknown') ?? 0);
        expect(body.rows).toHaveLength(rows.length - left);
        expect(body.rows.filter((row) => 'sid' in row)).toHaveLength(ready.length);
        const request = { id: crypto.randomUUID(), ...body };
        expect(z.safeParse(ImportFollowUps, request).success).toBe(body.rows.length > 0);
      },
    ),
  );
});

it('a file with too many columns keeps the columns that are used', () => {
  const columns = Array.from({ length: 100 }, (_, at) => (at === 99 ? 'Teléfono' : `x ${at}`));
  const table = { columns, rows: [columns.map((_, at) => (at === 99 ? '3415123456' : ''))] };
  const fields = suggestImportColumns(table);
  const sorted = sortRows(readImportRows(table, fields), toMatches([[OLD]]), DEFAULTS, ZONE);
  const body = toImportBody(table, fields, sorted, '', () => 'x');
  expect(body.columns).toHaveLength(60);
  expect(body.columns.at(-1)).toBe('Teléfono');
});
