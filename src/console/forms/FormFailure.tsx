import { type Control, type FieldValues, useFormState } from 'react-hook-form';
import type { FailureMeanings } from '#console/api/failure-message.ts';
import { FormAlert } from './FormAlert.tsx';

interface Props<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  error: Error | null;
  meanings?: FailureMeanings;
}

/** Shows the failure that `setFormErrors` could not put on a field. */
export function FormFailure<Values extends FieldValues, Output>({
  control,
  error,
  meanings,
}: Props<Values, Output>) {
  const { root } = useFormState({ control }).errors;
  return (
    root && error && <FormAlert error={error} serviceMessage={root.message} {...(meanings && { meanings })} />
  );
}
