import { expect, it } from 'vitest';
import {
  cleanMail,
  cleanPhone,
  isMailAddress,
  isPhone,
  listMails,
  listPhones,
  toLine,
} from './contact-values.ts';

it.each([
  ['ana@x.example', 'ana@x.example'],
  ['Ana Paz <ana@x.example>', 'ana@x.example'],
  ['"Paz, Ana" <ana@x.example>;', 'ana@x.example'],
  ['<ana@x.example>', 'ana@x.example'],
  ['mailto:ana@x.example', 'ana@x.example'],
  ['E-mail: ana@x.example', 'ana@x.example'],
  ['ana@x.example.', 'ana@x.example'],
  ['ana@x.example,', 'ana@x.example'],
  ['(ana@x.example)', 'ana@x.example'],
  [' ana@x.example\u200B ', 'ana@x.example'],
  ['correo', 'correo'],
  ['Ana <>', ''],
  ['Ana <ana@x.example> casa', 'Ana <ana@x.example> casa'],
  ['Ana <ana@x.example>., ;', 'ana@x.example'],
  ['a@b <ana@x.example>', 'a@b <ana@x.example>'],
  ["'ana@x.example'", 'ana@x.example'],
  ['Correo electrónico : ana@x.example', 'ana@x.example'],
  ['mail:ana@x.example', 'ana@x.example'],
  ['email ana@x.example', 'email ana@x.example'],
  ['a'.repeat(300) + '.', 'a'.repeat(300) + '.'],
  ['a'.repeat(299) + '.', 'a'.repeat(299)],
  ['sin mail', 'sin mail'],
  ['', ''],
])('the mail of %j is %j', (text, mail) => expect(cleanMail(text)).toBe(mail));

it.each([
  ['Tel: (0341) 555-0001', '0341 555-0001'],
  ['Tel. 0341.555.0001', '0341 555 0001'],
  ['Cel 341 555 0001.', '341 555 0001'],
  ['WhatsApp: +54 9 341 555–0001', '+54 9 341 555-0001'],
  ['4555-1234 int. 12', '4555-1234'],
  ['4555-1234 interno 12', '4555-1234'],
  ['4555-1234 ext 3', '4555-1234'],
  ['4555-1234x3', '4555-1234'],
  ['telegrama', 'telegrama'],
  ['1‐2‑3–4—5-6', '1-2-3-4-5-6'],
  ['Teléfonos: 4555', '4555'],
  ['fijo 4555', '4555'],
  ['Móvil.: 4555', '4555'],
  ['wsp +54', '+54'],
  ['wpp (11)', '11'],
  ['whats app 4555', '4555'],
  ['mobile 4555', '4555'],
  ['phone 4555', '4555'],
  ['cell 4555', '4555'],
  ['celular 4555', '4555'],
  ['tel: a', 'tel: a'],
  ['mi tel 4555', 'mi tel 4555'],
  ['4555 extensión: 1', '4555'],
  ['4555 int. 123456', '4555'],
  ['4555 int 1234567', '4555 int 1234567'],
  ['4555 int 1 b', '4555 int 1 b'],
  ['4555;', '4555'],
  ['4555 .,;', '4555'],
  ['4555,;:,', '4555,'],
  ['1'.repeat(300) + '.', '1'.repeat(300) + '.'],
  ['1'.repeat(299) + '.', '1'.repeat(299)],
  ['', ''],
])('the phone of %j is %j', (text, phone) => expect(cleanPhone(text)).toBe(phone));

it.each([
  ['a@x.example / b@x.example', ['a@x.example', 'b@x.example']],
  ['a@x.example; Ana <b@x.example>', ['a@x.example', 'b@x.example']],
  ['a@x.example, no tiene otro', ['a@x.example']],
  ['no tiene', ['no tiene']],
])('the mails of %j are %j', (text, mails) => expect(listMails(text)).toEqual(mails));

it.each([
  ['0341 555-0001 / 0341 555-0002', ['0341 555-0001', '0341 555-0002']],
  ['Tel: 0341 555-0001 o cel: 341 555 0002', ['0341 555-0001', '341 555 0002']],
  ['4555-1234/35', ['4555-1234']],
  ['no tiene', ['no tiene']],
  ['341 555-0001 / 555-0002', ['341 555-0001', '3415550002']],
  ['0341 15-555-0001 o 555 0002', ['0341 15-555-0001', '0341155550002']],
  ['341 555-0001 / 55-02', ['341 555-0001']],
  ['4555-1234 / 4555-1235', ['4555-1234', '4555-1235']],
  ['341 5550001 - 341 5550002', ['341 5550001', '341 5550002']],
  ['3415550001 3415550002', ['3415550001', '3415550002']],
  ['341 555 - 0001', ['341 555 - 0001']],
  ['+54 9 341 5550001', ['+54 9 341 5550001']],
  ['341 555-0001 (int. 12) / 341 555-0002 (casa)', ['341 555-0001', '341 555-0002']],
  ['5493415550001.0', ['5493415550001']],
  ['5,49351E+11', ['5,49351E+11']],
])('the phones of %j are %j', (text, phones) => expect(listPhones(text)).toEqual(phones));

it('a long cell yields no values', () => {
  const long = `${'a@'.repeat(50_000)}x`;
  expect(listMails(long)).toEqual([long]);
  expect(listPhones('1/'.repeat(50_000))).toHaveLength(1);
});

it.each([
  [' a\u200B\n b\uFEFF', 'a b'],
  ['', ''],
])('the line of %j is %j', (text, line) => expect(toLine(text)).toBe(line));

it.each([
  ['a@x.example', true],
  ['a@x', false],
  ['a@x.', false],
  ['a b@x.example', false],
  ['a@x.example,', false],
  ['a@x.example b', false],
  ['@x.example', false],
  ['a@.example', false],
  ['a@@x.example', false],
  [`${'a'.repeat(290)}@x.example`, true],
  [`${'a'.repeat(291)}@x.example`, false],
])('%j is a mail address: %s', (text, is) => expect(isMailAddress(text)).toBe(is));

it.each([
  ['12345678', true],
  ['1234567', false],
  ['+1 2-345678', true],
  ['1+2345678', false],
  ['12345678x', false],
  ['x12345678', false],
  ['1'.repeat(24), true],
  ['1'.repeat(25), false],
])('%j is a phone number: %s', (text, is) => expect(isPhone(text)).toBe(is));

it('a cell of 300 characters is parted, a longer one is not', () => {
  const cell = (length: number) => `a@x.example;${'b'.repeat(length - 22)}@x.example`.slice(0, length);
  expect(cell(300)).toHaveLength(300);
  expect(listMails(cell(300))).toHaveLength(2);
  expect(listMails(cell(301))).toEqual([cell(301)]);
});

it('a cell has five values at most, each once', () => {
  const mails = [1, 2, 3, 4, 5, 6].map((number) => `a${number}@x.example`);
  expect(listMails(mails.join(' / '))).toEqual(mails.slice(0, 5));
  expect(listMails('a@x.example; a@x.example')).toEqual(['a@x.example']);
});

it.each(['/', ';', '|', ',', '\n', ' y ', ' o ', ' e ', ' or ', ' and '])(
  'values are parted by %j',
  (separator) => {
    expect(listPhones(`11 4444 3331${separator}11 4444 3332`)).toEqual(['11 4444 3331', '11 4444 3332']);
  },
);
