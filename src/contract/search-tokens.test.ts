import { describe, expect, it } from 'vitest';
import { AGENCY_MARK, fold, hasOnlyShortWords, nationalNumber, parseSearch, searchTokens } from './search.ts';

const LOCAL_MARK = '\uE001';
const prefix = (token: string) => ({ token, prefix: true });
const local = (digits: string) => ({ token: LOCAL_MARK + digits, prefix: false });

it.each([
  ['ÑANDÚ', 'nandu'],
  ['Ünal', 'unal'],
])('%j is compared as %j', (text, folded) => expect(fold(text)).toBe(folded));

it.each([
  ['0054 9 351 555 0111', '3515550111'],
  ['54 351 555 0111', '3515550111'],
  ['5491144443333', '1144443333'],
  ['54123', '54123'],
  ['54 1234 567', '541234567'],
  ['54 1234 5678', '12345678'],
  ['2966 15 123456', '2966123456'],
  ['351 15 5550111', '3515550111'],
  ['1115 44443333', '1144443333'],
  ['999912345678', '999912345678'],
  ['15 123456', '123456'],
  ['15 12345', '1512345'],
  ['15 123456789', '15123456789'],
  ['0 15 12345678', '12345678'],
  ['00351', '0351'],
  ['', ''],
])('%j is dialled as %j', (phone, number) => expect(nationalNumber(phone)).toBe(number));

describe('tokens of an inquiry', () => {
  const empty = { Momento: '', Auto: {}, Interesado: {}, _links: {} };

  it('are the words of its texts, each once', () => {
    const tokens = searchTokens({
      ...empty,
      Auto: {
        Marca: 'Fiat',
        Modelo: 'Uno',
        VersionYear: 1994,
        Version: 'SCR',
        ExternalId: 'U-1',
        Color: 'Rojo',
      },
      Interesado: {
        Nombre: 'Ana',
        Apellido: 'Paz',
        Email: 'ana@x.example',
        Provincia: 'Salta',
        Ciudad: 'Cafayate',
        Comentario: '¿Está?',
        Interes: 'Comprar',
      },
      OperadorResponsable: 'eva@y.example',
    });
    expect(tokens).toEqual('ana paz fiat uno 1994 scr u 1 x example salta cafayate esta eva y'.split(' '));
  });

  it.each<[string | number | null, string[]]>([
    ['123', ['123']],
    ['0', []],
    ['s/n', []],
    [null, []],
    ['1234', ['1234', '1234', `${LOCAL_MARK}1234`]],
    ['12345', ['12345', '2345', `${LOCAL_MARK}12345`]],
    ['123-456', ['123456', '3456', `${LOCAL_MARK}123456`]],
    ['1234567', ['1234567', '234567', '4567', `${LOCAL_MARK}1234567`]],
    [12345678, ['12345678', '2345678', '345678', '5678', `${LOCAL_MARK}12345678`]],
    ['123456789', ['123456789', '23456789', '3456789', '456789', '6789', `${LOCAL_MARK}123456789`]],
    ['3511234567', ['3511234567', '11234567', '1234567', '234567', '4567']],
    ['+54 9 351 1234567', ['3511234567', '5493511234567', '11234567', '1234567', '234567', '4567']],
  ])('of the phone or document %j are %j', (value, expected) => {
    const tokens = [...new Set(expected)];
    expect(searchTokens({ ...empty, Interesado: { Telefono: value } })).toEqual(tokens);
    expect(searchTokens({ ...empty, Interesado: { DocIdentidad: value } })).toEqual(tokens);
  });

  it('of other values are none', () => {
    expect(
      searchTokens({ ...empty, Interesado: { Telefono: ['1144443333'], DocIdentidad: {}, Ciudad: 5 } }),
    ).toEqual([]);
  });
});

it.each<[string, ReturnType<typeof parseSearch>]>([
  ['', []],
  ['a', []],
  ['ab', [[[prefix('ab')]]]],
  ['12', []],
  ['123', [[[prefix('123')]]]],
  ['Ana ana PAZ', [[[prefix('ana')], [prefix('paz')]]]],
  ['a1', [[[prefix('a1')]]]],
  ['1234', [[[prefix('1234')]], [[prefix('1234'), prefix('1234')]]]],
  ['1234 ab', [[[prefix('1234')], [prefix('ab')]], [[prefix('1234'), prefix('1234')]]]],
  ['1234 abcd', [[[prefix('1234')], [prefix('abcd')]]]],
  ['1 2 3 4', [[[prefix('1234'), prefix('1234')]]]],
  ['1 2 3', []],
  ['0-1-2-3', [[[prefix('123'), prefix('0123')]]]],
  ['0-0-1-2', [[[prefix('012'), prefix('0012')]]]],
  ['123456', [[[prefix('123456')]], [[prefix('123456'), prefix('123456')]]]],
  ['1234567', [[[prefix('1234567')]], [[prefix('1234567'), prefix('1234567'), local('234567')]]]],
  [
    '0351 123-4567',
    [
      [[prefix('0351')], [prefix('123')], [prefix('4567')]],
      [[prefix('3511234567'), prefix('03511234567'), local('11234567'), local('1234567'), local('234567')]],
    ],
  ],
])('a search for %j asks for %j', (text, alternatives) => {
  expect(parseSearch(text)).toEqual(alternatives);
});

it('a search has eight words at most', () => {
  const words = 'aa bb cc dd ee ff gg hh ii'.split(' ');
  expect(parseSearch(words.join(' '))).toEqual([words.slice(0, 8).map((word) => [prefix(word)])]);
});

it('marks are no words', () => {
  expect(hasOnlyShortWords(`${AGENCY_MARK} ${LOCAL_MARK}`)).toBe(false);
  expect([AGENCY_MARK, LOCAL_MARK].map((mark) => mark.length)).toEqual([1, 1]);
});
