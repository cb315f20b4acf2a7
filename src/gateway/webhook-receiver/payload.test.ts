import { expect, it } from 'vitest';
import { OWN, SID } from '#testing/gateway-world.ts';
import { parseInquiryRef, parseOperator, parseRegistration } from './payload.ts';

it.each([
  [`/v3/consultas/${OWN}/${SID}`, OWN],
  [`HTTPS://S.example/V3/Consultas/${OWN}/${SID}/?x#y`, OWN],
  [`/v3/consultas/m%2Bn%C3%B1%40x.example/${SID}`, null],
  [`/v3/consultas/m%2Bn%40x.example/${SID}`, 'm+n@x.example'],
  [`/v3/consultas/m%2bn%40x.example/${SID}`, 'm+n@x.example'],
  [`/v3/consultas/100%@x.example/${SID}`, null],
  [`/v3/consultas/%FF@x.example/${SID}`, null],
  [`https://s.example/otra/v3/consultas/${OWN}/${SID}`, null],
  [`https:///v3/consultas/${OWN}/${SID}`, null],
  [`/v3/otras/${OWN}/${SID}`, null],
])('the inquiry at %s is of %s', (href, agency) => {
  expect(parseInquiryRef({ _links: { self: { href } } })).toEqual({ agency, sid: SID });
});

it.each([{}, { _links: {} }, { _links: { self: null } }, null, 'x'])('%j has no inquiry', (payload) => {
  expect(parseInquiryRef(payload)).toEqual({ agency: null, sid: null });
});

it.each([
  ['2026-03-05T11:00:00-03:00', Date.parse('2026-03-05T14:00:00Z')],
  ['1970-01-01T00:00:00Z', 0],
  ['ayer', null],
  [null, null],
  [undefined, null],
])('a registration at %j was at %j', (Momento, at) => {
  expect(parseRegistration({ AdminMail: OWN, Momento, Otro: 1 })).toEqual({ adminMail: OWN, at });
});

it.each([{}, { AdminMail: 'x' }, { AdminMail: OWN, Momento: 1 }, null])(
  '%j is no registration',
  (payload) => {
    expect(parseRegistration(payload)).toBeUndefined();
  },
);

it.each([
  [{ OperadorResponsable: OWN }, OWN],
  [{ OperadorResponsable: null }, null],
  [{ OperadorResponsable: 1 }, null],
  [{}, null],
  [null, null],
])('%j is of the operator %j', (payload, operator) => {
  expect(parseOperator(payload)).toBe(operator);
});
