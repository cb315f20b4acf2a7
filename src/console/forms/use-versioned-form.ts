import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { Failure } from '#console/api/failure.ts';

interface Options<Saved, Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  /** The object as the query has it. */
  current: Saved;
  /** The version that a stored draft was based on. */
  draftVersion?: number | undefined;
  toValues: (saved: Saved) => Values;
  isEqual: (a: Values, b: Values) => boolean;
  save: (values: Values, version: number) => Promise<Saved>;
  /** Resolves to undefined for a deleted object. */
  fetchCurrent: () => Promise<Saved | undefined>;
  /** Updates the cache. `isReset` is false when the person typed on while it was being saved. */
  onSaved: (saved: Saved, isReset: boolean) => void;
  onError: (error: Error) => void;
}

interface Change<Values> {
  values: Values;
  version: number;
  /** What undo writes; an undo itself has none. */
  previous: Values | undefined;
}

/** Saves a form against the version it is based on: detects conflicts, and undoes by a second write. */
export function useVersionedForm<Saved extends { version: number }, Values extends FieldValues, Output>({
  form,
  current,
  draftVersion,
  toValues,
  isEqual,
  save,
  fetchCurrent,
  onSaved,
  onError,
}: Options<Saved, Values, Output>) {
  // react-hook-form mutates the form object.
  'use no memo';
  const [base, setBase] = useState(current);
  const [conflict, setConflict] = useState<Saved>();
  const [isDeleted, setIsDeleted] = useState(false);
  const [savedChange, setSavedChange] = useState<Omit<Change<Values>, 'values'>>();

  // A newer version with the same values is no conflict.
  const baseVersion = isEqual(toValues(base), toValues(current)) ? current.version : base.version;
  const version = draftVersion ?? baseVersion;
  const watched = useWatch({ control: form.control }) as Partial<Values>;
  const values: Values = { ...toValues(base), ...watched };
  const isDirty = !isEqual(values, toValues(base));

  const rebase = (saved: Saved, isReset: boolean) => {
    onSaved(saved, isReset);
    setBase(saved);
    setConflict(undefined);
    if (isReset) form.reset(toValues(saved));
  };
  const mutation = useMutation({
    mutationFn: async ({ values: changed, version: against }: Change<Values>) => {
      try {
        return { saved: await save(changed, against) };
      } catch (error) {
        if (!(error instanceof Failure && error.code === 'changed-meanwhile')) throw error;
        return { latest: await fetchCurrent() };
      }
    },
    onSuccess: ({ saved, latest }, { values: sent, previous }) => {
      if (saved) {
        const isTypedOn = previous !== undefined && !isEqual(form.getValues(), sent);
        rebase(saved, !isTypedOn);
        setSavedChange({ version: saved.version, previous });
      } else if (!latest) setIsDeleted(true);
      else if (isEqual(sent, toValues(latest))) rebase(latest, true);
      else setConflict(latest);
    },
    onError: (error) => {
      setIsDeleted(error instanceof Failure && error.status === 404);
      onError(error);
    },
  });
  const write = (changed: Values, against: number) => {
    setSavedChange(undefined);
    mutation.mutate({ values: changed, version: against, previous: toValues(conflict ?? base) });
  };
  const { version: savedVersion, previous } = savedChange ?? {};

  return {
    base,
    version,
    values,
    isDirty,
    /** Somebody else's version, to choose from. */
    conflict,
    isDeleted,
    isPending: mutation.isPending,
    error: mutation.error,
    isSaved: savedChange !== undefined,
    save: (changed: Values) => write(changed, version),
    overwrite: (changed: Values) => write(changed, conflict?.version ?? version),
    discard: () => rebase(conflict ?? current, true),
    // Undo resets the inputs, which would lose what was typed since.
    undo:
      previous && savedVersion !== undefined && !isDirty
        ? () => mutation.mutate({ values: previous, version: savedVersion, previous: undefined })
        : undefined,
    dismissSaved: () => setSavedChange(undefined),
  };
}
