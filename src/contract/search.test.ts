import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasOnlyShortWords,
  isRoundedNumber,
  nationalNumber,
  parseSearch,
  parseWholeSearch,
  searchTokens,
  tokenize,
} from './search.ts';
import { matchesSearch } from '#testing/inquiry-oracle.ts';

const inquiry = (person: object, vehicle: object = {}) => ({
  Momento: '2026-11-16T10:00:00-03:00',
  Auto: { Marca: 'Peugeot', Modelo: '208', VersionYear: 2021, ExternalId: 'U-104', ...vehicle },
  Interesado: { Nombre: 'José', Apellido: 'Núñez', Email: 'jose.nunez@correo.example', ...person },
  OperadorResponsable: null,
  _links: {},
});

const finds = (sought: string, person: object = {}, vehicle: object = {}) => {
  const alternatives = parseSearch(sought);
  return alternatives.length === 0 || matchesSearch(searchTokens(inquiry(person, vehicle)), alternatives);
};

describe('searching an inquiry', () => {
  it.each([
    ['jose', true],
    ['NÚÑEZ', true],
    ['nun', true],
    ['unez', false],
    ['jose 208', true],
    ['jose 308', false],
    ['jose.nunez@correo.example', true],
    ['jose.nunez@otro', false],
    ['u-104', true],
    ['…', true],
    ['', true],
  ])('by words, their beginnings and nothing of case or accents: %s', (sought, found) => {
    expect(finds(sought)).toBe(found);
  });

  it.each([
    ['', false],
    ['…', false],
    ['a', true],
    ['a 12', true],
    ['an', false],
    ['a 123', false],
    ['1 2 3 4', false],
  ])('by no word where all are too short: %s', (sought, isShort) => {
    expect(hasOnlyShortWords(sought)).toBe(isShort);
  });

  it('words of the comment match', () => {
    expect(finds('mañana garaje', { Comentario: '¿Puedo pasar mañana? Es para mi garaje.' })).toBe(true);
  });

  it.each([
    ['0351 15-555-0111', '351 555 0111', true],
    ['0351 15-555-0111', '+54 9 351 555-0111', true],
    ['0351 15-555-0111', '555-0111', true],
    ['0351 15-555-0111', '5550', true],
    ['0351 15-555-0111', '0111', true],
    ['0351 15-555-0111', '15 555-0111', true],
    ['0351 15-555-0111', '5112', false],
    ['555-0111', '0351 555-0111', true],
    ['555-0111', '0351 555-0112', false],
    ['11 4444 3333', '4444-3333', true],
    ['11 4444 3333', '1144', true],
  ])('whose phone is %s by %s', (phone, sought, found) => {
    expect(finds(sought, { Telefono: phone })).toBe(found);
  });

  it('the document matches with or without its points', () => {
    expect(finds('30.111.222', { DocIdentidad: '30111222' })).toBe(true);
    expect(finds('30111222', { DocIdentidad: '30.111.222' })).toBe(true);
  });
});

describe('searching without seeing contacts', () => {
  const buyer = {
    Telefono: '+54 9 351 555-4321',
    DocIdentidad: '30.111.222',
    Email: 'jose.nunez@correo.example',
  };
  const findsWhole = (sought: string, person: object = buyer) =>
    matchesSearch(searchTokens(inquiry(person)), parseWholeSearch(sought));

  it.each([
    ['jose', true],
    ['jos', false],
    ['Núñez', true],
    ['nun', false],
    ['jose 208', true],
    ['jose.nunez@correo.example', true],
    ['jose.nunez@cor', false],
    ['0351 15 555-4321', true],
    ['3515554321', true],
    ['351555', false],
    ['35155543', false],
    ['15554321', true],
    ['5554321', false],
    ['554321', false],
    ['4321', true],
    ['30111222', true],
    ['0111222', false],
    ['111222', false],
  ])('words and numbers match as a whole: %s', (sought, found) => expect(findsWhole(sought)).toBe(found));

  it('a number that was given without area code is found by itself, and with one', () => {
    for (const sought of ['555-4321', '351 555-4321'])
      expect([sought, findsWhole(sought, { Telefono: '555 4321' })]).toEqual([sought, true]);
    expect(findsWhole('554321', { Telefono: '555 4321' })).toBe(false);
  });

  it('every search that finds an inquiry finds it also with contacts', () => {
    const words = fc.array(
      fc.constantFrom('jose', 'nunez', '208', '3515554321', '4321', '5554321', 'u', '104', '11'),
    );
    fc.assert(
      fc.property(words, (sought) => {
        const text = sought.join(' ');
        expect(findsWhole(text) && !matchesSearch(searchTokens(inquiry(buyer)), parseSearch(text))).toBe(
          false,
        );
      }),
    );
  });
});

it.each([
  ['+54 9 351 555-0111', '3515550111'],
  ['0351 15 555 0111', '3515550111'],
  ['011 15-4444-3333', '1144443333'],
  ['15 4444 3333', '44443333'],
  ['555-0111', '5550111'],
  ['15 351 555 0111', '3515550111'],
  ['+54 9 15 351 555 0111', '3515550111'],
  ['+54 9 0351 15 555-0111', '3515550111'],
  ['9 351 555 0111', '3515550111'],
  ['9351155550111', '3515550111'],
  ['94445555', '94445555'],
  ['5493515550111.0', '3515550111'],
  ['3515550111.00 ', '3515550111'],
  ['351.555.0111', '3515550111'],
  ['351 555-0111 int. 12', '3515550111'],
  ['351 555-0111 (casa 2)', '3515550111'],
  ['cel 351 555 0111', '3515550111'],
  ['5 a 12345', '512345'],
  ['5,49351E+11', ''],
])('%s is dialled within the country as %s', (written, national) => {
  expect(nationalNumber(written)).toBe(national);
});

it('words of a search are letters and digits alone', () => {
  expect(tokenize('Ñandú 4x4, ¿0km?')).toEqual(['nandu', '4x4', '0km']);
});

it.each([
  ['5,49351E+11', true],
  ['5.49351e11', true],
  [' 5E+12 ', true],
  ['5,49351E+111', false],
  ['15,4E+11', false],
  ['549351', false],
  ['E+11', false],
])('%j is a rounded number: %s', (text, isRounded) => expect(isRoundedNumber(text)).toBe(isRounded));
