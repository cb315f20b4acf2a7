import { describe, expect, it } from 'vitest';
import { readDeliveriesAddress } from './address.ts';
import { compared } from './compared.ts';

describe('members compared', () => {
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
      [{ path: 'Auto.Precio.Importe', sent: 1, now: 2 }],
    ],
    [
      'a list that grew',
      { ...sent, Auto: { ...sent.Auto, Extras: ['x', 'y'] } },
      [{ path: 'Auto.Extras', sent: ['x'], now: ['x', 'y'] }],
    ],
    [
      'members that went and came, null not being absence',
      { ...sent, Interesado: { Nombre: 'Ana', Telefono: null, Email: null } },
      [
        { path: 'Interesado.Telefono', sent: '11', now: null },
        { path: 'Interesado.Nota', sent: null, now: undefined },
        { path: 'Interesado.Email', sent: undefined, now: null },
      ],
    ],
  ])('tell %s', (_, now, differing) => {
    const found = compared(sent, now);
    expect(found.differing).toEqual(differing);
    expect(found.same.length).toBeGreaterThan(0);
  });

  it('bear anything that JSON can be', () => {
    expect(compared('x', [1])).toEqual({ differing: [], same: [] });
    expect(compared(null, { a: 1 }).differing).toEqual([{ path: 'a', sent: undefined, now: 1 }]);
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
  ])('%j is read', (search, asked, unreadable) => {
    expect(readDeliveriesAddress(new URLSearchParams(search))).toEqual({ asked, unreadable });
  });
});
