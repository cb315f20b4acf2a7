import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { Failure } from '#console/api/failure.ts';

/**
 * `_`, unknown members and other failures become `errors.root`; `toFieldName` maps members of other names. An error has
 * the type `service` if its message is a sentence of the service, and `gateway` if it is codes of the gateway.
 */
export function setFormErrors<Values extends FieldValues>(
  error: Error,
  setError: UseFormSetError<Values>,
  fieldNames: readonly Path<Values>[],
  toFieldName: (member: string) => string = (member) => member,
): void {
  const type = error instanceof Failure && !error.code ? 'service' : 'gateway';
  const members = error instanceof Failure ? Object.entries(error.errors) : [];
  const messages = Object.fromEntries(
    members.map(([member, texts]) => [toFieldName(member), texts.join(' ')]),
  );
  const invalidFields = fieldNames.filter((name) => messages[name] !== undefined);
  invalidFields.forEach((name, index) =>
    setError(name, { type, message: messages[name] ?? '' }, { shouldFocus: index === 0 }),
  );
  const otherMessages = Object.entries(messages)
    .filter(([name]) => !invalidFields.some((field) => field === name))
    .map(([, message]) => message);
  if (invalidFields.length === 0 || otherMessages.length > 0)
    setError('root', { type, message: otherMessages.join(' ') });
}
