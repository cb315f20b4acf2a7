import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { Failure } from '#console/api/failure.ts';

/**
 * Puts a refusal where it belongs: sentences for a known input under it, the first of them focused; `_`, unknown
 * names and everything else as `root`, which the form shows above its inputs. Editing clears them, and submitting
 * stays possible. `inputOf` says which input a member is, where they are not named the same.
 */
export function setFormErrors<Values extends FieldValues>(
  error: Error,
  setError: UseFormSetError<Values>,
  inputs: readonly Path<Values>[],
  inputOf: (member: string) => string = (member) => member,
): void {
  const said = error instanceof Failure ? Object.entries(error.errors) : [];
  const errors = Object.fromEntries(said.map(([member, sentences]) => [inputOf(member), sentences]));
  const known = inputs.filter((input) => errors[input]);
  known.forEach((input, index) =>
    setError(
      input,
      { type: 'server', message: errors[input]?.join(' ') ?? '' },
      { shouldFocus: index === 0 },
    ),
  );
  const rest = Object.entries(errors).filter(([name]) => !known.some((input) => input === name));
  if (known.length === 0 || rest.length > 0)
    setError('root', { type: 'server', message: rest.flatMap(([, sentences]) => sentences).join(' ') });
}
