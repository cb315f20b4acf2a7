import { expect, test } from 'vitest';
import { findMentionQuery, findMentioned, insertMention, splitMentions } from './mentions.ts';

const ROMINA = { id: '1', name: 'Romina Paz' };
const ANA = { id: '2', name: 'Ana Núñez' };

test.each([
  ['@', { start: 0, name: '' }],
  ['Mirá esto @rom', { start: 10, name: 'rom' }],
  ['Mirá\n@Núñ', { start: 5, name: 'Núñ' }],
  ['ana@mail', undefined],
  ['@Romina Paz', undefined],
  ['Hola', undefined],
])('the name that is being typed at the end of «%s» is found', (text, query) => {
  expect(findMentionQuery(text, text.length)).toEqual(query);
});

test('a chosen person replaces what was typed, and the caret follows the name', () => {
  const text = 'Para @rom, llamala';
  const query = findMentionQuery(text, 9);
  expect(query && insertMention(text, query, ROMINA)).toEqual({
    text: 'Para @Romina Paz , llamala',
    caret: 17,
  });
});

test('people whose names were deleted from the text are not mentioned', () => {
  expect(findMentioned('Para @Romina Paz', [ROMINA, ANA, ROMINA])).toEqual([ROMINA]);
});

test.each([
  ['Para @Romina Paz, llamala', ['Para ', '@Romina Paz', ', llamala']],
  ['@Zoe Pide precio y\n@Zoe R. (Sur)', ['', '@Zoe', ' Pide precio y\n', '@Zoe R. (Sur)', '']],
  ['Escribir a ana@mail.example y a @Zoela', ['Escribir a ana@mail.example y a @Zoela']],
])('the mentions of «%s» are split off', (text, parts) => {
  const names = ['Romina Paz', 'Zoe', 'Zoe R. (Sur)'];
  expect(splitMentions(text, names).map(({ part }) => part)).toEqual(parts);
});
