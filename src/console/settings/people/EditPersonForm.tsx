import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { InvitePerson, Person } from '#contract/desk/people.ts';
import { Form } from '#console/forms/Form.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { useVersionedForm } from '#console/forms/use-versioned-form.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { ConfirmDialog } from '#console/ui/ConfirmDialog.tsx';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { cachePerson, editPerson, fetchPerson } from './people-queries.ts';
import {
  hasSamePermissions,
  setPersonFormErrors,
  toFormValues,
  toPermissions,
  usePersonForm,
} from './person-form.ts';
import { PersonConflictAlert } from './PersonConflictAlert.tsx';
import { PersonFields } from './PersonFields.tsx';

/** Name, role and agencies. */
export function EditPersonForm({ person }: { person: Person }) {
  // react-hook-form mutates the form object.
  'use no memo';
  const { t } = useLingui();
  const client = useQueryClient();
  const isOwn = useSession().person.id === person.id;
  const form = usePersonForm(toFormValues(person));
  const edit = useVersionedForm({
    form,
    current: person,
    toValues: toFormValues,
    isEqual: hasSamePermissions,
    save: (values, version) => editPerson(person.id, { ...toPermissions(values), version }),
    fetchCurrent: () => fetchPerson(person.id),
    onSaved: (saved) => {
      cachePerson(client, saved);
      // Another role has other pages.
      if (isOwn && saved.role !== person.role) location.replace(paths.home());
    },
    onError: (error) => setPersonFormErrors(error, form),
  });
  /** A change of one's own role, before it is confirmed. */
  const [unconfirmed, setUnconfirmed] = useState<InvitePerson>();
  const { errors } = form.formState;
  const { name } = person;

  return (
    <Form
      onSubmit={form.handleSubmit((values) => {
        if (isOwn && values.role !== edit.base.role) setUnconfirmed(values);
        else edit.save(values);
      })}
      failure={
        <>
          {edit.conflict && (
            <PersonConflictAlert
              mine={edit.values}
              theirs={toFormValues(edit.conflict)}
              isPending={edit.isPending}
              onSaveMine={() => void form.handleSubmit(edit.overwrite)()}
              onKeepTheirs={edit.discard}
            />
          )}
          {errors.root && edit.error && <FormAlert focusOnMount error={edit.error} />}
        </>
      }
      submitLabel={t`Guardar`}
      isPending={edit.isPending}
      canSubmit={edit.isDirty}
      hasUnsavedChanges={edit.isDirty}
      actions={
        edit.isDirty && (
          <Button color="inherit" onClick={edit.discard}>
            <Trans>Descartar cambios</Trans>
          </Button>
        )
      }
    >
      <PersonFields form={form} hasMail={false} />
      <UndoNotice
        done={edit.isSaved ? t`Se guardó lo de ${name}.` : undefined}
        onUndo={edit.undo}
        onClose={edit.dismissSaved}
      />
      {unconfirmed && (
        <ConfirmDialog
          title={t`¿Dejar la administración?`}
          action={t`Cambiar mi rol`}
          pending={false}
          failure={null}
          onConfirm={() => {
            setUnconfirmed(undefined);
            edit.save(unconfirmed);
          }}
          onClose={() => setUnconfirmed(undefined)}
        >
          <Trans>
            Ya no vas a poder invitar personas ni cambiar permisos, tampoco los tuyos. Otra persona que
            administre puede devolvértelos.
          </Trans>
        </ConfirmDialog>
      )}
    </Form>
  );
}
