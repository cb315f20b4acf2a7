import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePhones } from './phone.ts';
import { propertyRuns } from '#testing/property-runs.ts';

const CASES: [description: string, input: string, tel?: string, whatsapp?: string | undefined][] = [
  ['a mobile as it goes abroad', '+54 9 11 5555-0102', '+5491155550102', '5491155550102'],
  ['the same without a plus', '54 9 11 5555 0102', '+5491155550102', '5491155550102'],
  ['the same dialled from abroad', '00 54 9 11 5555 0102', '+5491155550102', '5491155550102'],
  ['the same in one go', '5491155550102', '+5491155550102', '5491155550102'],
  ['0 and 15 of the capital', '011 15-5555-0102', '+5491155550102', '5491155550102'],
  ['0 and 15 in one go', '0111555550102', '+5491155550102', '5491155550102'],
  ['15 without a 0', '11 15 5555 0102', '+5491155550102', '5491155550102'],
  ['15 without an area code', '15 5555-0102', '+5491155550102', '5491155550102'],
  ['15 without an area code, in one go', '1555550102', '+5491155550102', '5491155550102'],
  ['015 without an area code', '015 5555-0102', '+5491155550102', '5491155550102'],
  ['15 after the country', '+54 15 5555 0102', '+5491155550102', '5491155550102'],
  ['9 without an area code', '+54 9 5555 0102', '+5491155550102', '5491155550102'],
  ['an area of three digits with 15', '0351 15-555-0111', '+5493515550111', '5493515550111'],
  ['an area in parentheses', '(0351) 15-5550111', '+5493515550111', '5493515550111'],
  ['country, 0 and 15', '+54 (0351) 15 555-0111', '+5493515550111', '5493515550111'],
  ['country, 9, 0 and 15', '+54 9 0351 15 555 0111', '+5493515550111', '5493515550111'],
  ['country, 9 and 0', '+54 9 0351 555 0111', '+5493515550111', '5493515550111'],
  ['an area of four digits with 15', '02966 15-42-1234', '+5492966421234', '5492966421234'],
  ['an area of four digits abroad', '+54 9 2966 421234', '+5492966421234', '5492966421234'],
  ['a mobile without 15 nor 9', '11 5555-0102', '+541155550102', '5491155550102'],
  ['a mobile without 15 nor 9, of the inland', '351 555 0111', '+543515550111', '5493515550111'],
  ['a line of the inland', '02966 42-1234', '+542966421234', '5492966421234'],
  ['a line with its country', '+54 11 5555-0101', '+541155550101', '5491155550101'],
  ['eight digits', '4555-0102', '+541145550102', '5491145550102'],
  ['full-width digits', '１１ ５５５５-０１０２', '+541155550102', '5491155550102'],
  ['blanks that do not break', '11 5555 0102', '+541155550102', '5491155550102'],
  ['blanks around', '  11 5555 0102\t', '+541155550102', '5491155550102'],
  ['an extension', '011 4555-0102 int. 23', '+541145550102'],
  ['an extension in English', '011 4555-0102 ext 23', '+541145550102'],
  ['a number that costs nothing', '0800 333 2222', '+548003332222'],
  ['Uruguay', '+598 99 123 456', '+59899123456', '59899123456'],
  ['Uruguay without a plus', '598 99 123 456', '+59899123456', '59899123456'],
  ['Brazil', '+55 11 91234-5678', '+5511912345678', '5511912345678'],
  ['Chile', '+56 9 1234 5678', '+56912345678', '56912345678'],
  ['Spain', '+34 612 34 56 78', '+34612345678', '34612345678'],
  ['Paraguay', '+595 981 123456', '+595981123456', '595981123456'],
  ['the United States', '+1 (212) 555-0147', '+12125550147', '12125550147'],
  ['a link', 'tel:+5491155550102', '+5491155550102', '5491155550102'],
  ['a label', 'Cel: 11 15 5555 0102', '+5491155550102', '5491155550102'],
  ['a name behind', '351 555 0111 (Ana, de tarde)', '+543515550111', '5493515550111'],
  ['nothing', ''],
  ['a blank', ' '],
  ['a word', 'llámenme'],
  ['a word and a number', 'casa de Ana 3'],
  ['a script', 'javascript:alert(1)'],
  ['a mail', 'ana@correo.example'],
  ['too few digits', '555-010'],
  ['a 15 whose area is missing, of the inland', '15 555-011'],
  ['too many digits', '99999999999999'],
  ['an emergency number', '911'],
  ['a country that does not exist', '+999 123 456 789'],
  ['zeros', '0000000000'],
];

describe('a phone', () => {
  it.each(CASES)('%s: %s', (_description, input, tel, whatsapp) => {
    const [phone] = parsePhones(input);
    expect({ tel: phone?.tel, whatsapp: phone?.whatsapp?.digits }).toEqual({ tel, whatsapp });
  });

  it.each([
    ['4555-0102 / 15 5555-0102', ['+541145550102', '+5491155550102']],
    ['011 4555-0102 y 351 555 0111', ['+541145550102', '+543515550111']],
    ['011 4555-0102 o +598 99 123 456', ['+541145550102', '+59899123456']],
    ['hola; 351 555 0111', ['+543515550111']],
    ['351 555 0111, 0351 5550111', ['+543515550111']],
    ['no tengo / 12', []],
    ['+54 9 351 •••-4321, 351 555 0111', []],
  ])('several in one field: %s', (input, tels) => {
    expect(parsePhones(input).map(({ tel }) => tel)).toEqual(tels);
  });

  it('has a readable form, which says whether a 9 was added', () => {
    expect(parsePhones('011 4555-0102')[0]).toMatchObject({
      formatted: '+54 11 4555 0102',
      whatsapp: { formatted: '+54 9 11 4555 0102', hasAddedNine: true },
    });
    expect(parsePhones('011 15 5555-0102')[0]).toMatchObject({
      formatted: '+54 9 11 5555 0102',
      whatsapp: { formatted: '+54 9 11 5555 0102', hasAddedNine: false },
    });
    expect(parsePhones('011 4555-0102 interno 23')[0]).toMatchObject({
      formatted: '+54 11 4555 0102',
      extension: '23',
    });
  });

  it('is not found in values that are no text', () => {
    for (const value of [null, undefined, 0, 1155550102, {}, ['11 5555 0102']])
      expect(parsePhones(value)).toEqual([]);
  });

  const numberLike = fc
    .array(
      fc.oneof(
        fc.constantFrom(...'0123456789'.split(''), ' ', '-', '(', ')', '+', '/', '15', '54', '9', 'int.'),
      ),
      {
        maxLength: 40,
      },
    )
    .map((parts) => parts.join(''));

  it('never throws, and has only digits', () => {
    fc.assert(
      fc.property(fc.oneof(numberLike, fc.string({ unit: 'binary' }), fc.anything()), (input) => {
        for (const { tel, whatsapp } of parsePhones(input)) {
          expect(tel).toMatch(/^\+\d{5,15}$/);
          expect(whatsapp?.digits ?? '549').toMatch(/^\d{3,16}$/);
        }
      }),
      { numRuns: propertyRuns(500, 5000) },
    );
  });

  it('parses its readable form to the same number', () => {
    fc.assert(
      fc.property(numberLike, (input) => {
        for (const { tel, formatted } of parsePhones(input)) expect(parsePhones(formatted)[0]?.tel).toBe(tel);
      }),
      { numRuns: propertyRuns(300, 3000) },
    );
  });
});
