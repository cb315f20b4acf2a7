import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mailLink, whatsappLink } from './links.ts';

it.each([
  [{}, 'mailto:ana@correo.example'],
  [{ subject: 'Tu consulta & más' }, 'mailto:ana@correo.example?subject=Tu%20consulta%20%26%20m%C3%A1s'],
  [{ text: 'Hola\n¿Venís?' }, 'mailto:ana@correo.example?body=Hola%0D%0A%C2%BFVen%C3%ADs%3F'],
  [
    { subject: 'a\r\nbcc: otra@correo.example', text: 'x' },
    'mailto:ana@correo.example?subject=a%20bcc%3A%20otra%40correo.example&body=x',
  ],
])('a mail of %j', (letter, link) => expect(mailLink('ana@correo.example', letter)).toBe(link));

it('WhatsApp with a text and without', () => {
  expect(whatsappLink('5491155550102')).toBe('https://wa.me/5491155550102');
  expect(whatsappLink('5491155550102', 'Hola & chau\n#1')).toBe(
    'https://wa.me/5491155550102?text=Hola%20%26%20chau%0A%231',
  );
});

it('whatever is written arrives as it was written, and nowhere else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const message = new URL(whatsappLink('5491155550102', text));
      expect(message.host + message.pathname + message.hash).toBe('wa.me/5491155550102');
      expect(message.searchParams.get('text') ?? '').toBe(text.toWellFormed());
      const letter = new URL(mailLink('ana@correo.example', { subject: text, text }));
      expect(letter.pathname + letter.hash).toBe('ana@correo.example');
      expect([...letter.searchParams.keys()]).toEqual(text ? ['subject', 'body'] : []);
    }),
  );
});
