import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { Failure } from '#console/api/failure.ts';

interface Options<Saved, Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  current: Saved;
  draftVersion?: number | undefined;
  toValues: (saved: Saved) => Values;
  isEqual: (a: Values, b: Values) => boolean;
  save: (values: Values, version: number) => Promise<Saved>;
  /** Reads and caches the stored object; resolves to undefined for a deleted one. */
  fetchCurrent: () => Promise<Saved | undefined>;
  /** `isReset` is false when the person typed on while it was being saved. */
  onSaved?: (saved: Saved, isReset: boolean) => void;
  onError: (error: Error) => void;
}

interface Change<Values> {
  values: Values;
  version: number;
  previous: Values | undefined;
}

export interface VersionedEdit<Values> {
  base: Values;
  version: number;
  values: Values;
  isDirty: boolean;
  conflictingValues: Values | undefined;
  isDeleted: boolean;
  isPending: boolean;
  error: Error | null;
  isSaved: boolean;
  dismissSaved: () => void;
  save: () => void;
  overwrite: () => void;
  discard: () => void;
  undo: (() => void) | undefined;
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
}: Options<Saved, Values, Output>): VersionedEdit<Values> {
  const [savedBase, setSavedBase] = useState(current);
  const [conflict, setConflict] = useState<Saved>();
  const [isDeleted, setIsDeleted] = useState(false);
  const [savedChange, setSavedChange] = useState<Omit<Change<Values>, 'values'>>();

  const base = toValues(savedBase);
  // A newer version with the same values is no conflict.
  const baseVersion = isEqual(base, toValues(current)) ? current.version : savedBase.version;
  const version = draftVersion ?? baseVersion;
  const values: Values = { ...base, ...(useWatch({ control: form.control }) as Partial<Values>) };
  const isDirty = !isEqual(values, base);

  const rebase = (saved: Saved, isReset: boolean) => {
    onSaved?.(saved, isReset);
    setSavedBase(saved);
    setConflict(undefined);
    if (isReset) form.reset(toValues(saved));
  };
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (change: Change<Values>) => {
      try {
        return { saved: await save(change.values, change.version) };
      } catch (error) {
        if (!(error instanceof Failure && error.code === 'changed-meanwhile')) throw error;
        return { latest: await fetchCurrent() };
      }
    },
    onSuccess: ({ saved, latest }, change) => {
      if (saved) {
        const hasTypedOn = change.previous !== undefined && !isEqual(form.getValues(), change.values);
        rebase(saved, !hasTypedOn);
        setSavedChange({ version: saved.version, previous: change.previous });
      } else if (!latest) setIsDeleted(true);
      else if (isEqual(change.values, toValues(latest))) rebase(latest, true);
      else setConflict(latest);
    },
    onError: (error) => {
      setIsDeleted(error instanceof Failure && error.status === 404);
      onError(error);
    },
  });
  const write = (against: number) => {
    setSavedChange(undefined);
    mutate({
      values: form.getValues(),
      version: against,
      previous: toValues(conflict ?? savedBase),
    });
  };
  const { version: savedVersion, previous } = savedChange ?? {};

  return {
    base,
    version,
    values,
    isDirty,
    conflictingValues: conflict && toValues(conflict),
    isDeleted,
    isPending,
    error,
    isSaved: savedChange !== undefined,
    dismissSaved: () => setSavedChange(undefined),
    save: () => write(version),
    overwrite: () => write(conflict?.version ?? version),
    discard: () => rebase(conflict ?? current, true),
    // Undo resets the inputs, which would lose what was typed since.
    undo:
      previous && savedVersion !== undefined && !isDirty
        ? () => mutate({ values: previous, version: savedVersion, previous: undefined })
        : undefined,
  };
}
