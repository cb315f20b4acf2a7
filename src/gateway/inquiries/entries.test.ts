import { expect, it } from 'vitest';
import { toBuyerColumns } from './entries.ts';

it.each([
  ['1234-5678', '12345678'],
  ['123-4567', null],
  ['0351 15-555-0111', '3515550111'],
  ['11111111', null],
  ['11111112', '11111112'],
  [12345678, null],
  ['', null],
  [null, null],
])('the phone %j identifies a buyer as %j', (phone, key) => {
  expect(toBuyerColumns({ phone })).toEqual({ phone_key: key, mail_key: null, document_key: null });
});

it.each([
  ['12.345-6', '123456'],
  ['12.345', null],
  [123456, '123456'],
  [12345, null],
  ['222222', null],
  [['123456'], null],
  [null, null],
])('the document %j identifies a buyer as %j', (document, key) => {
  expect(toBuyerColumns({ document })).toEqual({ phone_key: null, mail_key: null, document_key: key });
});

it.each([
  [' Ana@X.example ', 'ana@x.example'],
  [' ', null],
  [5, null],
])('the mail %j identifies a buyer as %j', (mail, key) => {
  expect(toBuyerColumns({ mail })).toEqual({ phone_key: null, mail_key: key, document_key: null });
});
