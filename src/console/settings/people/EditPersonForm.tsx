import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { InvitePerson, Person } from '#contract/desk/people.ts';
import { runMutation } from '#console/api/endpoint-mutation.ts';
import { useVersionedForm } from '#console/forms/use-versioned-form.ts';
import { VersionedForm } from '#console/forms/VersionedForm.tsx';
import { paths } from '#console/paths.ts';
import { useRoleNames } from '#console/session/role-text.ts';
import { useSession } from '#console/session/session.ts';
import { ConfirmDialog } from '#console/forms/ConfirmDialog.tsx';
import { editPerson, fetchPerson } from './person-queries.ts';
import {
  hasSamePermissions,
  setPersonFormErrors,
  toFormValues,
  toPermissions,
  usePersonForm,
} from './person-form.ts';
import { PersonFields } from './PersonFields.tsx';

export function EditPersonForm({ person }: { person: Person }) {
  const { t } = useLingui();
  const roleNames = useRoleNames();
  const isOwn = useSession().person.id === person.id;
  const [saveOwnRole, setSaveOwnRole] = useState<() => void>();
  const form = usePersonForm(toFormValues(person));
  const edit = useVersionedForm({
    form,
    current: person,
    toValues: toFormValues,
    isEqual: hasSamePermissions,
    save: (values, version) => runMutation(editPerson, { id: person.id, ...toPermissions(values), version }),
    fetchCurrent: () => fetchPerson(person.id),
    onSaved: (saved) => {
      // Another role has other pages.
      if (isOwn && saved.role !== person.role) location.replace(paths.home());
    },
    onError: (error) => setPersonFormErrors(error, form),
  });
  const describe = (values: InvitePerson) => {
    const { name, role, agencies } = toPermissions(values);
    const agencyTexts = agencies.map(({ adminMail, ownInquiriesOnly }) =>
      ownInquiriesOnly ? t`${adminMail} (solo sus consultas)` : adminMail,
    );
    return {
      [t`Nombre y apellido`]: name,
      [t`Rol`]: roleNames[role],
      [t`Agencias`]: role === 'seller' ? agencyTexts.join(', ') : t`Todas`,
    };
  };
  const { name } = person;

  return (
    <VersionedForm
      form={form}
      edit={edit}
      describe={describe}
      savedNotice={t`Se guardó lo de ${name}.`}
      onSave={(save) => {
        if (isOwn && edit.values.role !== edit.base.role) setSaveOwnRole(() => save);
        else save();
      }}
    >
      <PersonFields form={form} hasMail={false} />
      {saveOwnRole && (
        <ConfirmDialog
          title={t`¿Dejar la administración?`}
          action={t`Cambiar mi rol`}
          pending={false}
          failure={null}
          onConfirm={() => {
            setSaveOwnRole(undefined);
            saveOwnRole();
          }}
          onClose={() => setSaveOwnRole(undefined)}
        >
          <Trans>
            Ya no vas a poder invitar personas ni cambiar permisos, tampoco los tuyos. Otra persona que
            administre puede devolvértelos.
          </Trans>
        </ConfirmDialog>
      )}
    </VersionedForm>
  );
}
