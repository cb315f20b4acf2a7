import { expect, it } from 'vitest';
import { isAskedFor } from './asked-for.ts';

// 23:30 of the first in Buenos Aires.
const INQUIRY = {
  Momento: '2026-03-02T02:30:00Z',
  OperadorResponsable: ' Ana@Ruta9.example ',
  Auto: { ExternalId: 'X-1' },
};

it.each([
  [{}, true],
  [{ operador: 'ana@ruta9.example', externalid: 'x-1' }, true],
  [{ operador: 'otra@ruta9.example' }, false],
  [{ externalid: 'x' }, false],
  [{ desde: '2026-03-01', hasta: '2026-03-01' }, true],
  [{ desde: '2026-03-02' }, false],
  [{ hasta: '2026-02-28' }, false],
  [{ hasta: '2026-03-01' }, true],
])('%j: %s', (asked, expected) => {
  expect(isAskedFor(INQUIRY, asked, 'America/Argentina/Buenos_Aires')).toBe(expected);
});

it('has none of a day that cannot be read where days are asked for', () => {
  const unread = { ...INQUIRY, Momento: 'ayer' };
  expect(isAskedFor(unread, { hasta: '2026-03-05' }, 'UTC')).toBe(false);
  expect(isAskedFor(unread, {}, 'UTC')).toBe(true);
});
