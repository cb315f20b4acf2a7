import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import { queryClient } from '#console/api/query-client.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { paths } from '#console/paths.ts';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { Section } from '#console/ui/Section.tsx';
import { EditPersonForm } from './EditPersonForm.tsx';
import { personQuery } from './person-queries.ts';
import { PersonAccess } from './PersonAccess.tsx';

function PersonPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const person = useQuery(personQuery(id));
  const name = person.data?.name;
  return (
    <DetailPage
      key={id}
      narrow
      title={name ?? t`Persona`}
      tab={[name, t`Personas`]}
      back={{ to: paths.people(), label: t`Personas` }}
      loadingLabel={t`Cargando a la persona`}
      query={person}
    >
      {(data) => (
        <>
          <PersonAccess person={data} />
          <Section title={t`Datos y permisos`} actions={<HelpLink topic="people" />}>
            <EditPersonForm person={data} />
          </Section>
        </>
      )}
    </DetailPage>
  );
}

export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(personQuery(id));

export { PersonPage as Component };
