import { dictionary } from '@zxcvbn-ts/language-common';
import type { FieldErrorCode } from '#contract/desk/field-error-codes.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import { createProblem } from '#gateway/problems.ts';

const COMMON_PASSWORDS = new Set(dictionary['passwords-common']);

const KEYBOARD_ROWS = ['qwertyuiop', 'asdfghjklñ', 'zxcvbnm', '1234567890', 'abcdefghijklmnopqrstuvwxyz'];
const KEYBOARD_RUNS = [...KEYBOARD_ROWS, `${KEYBOARD_ROWS[0]}asdfghjkl${KEYBOARD_ROWS[2]}`].flatMap((row) => {
  const doubled = row + row;
  return [doubled, doubled.split('').toReversed().join('')];
});

/** @throws ProblemError `passwords-off` where people sign in by their provider only */
export function assertPasswordsAllowed({ openId }: Pick<GatewayConfig, 'openId'>): void {
  if (openId?.isOnly) throw createProblem('passwords-off');
}

/**
 * Validates a password of sufficient length (ASVS 5, 6.2). Rejected: common passwords, also repeated or with digits and
 * signs around them; keyboard runs; the person's own name or mail. undefined: valid.
 */
export function validatePassword(
  password: string,
  { mail, name }: { mail: string; name: string },
): FieldErrorCode | undefined {
  const text = password.toLowerCase();
  if (isCommon(text)) return 'common-password';
  const personalWords = [
    'vitrina',
    ...mail.toLowerCase().split(/[^\p{L}]+/u),
    ...name.toLowerCase().split(/[^\p{L}]+/u),
  ];
  const remainder = personalWords
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length)
    .reduce((remaining, word) => remaining.replaceAll(word, ' '), text);
  return remainder !== text && remainder.replace(/[^\p{L}]/gu, '').length < 5
    ? 'personal-password'
    : undefined;
}

function isCommon(text: string): boolean {
  const unit = findRepeatedUnit(text);
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return (
    COMMON_PASSWORDS.has(text) ||
    unit.length <= 4 ||
    (unit !== text && COMMON_PASSWORDS.has(unit)) ||
    // The password has only digits and signs, or these around a common password.
    core.length <= 3 ||
    COMMON_PASSWORDS.has(core) ||
    KEYBOARD_RUNS.some((path) => path.includes(text) || path.repeat(3).includes(text))
  );
}

/** Shortest unit whose repetition is the text. */
function findRepeatedUnit(text: string): string {
  const at = (text + text).indexOf(text, 1);
  return text.slice(0, at);
}
