import { describe, expect, it } from 'vitest';
import { addressOf, pathParams } from './endpoint.ts';
import { escapeFormulas } from './escape-formulas.ts';
import { BUILT_IN_VIEW_NAMES, isBuiltInView } from './inbox-filter-names.ts';
import { personName, vehicleName } from './inquiry-names.ts';
import { isSameMail } from './is-same-mail.ts';
import { lookUp } from './look-up.ts';
import { mediaTypes } from './media-types.ts';
import { GATEWAY_CODES, gatewayCode } from './problem.ts';
import { isSameSid, sidOf } from './sid.ts';

it('names are put together of what is present', () => {
  expect(personName({ Nombre: 'Ana', Apellido: 'Paz' })).toBe('Ana Paz');
  expect(personName({ Nombre: null, Apellido: 'Paz' })).toBe('Paz');
  expect(personName({})).toBe('');
  expect(vehicleName({ Marca: 'Fiat', Modelo: 'Uno', VersionYear: 1994 })).toBe('Fiat Uno 1994');
  expect(vehicleName({ Marca: 'Fiat', Modelo: '', VersionYear: null })).toBe('Fiat');
});

it.each([
  ['a@x.example', ' A@X.example ', true],
  [' A@x.example', 'a@x.example', true],
  ['a@x.example', 'b@x.example', false],
])('%j and %j are one mail: %s', (a, b, same) => {
  expect(isSameMail(a, b)).toBe(same);
  expect(isSameMail(b, a)).toBe(same);
});

it('a table is read by its own names', () => {
  expect(lookUp({ a: 1 }, 'a')).toBe(1);
  expect(lookUp({ a: 1 }, 'b')).toBeUndefined();
  expect(lookUp({ a: 1 }, 'toString')).toBeUndefined();
});

it('media types have the name of the vendor', () => {
  expect(mediaTypes('acme')).toEqual({
    full: ['application/json', 'text/json', 'application/vnd.acme.entry+json'],
    ref: 'application/vnd.acme.ref+json',
  });
});

it('a problem of the gateway is known by its type', () => {
  for (const code of GATEWAY_CODES) expect(gatewayCode(`/problems/${code}`)).toBe(code);
  for (const type of [
    'busy',
    '/problems/',
    '/problems/x',
    'https://x.example/problems/busy',
    '/problems/busy/',
  ])
    expect(gatewayCode(type)).toBeUndefined();
});

it('a built-in view is known by its name', () => {
  expect(BUILT_IN_VIEW_NAMES.every((name) => isBuiltInView(name))).toBe(true);
  expect(['', 'Esperando', 'x'].some((name) => isBuiltInView(name))).toBe(false);
});

describe('the address of an endpoint', () => {
  const endpoint = { path: '/v3/a/{adminMail}/{sid}' };

  it('has its parameters, percent-encoded but for @', () => {
    expect(pathParams(endpoint.path)).toEqual(['adminMail', 'sid']);
    expect(pathParams('/v3')).toEqual([]);
    expect(addressOf(endpoint, { adminMail: 'a+b@x@y.example', sid: 1 })).toBe('/v3/a/a%2Bb@x@y.example/1');
    expect(addressOf({ path: '/{a}/{a}' }, { a: '\uD800/?' })).toBe('/%EF%BF%BD%2F%3F/%EF%BF%BD%2F%3F');
    expect(addressOf({ path: '/v3' })).toBe('/v3');
  });

  it('has a query of what is given, arrays repeated', () => {
    const query = { a: 'ñ&', b: undefined, c: [1, 2] as unknown as string[], d: false, e: 0, f: [] };
    expect(addressOf({ path: '/v3' }, {}, query)).toBe('/v3?a=%C3%B1%26&c=1&c=2&d=false&e=0');
    expect(addressOf({ path: '/v3' }, {}, {})).toBe('/v3');
    expect(addressOf({ path: '/v3' }, {}, { a: undefined })).toBe('/v3');
  });
});

describe('the sid of links', () => {
  const [A, B] = ['A'.repeat(20), 'B~.-_1'.repeat(5)];
  const self = (href: string) => ({ _links: { self: { href } } });
  it.each([
    [self(`/x/${A}`), A],
    [self(`/x/${B}`), B],
    [self(`/x/${A}/`), A],
    [self(`/x/${A}/?y`), A],
    [self(`/x/${A}#y`), A],
    [self(`/x/${A}/y`), undefined],
    [self(`/x/${A.slice(1)}`), undefined],
    [self(`/x/${B}1`), undefined],
    [self(A), undefined],
    [self(`/v3/consultas/a@x.example/${A}/resendwebhook`), A],
    [self(`/v3/consultas/a@x.example/y/${A}/x`), undefined],
    [{ _links: { self: { href: `/x/${A}` }, next: { href: `/v3/consultas/a/${'C'.repeat(20)}` } } }, A],
    [
      {
        _links: {
          a: { href: '/x' },
          b: { href: `/V3/CONSULTAS/a/${A}?x` },
          c: { href: `/v3/consultas/a/${B}` },
        },
      },
      A,
    ],
    [{ _links: { b: { href: `/v3/consultas/a/${A}x${B}` } } }, undefined],
    [{ _links: { b: { href: `/v3/consultas//${A}` } } }, undefined],
    [{ _links: null }, undefined],
    [{}, undefined],
  ])('%j is %s', (entry, sid) => expect(sidOf(entry)).toBe(sid));

  it('is the same in any case', () => {
    expect(isSameSid('aB', 'Ab')).toBe(true);
    expect(isSameSid('a', 'b')).toBe(false);
    expect(isSameSid(undefined, undefined)).toBe(false);
    expect(isSameSid('a', undefined)).toBe(false);
    expect(isSameSid(undefined, 'a')).toBe(false);
  });
});

it.each([
  ['=1', "'=1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@a', "'@a"],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠1', "'＠1"],
  ['﹦1', "'﹦1"],
  ['﹢1', "'﹢1"],
  ['﹣1', "'﹣1"],
  ['﹫1', "'﹫1"],
  ['  =1', "  '=1"],
  ['"=1', `"'=1`],
  ['\u200B\u2800=1', "\u200B\u2800'=1"],
  ['\u3164=1', "\u3164'=1"],
  ['a=1', 'a=1'],
  ['a;=1', "a;'=1"],
  ['a,+1', "a,'+1"],
  ['a\n-1', "a\n'-1"],
  ['a\u2028@1', "a\u2028'@1"],
  ['a\u2029@1', "a\u2029'@1"],
  ['a; "=1;b', `a; "'=1;b`],
  ['==1', "'==1"],
  ['1-1', '1-1'],
  ['', ''],
  [' ', ' '],
])('the cell %j is written %j', (cell, escaped) => expect(escapeFormulas(cell)).toBe(escaped));
