import { describe, expect, it } from 'vitest';
import { parseDeliveriesAddress } from './address.ts';
import { compareMembers } from './compare-members.ts';

describe('compared members', () => {
  const sent = {
    SID: 'a',
    Interesado: { Nombre: 'Ana', Telefono: '11', Nota: null },
    Auto: { Precio: { Moneda: 'ARS', Importe: 1 }, Extras: ['x'] },
    _links: { self: { href: '/v3/x' } },
  };

  it.each([
    ['nothing', sent, []],
    ['links that differ', { ...sent, _links: {} }, []],
    [
      'a value that changed',
      { ...sent, Auto: { ...sent.Auto, Precio: { Moneda: 'ARS', Importe: 2 } } },
      [{ path: 'Auto.Precio.Importe', sent: 1, current: 2 }],
    ],
    [
      'a list that grew',
      { ...sent, Auto: { ...sent.Auto, Extras: ['x', 'y'] } },
      [{ path: 'Auto.Extras', sent: ['x'], current: ['x', 'y'] }],
    ],
    [
      'members that went and came, null not being absence',
      { ...sent, Interesado: { Nombre: 'Ana', Telefono: null, Email: null } },
      [
        { path: 'Interesado.Telefono', sent: '11', current: null },
        { path: 'Interesado.Nota', sent: null, current: undefined },
        { path: 'Interesado.Email', sent: undefined, current: null },
      ],
    ],
  ])('show %s', (_, current, differing) => {
    const result = compareMembers(sent, current);
    expect(result.differing).toEqual(differing);
    expect(result.same.length).toBeGreaterThan(0);
  });

  it('are compared for any JSON value', () => {
    expect(compareMembers('x', [1])).toEqual({ differing: [], same: [] });
    expect(compareMembers(null, { a: 1 }).differing).toEqual([{ path: 'a', sent: undefined, current: 1 }]);
  });
});

describe('an address', () => {
  it.each([
    ['', {}, []],
    ['from=-7d&topic=x&outcome=caused', { from: '-7d', topic: 'x', outcome: 'caused' }, []],
    ['outcome=nada', {}, [{ parameter: 'outcome', value: 'nada' }]],
    ['to=31-12-2026', {}, [{ parameter: 'to', value: '31-12-2026' }]],
    ['before=abc', {}, [{ parameter: 'before', value: 'abc' }]],
    [`id=${'x'.repeat(65)}`, {}, [{ parameter: 'id', value: 'x'.repeat(65) }]],
  ])('%j is read', (search, query, unreadable) => {
    expect(parseDeliveriesAddress(new URLSearchParams(search))).toEqual({ query, unreadable });
  });
});
