import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareMembers, formatPayload, splitAtMatches } from './payload.ts';

it.each([
  ['{"a":"Ñandú ñ"}', 'ñ', ['Ñ', 'ñ']],
  ['a.b*c', '.b*', ['.b*']],
  ['aXa', 'x', ['X']],
  ['abc', '', []],
  ['abc', 'zz', []],
])('a search in %j finds every %j', (text, wanted, found) => {
  expect(splitAtMatches(text, wanted).filter((_, at) => at % 2 === 1)).toEqual(found);
});

it('a search keeps the whole text, whatever is searched', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, text, (all, wanted) => {
      expect(splitAtMatches(all, wanted).join('')).toBe(all);
    }),
  );
});

it('JSON is indented, and any other text is unchanged', () => {
  expect(formatPayload('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(formatPayload('{"a":')).toBe('{"a":');
});

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
