import { describe, expect, it } from 'vitest';
import { readCatalogAddress } from './address.ts';
import { filterEntries, toCityName, toEntry } from './entries.ts';

const make = (Nombre: string, id: number, Codenames: string[]) =>
  toEntry({ Nombre, Codenames, _links: { self: { href: `/v3/marcas/${id}` } } });

describe('entries', () => {
  it('take their id from their own link', () => {
    expect(make('Škoda', 66, ['skoda'])).toMatchObject({ id: '66', path: '/v3/marcas/66', codes: ['skoda'] });
    expect(toEntry({ Nombre: 'Rosario', _links: { self: { href: '/v3/ciudades/1833/' } } }).id).toBe('1833');
  });

  it('accept members that another deployment leaves out', () => {
    const bare = toEntry({ Nombre: 'Gris', HtmlColor: null, _links: null });
    expect(bare).toMatchObject({ id: '', path: '', name: 'Gris', codes: [], htmlColor: null });
  });

  it.each([
    ['citroen', ['Citroën']],
    ['CITROËN', ['Citroën']],
    ['benz merc', ['Mercedes-Benz']],
    [' vw ', ['Volkswagen']],
    ['77', ['Volkswagen']],
    ['', ['Citroën', 'Mercedes-Benz', 'Volkswagen']],
    ['zz', []],
  ])('are found by %j', (text, names) => {
    const entries = [
      make('Citroën', 15, ['citroen']),
      make('Mercedes-Benz', 49, ['mercedes-benz']),
      make('Volkswagen', 77, ['volkswagen', 'vw']),
    ];
    expect(filterEntries(entries, text).map(({ name }) => name)).toEqual(names);
  });
});

it.each([
  ['Rosario (Santa Fe)', 'Rosario', 'Santa Fe'],
  ['Villa María (Norte) (Córdoba)', 'Villa María (Norte)', 'Córdoba'],
  ['Rosario', 'Rosario', null],
  [null, '', null],
])('the title %j of a city has its name and its region', (title, name, region) => {
  expect(toCityName({ href: '/v3/ciudades/7', title })).toEqual({
    id: '7',
    path: '/v3/ciudades/7',
    name,
    region,
  });
});

describe('an address', () => {
  it.each([
    ['', { q: '', region: undefined, soloMercadoNuevos: false, unreadable: [] }],
    ['q=san+&region=17', { q: 'san ', region: 17, unreadable: [] }],
    ['soloMercadoNuevos=True', { soloMercadoNuevos: true }],
    ['region=x', { region: undefined, unreadable: [{ parameter: 'region', value: 'x' }] }],
    ['region=4294967296', { region: undefined, unreadable: [{ parameter: 'region', value: '4294967296' }] }],
    [
      'soloMercadoNuevos=quizas',
      { soloMercadoNuevos: false, unreadable: [{ parameter: 'soloMercadoNuevos', value: 'quizas' }] },
    ],
  ])('%j is read', (search, address) => {
    expect(readCatalogAddress(new URLSearchParams(search))).toMatchObject(address);
  });
});
