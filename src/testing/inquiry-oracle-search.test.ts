import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SEARCH_LIMITS, fold, tokenize } from '#contract/search.ts';
import { type Inquiry, createEntry, about, narrow } from './oracle-entries.ts';

const hasSearchedLength = (token: string) =>
  token.length >= (/^\p{N}+$/u.test(token) ? SEARCH_LIMITS.digits : SEARCH_LIMITS.letters);

const found = (entries: Inquiry[], buscar: string) => narrow(entries, { buscar }, about).entries.length;

describe('search', () => {
  const entries = [
    createEntry(1, {
      Auto: { Marca: 'Citroën' },
      Interesado: {
        Apellido: 'Núñez',
        Telefono: '+54 9 11 5555-0101',
        Comentario: 'Línea uno\nEntrego un Peugeot',
      },
    }),
    createEntry(2, {
      Interesado: { Nombre: 'José', Email: 'jose@correo.example', DocIdentidad: '30.111.222' },
    }),
  ];

  it.each([
    ['nunez', 1],
    ['NÚÑEZ', 1],
    ['citroen núñ', 1],
    ['peugeot', 1],
    ['jose', 1],
    ['jose nunez', 0],
    ['5555 0101', 1],
    ['55550101', 1],
    ['(11) 5555', 1],
    ['30111222', 1],
    ['99', 0],
    ['ka', 2],
    ['ka cordoba', 2],
    ['   ', 2],
  ])('«%s» finds %i', (buscar, count) => expect(found(entries, buscar)).toBe(count));

  // Numbers of three areas in buyers' notations, and other notations of the same.
  const SPELLINGS: Record<string, readonly string[]> = {
    Córdoba: [
      '0351 15-555-0111',
      '(0351) 15-5550111',
      '+54 9 351 555 0111',
      '+54 (0351) 15 555-0111',
      '+54 9 0351 15 555 0111',
      '00 54 9 351 555 0111',
      '3515550111',
      '351 555-0111',
      '15-555-0111',
      '555-0111',
    ],
    'Buenos Aires': [
      '011 15-5532-0102',
      '11 15 5532 0102',
      '+54 9 11 5532-0102',
      '5491155320102',
      '1155320102',
      '15 5532-0102',
      '5532-0102',
    ],
    'Río Gallegos': [
      '02966 15-42-1234',
      '2966 15 421234',
      '+54 9 2966 421234',
      '2966421234',
      '15 421234',
      '421234',
    ],
  };
  const phones = Object.entries(SPELLINGS).flatMap(([area, all]) =>
    all.flatMap((written) => all.map((sought) => ({ area, written, sought }))),
  );
  const withPhone = (Telefono: string) => [createEntry(1, { Interesado: { Telefono } })];

  it.each(phones)('a search for «$sought» finds the phone $written of $area', ({ area, written, sought }) => {
    expect(found(withPhone(written), sought)).toBe(1);
    expect(found(withPhone(written), `Tel. ${sought}`)).toBe(1);
    const { [area]: _own, ...others } = SPELLINGS;
    const elsewhere = Object.values(others).flatMap(([phone = '']) => withPhone(phone));
    expect(found(elsewhere, sought)).toBe(0);
  });

  it.each(['351 555-0', '351 555-01', '+54 9 351 555 0'])(
    '«%s», not yet typed to its end, finds the phone',
    (sought) => {
      for (const written of ['0351 15-555-0111', '+54 9 351 555 0111', '351 555 0111'])
        expect(found(withPhone(written), sought)).toBe(1);
    },
  );

  it.each([
    ['0351 15-555-0111', '351 555-0112', 0],
    ['0351 15-555-0111', '351 556-0111', 0],
    ['4555-0102 / 15 5555-0199', '5555 0199', 1],
    ['+598 99 123 456', '099 123 456', 1],
    ['+598 99 123 456', '99123456', 1],
    ['', '3515550111', 0],
    ['123', '3515550123', 0],
  ])('of the phone «%s», «%s» finds %i', (written, sought, count) =>
    expect(found(withPhone(written), sought)).toBe(count),
  );

  it.each([
    ['2019', ['año']],
    ['ka 2019', ['año']],
    ['4x4', ['precio']],
    ['12500', ['precio']],
    ['12500000', ['precio']],
    ['2019 12500000', []],
    ['555 01', ['teléfono']],
    ['5550111', ['teléfono']],
    ['30.111.222', ['documento']],
  ])('«%s», a number that is no phone, finds as every text does: %j', (sought, names) => {
    const numbered = [
      createEntry(1, { Auto: { VersionYear: 2019 }, Interesado: { Nombre: 'año' } }),
      createEntry(2, { Interesado: { Nombre: 'precio', Comentario: '¿Toman 12500000 por la 4x4?' } }),
      createEntry(3, { Interesado: { Nombre: 'teléfono', Telefono: '0351 15-555-0111' } }),
      createEntry(4, { Interesado: { Nombre: 'documento', DocIdentidad: '30111222' } }),
    ];
    const { entries: left } = narrow(numbered, { buscar: sought }, about);
    expect(left.map(({ Interesado }) => Interesado.Nombre)).toEqual(names);
  });

  it('takes accents and case for the same letter, whatever is written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
        const comment = createEntry(1, { Interesado: { Comentario: `x ${text} y` } });
        for (const word of text.trim().split(/\s+/)) {
          const tokens = tokenize(word);
          // Words that are too short are not searched, and a text of these alone finds nothing.
          const isFound = tokens.length === 0 || tokens.some(hasSearchedLength);
          expect(found([comment], word)).toBe(isFound ? 1 : 0);
        }
      }),
    );
  });
});
