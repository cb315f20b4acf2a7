import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import type { InvitePerson, Person } from '#contract/desk/people.ts';
import { runMutation } from '#console/api/endpoint-mutation.ts';
import { queryClient } from '#console/api/query-client.ts';
import { ConfirmDialog } from '#console/forms/ConfirmDialog.tsx';
import { useVersionedForm } from '#console/forms/use-versioned-form.ts';
import { VersionedForm } from '#console/forms/VersionedForm.tsx';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { paths } from '#console/paths.ts';
import { useRoleNames } from '#console/session/role-text.ts';
import { useSession } from '#console/session/session.ts';
import { Columns } from '#console/ui/Columns.tsx';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { Section } from '#console/ui/Section.tsx';
import {
  hasSamePermissions,
  setPersonFormErrors,
  toPersonValues,
  toPermissions,
  usePersonForm,
} from './person-form.ts';
import { editPerson, fetchPerson, personQuery } from './person-queries.ts';
import { PersonAccess } from './PersonAccess.tsx';
import { PersonFields } from './PersonFields.tsx';

function PersonPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const person = useQuery(personQuery(id));
  const name = person.data?.name;
  return (
    <DetailPage
      key={id}
      title={name ?? t`Persona`}
      tab={[name, t`Personas`]}
      back={{ to: paths.people(), label: t`Personas` }}
      loadingLabel={t`Cargando a la persona`}
      query={person}
    >
      {(data) => (
        <Columns aside={<PersonAccess person={data} />}>
          <Section title={t`Datos y permisos`} actions={<HelpLink topic="people" />}>
            <EditPersonForm person={data} />
          </Section>
        </Columns>
      )}
    </DetailPage>
  );
}

function EditPersonForm({ person }: { person: Person }) {
  const { t } = useLingui();
  const roleNames = useRoleNames();
  const isOwn = useSession().person.id === person.id;
  const [saveOwnRole, setSaveOwnRole] = useState<() => void>();
  const form = usePersonForm(toPersonValues(person));
  const edit = useVersionedForm({
    form,
    current: person,
    toValues: toPersonValues,
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

export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(personQuery(id));

export { PersonPage as Component };
