import { describe, expect, it } from 'vitest';
import type { FacetsQuery } from '#contract/desk/inquiries.ts';
import { NARROWING } from '#contract/inbox-filter-names.ts';
import type { Person } from '#gateway/people/store.ts';
import { buildListContext, buildListRequest, parseSavedFilters, toDayBounds } from './list-request.ts';

const ZONE = 'America/Santiago';
const NOW = Date.parse('2026-04-05T12:00:00-04:00');
const at = (text: string) => Date.parse(text);
const noNarrowing = Object.fromEntries(NARROWING.map((name) => [name, undefined]));

it.each<[object, string | undefined, string | undefined]>([
  [{}, undefined, undefined],
  [{ desde: '2026-04-04' }, '2026-04-04T00:00:00-03:00', undefined],
  // Clocks go back at midnight: the day has 25 hours.
  [
    { desde: '2026-04-04', hasta: '2026-04-04' },
    '2026-04-04T00:00:00-03:00',
    '2026-04-04T23:59:59.999-04:00',
  ],
  [{ hasta: '2026-04-05' }, undefined, '2026-04-05T23:59:59.999-04:00'],
  // Clocks go ahead at midnight: the day begins at one.
  [
    { desde: '2026-09-06', hasta: '2026-09-06' },
    '2026-09-06T01:00:00-03:00',
    '2026-09-06T23:59:59.999-03:00',
  ],
])('the days %j are from %s to %s', (days, from, to) => {
  expect(toDayBounds(days, ZONE)).toEqual({ from: from && at(from), to: to && at(to) });
});

describe('a saved search', () => {
  const parse = (search: string) => parseSavedFilters(search, { now: NOW, zone: ZONE });

  it('has all filters of its address', () => {
    const filters = NARROWING.map((name) => `${name}=%20${name}1%20`).join('&');
    expect(
      parse(`?vista=tarde&desde=2026-04-04&hasta=ayer&operador=%20A@x.example&externalid=U-1&${filters}`),
    ).toEqual({
      view: 'tarde',
      from: at('2026-04-04T00:00:00-03:00'),
      to: at('2026-04-04T23:59:59.999-04:00'),
      operador: 'A@x.example',
      externalid: 'U-1',
      narrowing: Object.fromEntries(NARROWING.map((name) => [name, `${name}1`])),
    });
  });

  it.each([
    '',
    '?vista=x',
    '?desde=x&hasta=2026-02-30',
    '?operador=&externalid=%20',
    '?cola=',
    '?desde=1999-12-31',
  ])('has none in %j', (search) =>
    expect(parse(search)).toEqual({
      view: undefined,
      from: undefined,
      to: undefined,
      operador: undefined,
      externalid: undefined,
      narrowing: noNarrowing,
    }),
  );

  it.each([
    ['?cola=hoy', 'hoy'],
    ['?vista=mias&cola=hoy', 'mias'],
    ['?vista=x&cola=hoy', 'hoy'],
  ])('of %s shows the view %s', (search, view) => expect(parse(search).view).toBe(view));

  it('has days that follow today', () => {
    expect(parse('?desde=hoy').from).toBe(at('2026-04-05T00:00:00-04:00'));
    expect(parse('?desde=-7d').from).toBe(at('2026-03-29T00:00:00-03:00'));
    expect(parseSavedFilters('?desde=hoy', { now: at('2026-04-04T23:59:59-04:00'), zone: ZONE }).from).toBe(
      at('2026-04-04T00:00:00-03:00'),
    );
  });

  it('leaves out a day before the first one', () => {
    const early = Date.parse('0000-06-01T12:00:00Z');
    expect(parseSavedFilters('?desde=hoy', { now: early, zone: 'UTC' }).from).toBe(
      Date.parse('0000-06-01T00:00:00Z'),
    );
  });
});

it('a list is asked for within the scope of the person, with all its filters, at the time of the gateway', () => {
  const person: Person = {
    id: 'p',
    mail: 'ana@x.example',
    name: 'Ana',
    role: 'seller' as const,
    lastAgency: null,
    agencies: ['a@x.example', 'b@x.example'],
    ownInquiriesIn: [],
  };
  const gateway = { now: () => NOW, config: { timeZone: ZONE } } as Parameters<typeof buildListRequest>[0];
  const narrowing = Object.fromEntries(NARROWING.map((name) => [name, `${name}1`]));
  const query = {
    agencia: ['A@x.example'],
    vista: 'hoy',
    desde: '2026-04-04',
    hasta: '2026-04-05',
    operador: 'o@x.example',
    externalid: 'U-1',
    ...narrowing,
  } as FacetsQuery;
  const context = { me: 'p', now: NOW, zone: ZONE, hidesContacts: false };
  expect(buildListContext(gateway, person)).toEqual(context);
  expect(buildListRequest(gateway, person, query)).toEqual({
    scope: { agencies: ['a@x.example'], ownInquiriesIn: [], operator: 'ana@x.example' },
    filters: {
      view: 'hoy',
      from: at('2026-04-04T00:00:00-03:00'),
      to: at('2026-04-05T23:59:59.999-04:00'),
      operador: 'o@x.example',
      externalid: 'U-1',
      narrowing,
    },
    context,
  });
  expect(() => buildListRequest(gateway, person, { ...query, agencia: ['c@x.example'] })).toThrow('');
});
