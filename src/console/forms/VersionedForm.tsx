import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { ConflictAlert } from './ConflictAlert.tsx';
import { Form } from './Form.tsx';
import { FormFailure } from './FormAlert.tsx';
import type { VersionedEdit } from './use-versioned-form.ts';

interface Props<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  edit: VersionedEdit<Values>;
  describe: (values: Values) => Readonly<Record<string, string>>;
  savedNotice: string;
  notices?: ReactNode;
  deletedAlert?: ReactNode;
  actions?: ReactNode;
  /** A draft is stored, so that leaving the page loses nothing. */
  hasDraft?: boolean;
  onChange?: () => void;
  onBeforeSubmit?: () => void;
  onSave?: (save: () => void) => void;
  children: ReactNode;
}

export function VersionedForm<Values extends FieldValues, Output>({
  form,
  edit,
  describe,
  savedNotice,
  notices,
  deletedAlert,
  actions,
  hasDraft = false,
  onChange,
  onBeforeSubmit,
  onSave,
  children,
}: Props<Values, Output>) {
  const { t } = useLingui();
  const submit = (save: () => void) => {
    onBeforeSubmit?.();
    return form.handleSubmit(save)();
  };
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        return submit(() => (onSave ? onSave(edit.save) : edit.save()));
      }}
      onChange={onChange}
      failure={
        <>
          {edit.conflictingValues && (
            <ConflictAlert
              differing={compareFields(describe(edit.values), describe(edit.conflictingValues))}
              pending={edit.isPending}
              onSaveMine={() => void submit(edit.overwrite)}
              onKeepTheirs={edit.discard}
            />
          )}
          {edit.isDeleted && deletedAlert ? (
            deletedAlert
          ) : (
            <FormFailure control={form.control} error={edit.error} />
          )}
        </>
      }
      submitLabel={t`Guardar`}
      isPending={edit.isPending}
      canSubmit={edit.isDirty}
      hasUnsavedChanges={edit.isDirty && !hasDraft}
      actions={
        <>
          {edit.isDirty && (
            <Button color="inherit" onClick={edit.discard}>
              <Trans>Descartar cambios</Trans>
            </Button>
          )}
          {actions}
        </>
      }
    >
      {notices}
      {children}
      <UndoNotice
        done={edit.isSaved ? savedNotice : undefined}
        onUndo={edit.undo}
        onClose={edit.dismissSaved}
      />
    </Form>
  );
}

function compareFields(mine: Readonly<Record<string, string>>, theirs: Readonly<Record<string, string>>) {
  return Object.entries(mine)
    .map(([name, value]) => ({ name, mine: value, theirs: theirs[name] ?? '' }))
    .filter((field) => field.mine !== field.theirs);
}
