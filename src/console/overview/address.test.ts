import { expect, it } from 'vitest';
import { changedAgencies, changedPeriod, parseOverviewAddress } from './address.ts';

const TODAY = '2026-03-31';
const parse = (search: string) => parseOverviewAddress(new URLSearchParams(search), TODAY);

it.each([
  ['', '2026-03-02', '2026-03-31'],
  ['desde=hoy', '2026-03-31', '2026-03-31'],
  ['desde=-6d', '2026-03-25', '2026-03-31'],
  ['desde=2026-03-25', '2026-03-25', '2026-03-31'],
  ['desde=ayer&hasta=ayer', '2026-03-30', '2026-03-30'],
  ['hasta=ayer', '2026-03-01', '2026-03-30'],
  ['desde=2025-03-31', '2025-03-31', '2026-03-31'],
])('the period «%s» is %s to %s', (search, desde, hasta) => {
  expect(parse(search)).toEqual({
    agencias: [],
    desde,
    hasta,
    detail: 'respuesta',
    unreadable: [],
  });
});

it.each([
  ['desde=nunca', 'desde', 'nunca'],
  ['desde=2025-03-30', 'desde', '2025-03-30'],
  ['desde=2026-03-20&hasta=2026-03-10', 'desde', '2026-03-20'],
  ['hasta=2026-04-01', 'hasta', '2026-04-01'],
  ['agencia=nadie', 'agencia', 'nadie'],
])('the period «%s» falls back to the default and is reported', (search, parameter, value) => {
  const { unreadable, desde, hasta } = parse(search);
  expect(unreadable).toEqual([{ parameter, value }]);
  expect(Date.parse(hasta) - Date.parse(desde)).toBe(29 * 86_400_000);
});

it('an address has the agencies that are mails, and all agencies without any', () => {
  expect(parse('agencia=a@x.example&agencia=b@x.example&agencia=a@x.example').agencias).toEqual([
    'a@x.example',
    'b@x.example',
  ]);
  expect(parse('agencia=todas&agencia=a@x.example').agencias).toEqual([]);
});

it('a change of agencies or days is written without the defaults', () => {
  const search = new URLSearchParams('agencia=a@x.example&desde=2026-03-01&hasta=2026-03-02');
  expect(changedPeriod(search, { desde: '-29d' })).toBe('agencia=a%40x.example');
  expect(changedPeriod(search, { desde: '-6d' })).toBe('agencia=a%40x.example&desde=-6d');
  expect(changedAgencies(search, ['todas'])).toBe('desde=2026-03-01&hasta=2026-03-02');
});
