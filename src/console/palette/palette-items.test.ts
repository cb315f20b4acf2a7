import { describe, expect, it } from 'vitest';
import type { SavedItems } from '#console/session/saved-items.ts';
import { type Kind, type PaletteItem, groupItems } from './palette-items.ts';

const item = (kind: Kind, label: string, more: Partial<PaletteItem> = {}): PaletteItem => ({
  id: `/${label.toLowerCase()}`,
  kind,
  label,
  to: `/${label}`,
  ...more,
});
const NOTHING_SAVED: SavedItems = { recent: [], pinned: [] };
const ITEMS = [
  item('act', 'Llamar', { isSuggested: true }),
  item('page', 'Agencias', { isSuggested: true }),
  item('page', 'Invitar a una agencia'),
  item('view', 'Tarde', { isSuggested: true }),
  item('agency', 'Ruta 9', { detail: 'ventas@ruta9.example' }),
  item('agency', 'Autos del Sur', { detail: 'agencia@sur.example' }),
  item('catalog', 'Fiat'),
];

function group(query: string, saved: SavedItems = NOTHING_SAVED, sources: object = {}) {
  const groups = groupItems({ items: ITEMS, savedItems: [], found: [], ...sources }, query, saved);
  return groups.map(({ name, items }) => [name, ...items.map(({ label }) => label)].join(': '));
}

describe('the palette without a text', () => {
  it('lists actions, pages and views', () => {
    expect(group('')).toEqual(['act: Llamar', 'page: Agencias', 'view: Tarde']);
  });

  it('lists pinned and recent items first, and no page of the navigation twice', () => {
    const saved = { pinned: ['/fiat'], recent: ['/agencias', '/ruta 9', '/fiat', '/gone'] };
    expect(group('  ', saved).slice(0, 3)).toEqual(['pinned: Fiat', 'recent: Ruta 9', 'act: Llamar']);
  });

  it('lists at most eight recent items', () => {
    const savedItems = Array.from({ length: 20 }, (_, index) => item('inquiry', `Ana ${index}`));
    const recent = savedItems.map(({ id }) => id);
    const [first] = groupItems({ items: [], savedItems, found: [] }, '', { pinned: [], recent });
    expect([first?.items.length, first?.total]).toEqual([8, 20]);
  });
});

describe('a text in the palette', () => {
  it('finds items by the words of label and detail, without case and accents', () => {
    expect(group('rúta')).toEqual(['agency: Ruta 9']);
    expect(group('ventas ruta')).toEqual(['agency: Ruta 9']);
    expect(group('fiat sur')).toEqual([]);
  });

  it('finds pinned and recent items first, then those with a word that begins with it, then those that contain it', () => {
    expect(group('agencia')).toEqual(['page: Agencias: Invitar a una agencia', 'agency: Autos del Sur']);
    const saved = { pinned: ['/autos del sur'], recent: ['/invitar a una agencia'] };
    expect(group('agencia', saved)).toEqual([
      'pinned: Autos del Sur',
      'recent: Invitar a una agencia',
      'page: Agencias',
    ]);
    expect(group('ia')).toEqual([
      'page: Agencias: Invitar a una agencia',
      'agency: Autos del Sur',
      'catalog: Fiat',
    ]);
    expect(group('fia')).toEqual(['catalog: Fiat']);
  });

  it('lists six items of a kind and says how many there are', () => {
    const items = Array.from({ length: 9 }, (_, index) => item('agency', `Agencia ${index}`));
    const [agencies] = groupItems({ items, savedItems: [], found: [] }, 'agencia', NOTHING_SAVED);
    expect([agencies?.items.length, agencies?.total]).toEqual([6, 9]);
  });

  it('lists items of the server last, unless they are recent', () => {
    const ana = item('inquiry', 'Ana');
    const beto = item('inquiry', 'Fiatito');
    const sources = { savedItems: [ana], found: [ana, beto] };
    expect(group('ana', { pinned: [], recent: ['/ana'] }, sources)).toEqual([
      'recent: Ana',
      'inquiry: Fiatito',
    ]);
    expect(group('fiat', NOTHING_SAVED, { found: [beto] })).toEqual(['catalog: Fiat', 'inquiry: Fiatito']);
  });
});
