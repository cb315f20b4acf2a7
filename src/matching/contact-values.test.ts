import { expect, it } from 'vitest';
import { cleanMail, cleanPhone, listMails, listPhones } from './contact-values.ts';

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
])('the phones of %j are %j', (text, phones) => expect(listPhones(text)).toEqual(phones));

it('a long cell yields no values', () => {
  const long = `${'a@'.repeat(50_000)}x`;
  expect(listMails(long)).toEqual([long]);
  expect(listPhones('1/'.repeat(50_000))).toHaveLength(1);
});
