import { dictionary } from '@zxcvbn-ts/language-common';
import type { FieldErrorCode } from '#contract/desk/field-error-codes.ts';

const COMMON = new Set(dictionary['passwords-common']);

const ROWS = ['qwertyuiop', 'asdfghjklñ', 'zxcvbnm', '1234567890', 'abcdefghijklmnopqrstuvwxyz'];
const PATHS = [...ROWS, `${ROWS[0]}asdfghjkl${ROWS[2]}`].flatMap((row) => {
  const twice = row + row;
  return [twice, twice.split('').toReversed().join('')];
});

/**
 * What speaks against a password of sufficient length (ASVS 5, 6.2): that it is a common one, or nothing but a common
 * one with digits and signs around it, repeated, or a run over the keyboard; or that it is the person's own name or
 * mail. undefined: nothing.
 */
export function passwordFault(
  password: string,
  { mail, name }: { mail: string; name: string },
): FieldErrorCode | undefined {
  const text = password.toLowerCase();
  if (isCommon(text)) return 'common-password';
  const own = [
    'vitrina',
    ...mail.toLowerCase().split(/[^\p{L}]+/u),
    ...name.toLowerCase().split(/[^\p{L}]+/u),
  ];
  const rest = own
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ' '), text);
  return rest !== text && rest.replace(/[^\p{L}]/gu, '').length < 5 ? 'personal-password' : undefined;
}

function isCommon(text: string): boolean {
  const unit = repeated(text);
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return (
    COMMON.has(text) ||
    unit.length <= 4 ||
    (unit !== text && COMMON.has(unit)) ||
    // Digits and signs alone, or around one common word.
    core.length <= 3 ||
    COMMON.has(core) ||
    PATHS.some((path) => path.includes(text) || path.repeat(3).includes(text))
  );
}

/** The part that a text repeats, or the text. */
function repeated(text: string): string {
  const at = (text + text).indexOf(text, 1);
  return text.slice(0, at);
}
