import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mailLink, whatsappLink } from './contact-links.ts';

it.each([
  [{}, 'mailto:ana@correo.example'],
  [{ subject: 'Tu consulta & más' }, 'mailto:ana@correo.example?subject=Tu%20consulta%20%26%20m%C3%A1s'],
  [{ text: 'Hola\n¿Venís?' }, 'mailto:ana@correo.example?body=Hola%0D%0A%C2%BFVen%C3%ADs%3F'],
  [
    { subject: 'a\r\nbcc: otra@correo.example', text: 'x' },
    'mailto:ana@correo.example?subject=a%20bcc%3A%20otra%40correo.example&body=x',
  ],
])('a mail link is built with %j', (fields, link) =>
  expect(mailLink('ana@correo.example', fields)).toBe(link),
);

it('a WhatsApp link is built with and without a text', () => {
  expect(whatsappLink('5491155550102')).toBe('https://wa.me/5491155550102');
  expect(whatsappLink('5491155550102', 'Hola & chau\n#1')).toBe(
    'https://wa.me/5491155550102?text=Hola%20%26%20chau%0A%231',
  );
});

it('any text is encoded and changes no other part of the link', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const whatsapp = new URL(whatsappLink('5491155550102', text));
      expect(whatsapp.host + whatsapp.pathname + whatsapp.hash).toBe('wa.me/5491155550102');
      expect(whatsapp.searchParams.get('text') ?? '').toBe(text.toWellFormed());
      const mail = new URL(mailLink('ana@correo.example', { subject: text, text }));
      expect(mail.pathname + mail.hash).toBe('ana@correo.example');
      expect([...mail.searchParams.keys()]).toEqual(text ? ['subject', 'body'] : []);
    }),
  );
});
