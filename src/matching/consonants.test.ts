import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findAbbreviated } from './consonants.ts';

const ENTRIES = [
  'chevrolet',
  'chery',
  'honda',
  'hyundai',
  'ford',
  'gris',
  'gris claro',
  'land rover',
  'kia',
].map((words) => ({ names: [{ words, letters: words.replaceAll(' ', '') }] }));

function find(text: string, minLength = 2): string | undefined {
  const found = findAbbreviated(
    { parts: text.split(' '), letters: text.replaceAll(' ', '') },
    ENTRIES,
    minLength,
  );
  return found && `${found.entry.names[0]?.words}${found.isWhole ? '' : ', partly'}`;
}

it.each([
  ['chvrlt', 'chevrolet'],
  ['chvt', 'chevrolet, partly'],
  ['chr', undefined],
  ['chry', 'chery'],
  ['hnd', 'honda'],
  ['hd', undefined],
  ['frd', 'ford'],
  ['frod', undefined],
  ['fr1', undefined],
  ['grs', 'gris'],
  ['gr', 'gris, partly'],
  ['lnd rvr', 'land rover'],
  ['vrlt', undefined],
  ['k', undefined],
  ['ki', undefined],
])('%s abbreviates %s', (text, name) => expect(find(text)).toBe(name));

it('a short value abbreviates nothing where three letters are needed', () => {
  expect(find('gr', 3)).toBeUndefined();
  expect(find('grs', 3)).toBe('gris');
});

it('what is found begins with the same letter', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,6}$/), (text) => {
      expect([undefined, text.charAt(0)]).toContain(find(text)?.charAt(0));
    }),
  );
});
