import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { Failure } from './failure.ts';

/**
 * Shows the errors of a refused form at their fields, the first of them focused; `_`, unknown members and every other
 * failure as `root`. `fieldOf` maps a member to its field where they are not named the same.
 */
export function setFormErrors<Values extends FieldValues>(
  error: Error,
  setError: UseFormSetError<Values>,
  fields: readonly Path<Values>[],
  fieldOf: (member: string) => string = (member) => member,
): void {
  const members = error instanceof Failure ? Object.entries(error.errors) : [];
  const errors = new Map(members.map(([member, messages]) => [fieldOf(member), messages.join(' ')]));
  const invalid = fields.filter((field) => errors.has(field));
  invalid.forEach((field, index) => {
    setError(field, { type: 'server', message: errors.get(field) ?? '' }, { shouldFocus: index === 0 });
    errors.delete(field);
  });
  if (invalid.length === 0 || errors.size > 0)
    setError('root', { type: 'server', message: [...errors.values()].join(' ') });
}
