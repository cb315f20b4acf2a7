import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WriteView } from '#contract/desk/views.ts';
import {
  hasOwnAgency,
  isViewChanged,
  toViewSearch,
  builtInViewSearch,
  savedViewSearch,
} from './view-search.ts';

const ID = '0b0c8f2e-6f1a-4d6e-9a51-0a3b8f3c2d1e';
const of = (text: string) => new URLSearchParams(text);

describe('the search of a view', () => {
  it('omits transient parameters and keeps a built-in view as `cola`', () => {
    const search = of('pagina=4&abrir=primera&marca=Fiat&desde=-30d&agencia=a%40b.c&vista=tarde');
    expect(toViewSearch(search, { withAgency: false })).toBe('?cola=tarde&desde=-30d&marca=Fiat');
    expect(toViewSearch(search, { withAgency: true })).toBe(
      '?agencia=a%40b.c&cola=tarde&desde=-30d&marca=Fiat',
    );
    expect(toViewSearch(of(`vista=${ID}&agencia=a%40b.c`), { withAgency: false })).toBe('');
  });

  it('is always accepted by the gateway', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (buscar) => {
        const search = toViewSearch(new URLSearchParams({ buscar }), { withAgency: false });
        expect(WriteView.safeParse({ id: ID, name: 'x', search, shared: false }).success).toBe(true);
      }),
    );
  });
});

describe('a saved view', () => {
  const view = { id: ID, search: '?marca=Fiat&buscar=rojo' };

  it('opens with its filters, in the agency of the inbox unless it has its own', () => {
    const search = of(savedViewSearch(view, ['a@b.c']));
    expect(Object.fromEntries(search)).toEqual({
      marca: 'Fiat',
      buscar: 'rojo',
      agencia: 'a@b.c',
      vista: ID,
    });
    expect(isViewChanged(search, view)).toBe(false);
    const bound = { id: ID, search: '?agencia=x%40y.z' };
    expect(hasOwnAgency(bound)).toBe(true);
    expect(of(savedViewSearch(bound, ['a@b.c'])).get('agencia')).toBe('x@y.z');
  });

  it('is changed by another filter, and by another agency only where it has one', () => {
    const search = of(savedViewSearch(view, ['a@b.c']));
    search.set('agencia', 'other@b.c');
    expect(isViewChanged(search, view)).toBe(false);
    expect(isViewChanged(search, { search: '?agencia=a%40b.c&buscar=rojo&marca=Fiat' })).toBe(true);
    search.set('marca', 'Ford');
    expect(isViewChanged(search, view)).toBe(true);
    search.set('marca', 'Fiat');
    search.set('pagina', '3');
    expect(isViewChanged(search, view)).toBe(false);
  });

  it('is unchanged when it is opened', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('marca', 'buscar', 'desde', 'agencia', 'cola'), fc.string()),
        (parameters) => {
          const search = toViewSearch(new URLSearchParams(parameters), { withAgency: true });
          expect(isViewChanged(of(savedViewSearch({ id: ID, search }, ['a@b.c'])), { search })).toBe(false);
        },
      ),
    );
  });

  it('is only a name where the view is built in', () => {
    expect(builtInViewSearch('hoy', ['a@b.c'])).toBe('vista=hoy&agencia=a%40b.c');
    expect(builtInViewSearch(undefined, ['a@b.c'])).toBe('agencia=a%40b.c');
    expect(builtInViewSearch('mias', ['a@b.c', 'd@b.c'])).toBe('vista=mias&agencia=a%40b.c&agencia=d%40b.c');
  });
});
