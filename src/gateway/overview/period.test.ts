import { expect, it } from 'vitest';
import { startOfDay } from '#contract/window.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { defaultHours } from '#contract/hours.ts';
import { NOON, openGatewayStore } from '#testing/gateway-store.ts';
import { createFigures, formatFigures } from './figures.ts';
import { fetchPeriod } from './period.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
const SCOPE = { agencies: undefined, ownInquiriesIn: [], operator: 'ana@x.example' };
const PERIOD = { desde: '2026-11-10', hasta: '2026-11-11', ranksPeople: false };

it('percentiles are of all answers of a period, and equal counts are in the order of names', async () => {
  await using store = await openGatewayStore('sqlite');
  const { db } = store;
  const agencies = [
    { adminMail: 'b@x.example', name: 'Árbol' },
    { adminMail: 'a@x.example', name: 'Zoe' },
    { adminMail: 'c@x.example' },
    { adminMail: 'd@x.example', name: 'Barco' },
  ];
  await syncAgencies(db, agencies, NOON);
  const insert = (agency_key: string, day: string, from: number, values: [string, number][]) => {
    const figures = { ...createFigures(), inquiries: 5, answered: 5, inTime: 5 };
    for (let minute = from; minute < from + 5; minute++) figures.minutes.set(minute, 1);
    figures.breakdowns.make = new Map(values);
    const row = Object.assign(formatFigures(figures), { agency_key, day });
    return db.insertInto('overview_day').values(row).execute();
  };
  await insert('a@x.example', '2026-11-10', 1, [
    ['Zeta', 1],
    ['Ágil', 2],
  ]);
  await insert('b@x.example', '2026-11-11', 6, [
    ['', 3],
    ['Zeta', 1],
    ['Beta', 2],
  ]);
  const period = await fetchPeriod(db, { scope: SCOPE, ...PERIOD }, ZONE);
  expect(period.totals).toMatchObject({ answered: 10, medianMinutes: 5, p90Minutes: 9 });
  expect(period.agencies.map(({ name, adminMail }) => name ?? adminMail)).toEqual([
    'Árbol',
    'Zoe',
    'Barco',
    'c@x.example',
  ]);
  expect(period.breakdowns.make).toEqual([
    { value: null, count: 3 },
    { value: 'Ágil', count: 2 },
    { value: 'Beta', count: 2 },
    { value: 'Zeta', count: 2 },
  ]);
});

it('whoever is limited to their own inquiries in all of many agencies has figures of these alone, by whole days', async () => {
  await using store = await openGatewayStore('sqlite');
  const { db } = store;
  const agencies = Array.from({ length: 21 }, (_, index) => `a${index}@x.example`);
  await syncAgencies(
    db,
    agencies.map((adminMail) => ({ adminMail })),
    NOON,
  );
  const day = (text: string) => startOfDay(text, ZONE);
  const arrive = async (operator: string, instants: number[]) => {
    const entries = instants.map((at) => ({
      Momento: new Date(at).toISOString(),
      Auto: {},
      Interesado: {},
      OperadorResponsable: operator,
      _links: {
        self: { href: `/v3/consultas/${agencies[0]}/01JC${operator.slice(0, 3).toUpperCase()}${at}` },
      },
    }));
    const hours = defaultHours(ZONE);
    await upsertInquiries(db, entries, { agency: 'a0@x.example', discoverySource: 'list', hours, now: NOON });
  };
  await arrive('ana@x.example', [
    day('2026-11-08') - 1,
    day('2026-11-08'),
    day('2026-11-10') - 1,
    day('2026-11-10'),
    day('2026-11-11'),
    day('2026-11-12') - 1,
    day('2026-11-12'),
  ]);
  await arrive('bea@x.example', [day('2026-11-09'), day('2026-11-10')]);
  const scope = { ...SCOPE, agencies, ownInquiriesIn: agencies };
  const { totals, before, days } = await fetchPeriod(db, { scope, ...PERIOD }, ZONE);
  expect([totals.inquiries, before.totals.inquiries]).toEqual([3, 2]);
  expect(days.map(({ inquiries }) => inquiries)).toEqual([1, 2]);
});
