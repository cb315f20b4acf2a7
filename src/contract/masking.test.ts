import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXPORT_COLUMNS } from '#contract/desk/export.ts';
import {
  maskContactsWithin,
  maskFullName,
  maskInquiry,
  maskMail,
  maskName,
  maskPhone,
  maskSurname,
  maskValue,
} from './masking.ts';

const MASKED_COLUMNS = EXPORT_COLUMNS.filter((column) => maskValue(column, '123456 @') !== '123456 @');
const countDigits = (text: string) => text.match(/\d/g)?.length ?? 0;
const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), minLength, maxLength });

describe('a masked value', () => {
  it.each([
    ['Interesado.Telefono', '+54 9 11 5555 1234', '+54 9 11 •••• 1234'],
    ['Interesado.Telefono', '011 4444-5555', '011 ••••-5555'],
    ['Interesado.Telefono', '4444-5555', '••••-5555'],
    ['Interesado.Telefono', '5555', '••••'],
    ['Interesado.Telefono', '555 1234', '••• ••••'],
    ['Interesado.Telefono', '0054911 5555 1234', '00549•• •••• 1234'],
    ['Interesado.Telefono', 'Juan 1155551234', '•••• 11••••1234'],
    ['Interesado.Telefono', '١١٥٥٥٥', '••••••'],
    ['Interesado.Telefono', 1155551234, '11••••1234'],
    ['Interesado.Telefono', { Numero: '1155551234' }, '•••'],
    ['Interesado.Email', 'ana.perez@mail.example', 'a•••@mail.example'],
    ['Interesado.Email', 'a@mail.example', '•••@mail.example'],
    ['Interesado.Email', 'ana', '•••'],
    ['Interesado.Email', 'ana@mail.example 11 5555 1234', '•••'],
    ['Interesado.Email', 'ana@1155551234', '•••'],
    ['Interesado.DocIdentidad', '30.123.456', '•••456'],
    ['Interesado.DocIdentidad', '123', '•••'],
    ['Interesado.DocIdentidad', '123.456', '•••'],
    ['Interesado.DocIdentidad', '1.234.567', '•••567'],
    ['Interesado.Nombre', 'Ana', 'Ana'],
    ['Interesado.Nombre', ' Ana  de la Cruz', 'Ana d••• l••• C•••'],
    ['Interesado.Nombre', '1155551234', '•••'],
    ['Interesado.Nombre', 'ana@mail.example Ana', '••• A•••'],
    ['Interesado.Apellido', '𐐀lvarez Ñandú O', '𐐀••• Ñ••• •••'],
    ['Interesado.Comentario', 'Llamame al (011) 15-5555-1234, ana@x.example', 'Llamame al •••, •••'],
    ['Interesado.Comentario', 'Fiat 500 del 2019, en 3 cuotas', 'Fiat 500 del 2019, en 3 cuotas'],
    ['Interesado.Comentario', '+5491155551234', '•••'],
    ['Interesado.Comentario', 'Al 11-5555-1234.', 'Al •••.'],
    ['Interesado.Comentario', 'Código 12345, o 123456', 'Código 12345, o •••'],
    ['Interesado.Comentario', '1 - - 2 - - 3 - - 4 - - 5 - - 6', '•••'],
    ['Interesado.Comentario', '12345 - - -6', '12345 - - -6'],
    ['Interesado.Comentario', 'Al 11,5555,1234 o 4444–5555', 'Al ••• o •••'],
    ['Interesado.Comentario', 'Al 11·5555·1234', 'Al •••'],
    ['Interesado.Comentario', 'Al 1\u200B1\u200B5\u20605\u00AD5\uFEFF5', 'Al •••'],
    ['Interesado.Comentario', 'Al １１ ５５５５ １２３４', 'Al •••'],
    ['Interesado.Comentario', '1️⃣1️⃣5️⃣5️⃣5️⃣5️⃣', '•••'],
    ['Interesado.Comentario', 'ana＠x．example y ana @ x.example', '••• y •••'],
    ['Interesado.Comentario', 'ana@\u200Bx.example, ana (at) x.example', '••• •••'],
    ['Interesado.Email', 'a@1155551234.example', '•••'],
    ['Interesado.Ciudad', 'Rosario 341 555 1234', 'Rosario •••'],
    ['Interesado.Provincia', 'Santa Fe', 'Santa Fe'],
    ['Interesado.Email', null, null],
    ['Interesado.Email', '', ''],
    ['Auto.ExternalId', '1155551234', '1155551234'],
  ] as const)('of %s: %j is %j', (column, value, masked) => {
    expect(maskValue(column, value)).toBe(masked);
  });

  it('is masked once: a column of the buyer is never as it was', () => {
    const canary = 'canaria 1155551234 canaria@x.example';
    for (const column of EXPORT_COLUMNS) {
      const isOfBuyer =
        /^Interesado\.(?:Nombre|Apellido|Email|Telefono|DocIdentidad|Comentario|Interes|Provincia|Ciudad|.*Marca|.*Modelo)$/.test(
          column,
        );
      expect([column, maskValue(column, canary) === canary]).toEqual([column, !isOfBuyer]);
    }
  });
});

describe('a masked inquiry', () => {
  it('has no contact in any member, also unknown ones, and the rest as it was', () => {
    const inquiry = {
      Momento: '2026-03-05T11:00:00-03:00',
      Auto: {
        Marca: 'Fiat',
        ExternalId: '1155551234',
        Precio: { Moneda: 'ARS', Importe: 15_000_000 },
        Suyo: 'abc',
      },
      OperadorResponsable: 'ventas@ruta9.example',
      Celular: 1_155_551_234,
      Largo: JSON.rawJSON('115555123411555512341'),
      Nota: ['Llamar al 11 5555 1234', { mas: 'ana@x.example', vacio: null }],
      _links: { self: { href: '/v3/consultas/ventas@ruta9.example/01JCXXXXXXXXXXXXXXXXXXXXXX' } },
    };
    const Interesado = {
      Nombre: 'Ana',
      Apellido: 'Paz',
      Telefono: '11 5555 1234',
      Email: { texto: 'ana@x.example' },
      Provincia: 'Santa Fe',
      InfoOperacion: { EntregaVehiculo: { VersionYear: '1155551234' }, Suyo: 'Paz' },
      Apodo: 'Pacita',
      Hijos: 2,
      Acepta: true,
    };
    expect(maskInquiry({ ...inquiry, Interesado })).toEqual({
      ...inquiry,
      Celular: '•••',
      Largo: '•••',
      Nota: ['Llamar al •••', { mas: '•••', vacio: null }],
      Interesado: {
        Nombre: 'Ana',
        Apellido: 'P•••',
        Telefono: '11 •••• 1234',
        Email: '•••',
        Provincia: 'Santa Fe',
        InfoOperacion: { EntregaVehiculo: { VersionYear: '•••' }, Suyo: '•••' },
        Apodo: '•••',
        Hijos: '•••',
        Acepta: true,
      },
    });
    for (const person of ['Ana 11 5555 1234', ['Ana']])
      expect(JSON.stringify(maskInquiry({ Interesado: person }))).not.toContain('Ana');
  });

  it('of a reference keeps the link, and hides the title', () => {
    const href = '/v3/consultas/ventas@ruta9.example/01JCXXXXXXXXXXXXXXXXXXXXXX';
    expect(maskInquiry({ href, title: 'Ana Paz: Fiat' })).toEqual({ href, title: '•••' });
  });

  it('has no contact of a generated person, wherever it is written', () => {
    const number = fc.stringMatching(/^[1-9]\d{9}$/);
    const surname = fc.stringMatching(/^[A-Z][a-z]{6,12}qx$/);
    const mailbox = fc.stringMatching(/^[a-z]{8,12}$/);
    fc.assert(
      fc.property(number, number, surname, mailbox, (phone, document, Apellido, local) => {
        const text = `Soy ${local}@x.example, ${phone}`;
        const masked = JSON.stringify(
          maskInquiry({
            Interesado: {
              Nombre: `Ana ${phone}`,
              Apellido,
              Email: `${local}@x.example`,
              Telefono: phone,
              DocIdentidad: document,
              Comentario: text,
              Ciudad: text,
              Otro: Apellido,
            },
            Otro: text,
          }),
        );
        for (const secret of [phone, document, Apellido, local]) expect(masked).not.toContain(secret);
      }),
    );
  });

  it.each([
    ['Ana Paz', 'Ana P•••'],
    ['Ana P•••', 'Ana P•••'],
    ['Paz', 'P•••'],
  ])('the name %j is %j', (name, masked) => expect(maskFullName(name)).toBe(masked));
});

describe('masking', () => {
  it('hides at least four digits of a phone, or all', () => {
    const phone = fc.string({ unit: fc.constantFrom(...'0123456789+ -().'.split('')), maxLength: 40 });
    fc.assert(
      fc.property(phone, (text) => {
        const [all, shown] = [countDigits(text), countDigits(maskPhone(text))];
        expect(shown).toBeLessThanOrEqual(Math.min(9, Math.max(0, all - 4)));
        expect(maskPhone(text)).toHaveLength(text.length);
      }),
    );
  });

  it('shows one character of the name of a mailbox at most', () => {
    const local = fc.stringMatching(/^[a-z0-9._+-]{1,30}$/);
    fc.assert(
      fc.property(local, (name) => {
        const [shown] = maskMail(`${name}@mail.example`).split('@');
        expect(['•••', name.length > 1 ? `${name[0]}•••` : '•••']).toContain(shown);
      }),
    );
  });

  it('leaves no number of six digits and no mail in a text', () => {
    const words = fc.array(fc.oneof(fc.string(), digits(6, 14), fc.emailAddress()), { maxLength: 8 });
    fc.assert(
      fc.property(words, fc.constantFrom(' ', '-', '. '), (all, separator) => {
        const masked = maskContactsWithin(all.join(separator));
        expect(masked).not.toMatch(/\d{6}|@/);
      }),
    );
  });

  it('hides a number with any signs but letters between its digits, in any script, and leaves the rest', () => {
    const separator = fc
      .string({ unit: 'binary', maxLength: 2 })
      .filter((text) => !/[\p{L}\p{N}@]/u.test(text.normalize('NFKC')));
    const zero = fc.constantFrom(0x30, 0xff10, 0x660, 0x966, 0x1d7ce);
    const number = fc.array(fc.tuple(fc.nat(9), separator, zero), { minLength: 6, maxLength: 14 });
    fc.assert(
      fc.property(number, (written) => {
        const text = written.map(([digit, between, first]) => String.fromCodePoint(first + digit) + between);
        const masked = maskContactsWithin(`Llamar al ${text.join('')} gracias`);
        expect(masked).toMatch(/^Llamar al •••.* gracias$/su);
        expect(masked.normalize('NFKC')).not.toMatch(/\p{Nd}/u);
      }),
    );
  });

  it('takes any text, and long ones in time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const column of MASKED_COLUMNS) expect(typeof maskValue(column, text)).toBe('string');
        const shownLetters = maskSurname(text).match(/[\p{L}\p{N}]/gu)?.length ?? 0;
        expect(shownLetters).toBeLessThanOrEqual(text.trim().split(/\s+/).length);
        expect(maskName(text)).not.toMatch(/[@\d]/);
      }),
    );
    const started = performance.now();
    for (const unit of ['a', '1', 'a@', '@', '1 ', 'a.', '+('])
      for (const column of MASKED_COLUMNS) maskValue(column, unit.repeat(100_000));
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
