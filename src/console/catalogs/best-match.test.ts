import { describe, expect, it } from 'vitest';
import { rankEntries } from './best-match-queries.ts';
import { isComplete, readMatchRequest, requestPath, toMatchSearch } from './address.ts';
import { toEntry } from './entries.ts';

describe('a request value', () => {
  it.each([
    ['', { kind: 'make', value: '', state: '' }, false],
    ['make=maxda', { kind: 'make', value: 'maxda', state: '' }, true],
    ['bodystyle=%20', { kind: 'bodystyle', value: '', state: '' }, false],
    ['state=AR-S&city=rosario', { kind: 'city', value: 'rosario', state: 'AR-S' }, true],
    ['state=&city=rosario', { kind: 'city', value: 'rosario', state: '' }, false],
    ['color=gris+met&state=x', { kind: 'color', value: 'gris met', state: '' }, true],
  ] as const)('%j is read', (search, request, complete) => {
    expect(readMatchRequest(new URLSearchParams(search))).toEqual(request);
    expect(isComplete(request)).toBe(complete);
    expect(readMatchRequest(new URLSearchParams(toMatchSearch(request)))).toEqual(request);
  });

  it('has its own request, and a colour has none', () => {
    expect(requestPath({ kind: 'city', value: 'Bs & As', state: 'AR-B' })).toBe(
      '/v3/ciudades/bestmatch?state=AR-B&city=Bs+%26+As',
    );
    expect(requestPath({ kind: 'color', value: 'gris', state: '' })).toBeUndefined();
  });
});

describe('colours', () => {
  const colors = [
    ['Gris', '#808080'],
    ['Gris oscuro', '#404040'],
    ['Bordó', '#6D071A'],
  ].map(([Nombre = '', HtmlColor = ''], at) =>
    toEntry({ Nombre, HtmlColor, _links: { self: { href: `/v3/colores/${at + 1}` } } }),
  );

  it.each([
    ['gris', 'Gris', 'same'],
    ['GRIS OSCURO', 'Gris oscuro', 'same'],
    ['bordo', 'Bordó', 'same'],
    ['#6d071a', 'Bordó', 'code'],
    ['/v3/colores/2', 'Gris oscuro', 'code'],
    ['grsi', 'Gris', 'closeness'],
  ])('%s means %s by %s', (value, name, signal) => {
    const [best] = rankEntries('color', value, colors);
    expect(best?.candidate.entry.name).toBe(name);
    expect(best?.signals[0]?.signal).toBe(signal);
  });

  it('match nothing below the lowest score', () =>
    expect(rankEntries('color', 'turquesa', colors)).toEqual([]));
});
