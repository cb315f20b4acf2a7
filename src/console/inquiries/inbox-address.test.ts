import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALL_AGENCIES, NARROWING } from '#contract/inbox-filter-names.ts';
import {
  updateSearch,
  listRequests,
  parseInboxAddress,
  setAgencies,
  clearFilters,
  ensureAgencies,
} from './inbox-address.ts';

const text = fc.string({ minLength: 1 }).map((value) => value.trim() || 'x');
const day = fc.oneof(
  fc.constantFrom('hoy', 'ayer', '-7d'),
  fc
    .date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);
const parameters = fc.record(
  {
    operador: text,
    externalid: text,
    desde: day,
    hasta: day,
    pagina: fc.integer({ min: 2, max: 99 }).map(String),
    ...Object.fromEntries(NARROWING.map((name) => [name, text])),
  },
  { requiredKeys: [] },
);

describe('the address of the inbox', () => {
  it('parses every search that was built from parameters', () => {
    fc.assert(
      fc.property(parameters, (change) => {
        const {
          agencias,
          pagina,
          narrowing,
          unreadable,
          abrir,
          copia: _,
          ...rest
        } = parseInboxAddress(new URLSearchParams(updateSearch(new URLSearchParams(), change)));
        const read = { ...rest, ...narrowing, ...(pagina > 1 && { pagina: String(pagina) }) };
        expect(Object.fromEntries(Object.entries(read).filter(([, value]) => value))).toEqual(change);
        expect({ unreadable, abrir, agencias }).toEqual({ unreadable: [], abrir: undefined, agencias: [] });
      }),
    );
  });

  it('returns to the first page when parameters change', () => {
    const search = new URLSearchParams('agencia=a%40b.c&pagina=4&abrir=primera');
    expect(updateSearch(search, { marca: 'Fiat' })).toBe('agencia=a%40b.c&marca=Fiat');
    expect(updateSearch(search, { operador: 'o@b.c' })).toBe('agencia=a%40b.c&operador=o%40b.c');
    expect(clearFilters(new URLSearchParams('marca=Fiat&buscar=x&desde=hoy&vista=tarde'))).toBe(
      'vista=tarde',
    );
    expect(ensureAgencies(search, ['z@b.c'])).toBe('agencia=a%40b.c&pagina=4');
  });

  it('has each agency once, or all agencies', () => {
    const named = (search: string) => parseInboxAddress(new URLSearchParams(search)).agencias;
    expect(named('')).toEqual([]);
    expect(named('agencia=a%40b.c&agencia=d%40b.c&agencia=a%40b.c&agencia=')).toEqual(['a@b.c', 'd@b.c']);
    expect(named('agencia=a%40b.c&agencia=todas')).toEqual([ALL_AGENCIES]);
    expect(setAgencies(new URLSearchParams('agencia=x&vista=hoy'), ['a', 'b']).toString()).toBe(
      'vista=hoy&agencia=a&agencia=b',
    );
  });

  it('is a list of the service only where the service has such a list', () => {
    const isOfService = (search: string) => {
      const address = parseInboxAddress(new URLSearchParams(search));
      const agencias = address.agencias.length > 0 ? address.agencias : ['default'];
      return listRequests(agencias, address, () => '2026-03-05').service !== undefined;
    };
    for (const search of ['', 'agencia=a', 'desde=hoy&operador=o&externalid=x&pagina=3'])
      expect(isOfService(search)).toBe(true);
    for (const search of [
      'agencia=a&agencia=b',
      'agencia=todas',
      'vista=hoy',
      'cola=mias',
      'buscar=x',
      'copia=1',
    ])
      expect(isOfService(search)).toBe(false);
  });

  it('resolves relative days in requests', () => {
    const today = () => '2026-03-05';
    const request = (agencia: string, search: string) =>
      listRequests([agencia], parseInboxAddress(new URLSearchParams(search)), today);
    expect(request('a@b.c', 'desde=-7d&pagina=2').service).toEqual({
      adminMail: 'a@b.c',
      query: { desde: '2026-02-26', pagina: 2 },
    });
    const search = 'desde=-7d&pagina=2&vista=tarde&marca=Fiat';
    expect(request('a@b.c', search).index).toMatchObject({
      agencia: ['a@b.c'],
      vista: 'tarde',
      desde: '2026-02-26',
      marca: 'Fiat',
    });
    expect(request(ALL_AGENCIES, search).index.agencia).toBeUndefined();
  });

  it.each(['0', '100', 'x', '1.5', '-1'])('falls back from page %s and says so', (value) => {
    const address = parseInboxAddress(new URLSearchParams({ pagina: value }));
    expect(address).toMatchObject({ pagina: 1, unreadable: [{ parameter: 'pagina', value }] });
  });
});
