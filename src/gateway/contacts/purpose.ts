import type { FieldErrorCode } from '#contract/desk/field-error-codes.ts';
import { maskContactsWithin } from '#contract/masking.ts';
import { tokenize } from '#contract/search.ts';

/** Shorter words of a surname are common ones, such as `del`. */
const MIN_SURNAME_LETTERS = 4;

/** The fault of a purpose that the audit must not have; `surname` is the buyer's, where one is meant. */
export function findPurposeFault(purpose: string, surname?: unknown): FieldErrorCode | undefined {
  if (maskContactsWithin(purpose) !== purpose) return 'has-contact';
  const words = tokenize(purpose);
  const names = typeof surname === 'string' ? tokenize(surname) : [];
  const isNamed =
    names.some((name) => name.length >= MIN_SURNAME_LETTERS && words.includes(name)) ||
    (names.length > 0 && ` ${words.join(' ')} `.includes(` ${names.join(' ')} `));
  return isNamed ? 'names-buyer' : undefined;
}
