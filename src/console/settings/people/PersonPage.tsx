import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { Page } from '#console/ui/Page.tsx';
import parts from '#console/ui/parts.module.css';
import { EditPersonForm } from './EditPersonForm.tsx';
import { PersonAccess } from './PersonAccess.tsx';
import { person } from './people-queries.ts';

/** One person: whether they can come in, and what they may do there. */
function PersonPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const held = useQuery(person(id));
  const known = held.data;
  return (
    <Page
      key={id}
      narrow
      title={known?.name ?? t`Persona`}
      tab={[known?.name, t`Personas`]}
      back={{ to: paths.people(), label: t`Personas` }}
    >
      {held.isPending && <TableSkeleton label={t`Cargando a la persona`} />}
      {held.isError && <FailureAlert error={held.error} onRetry={() => void held.refetch()} />}
      {known && (
        <MuiRoot>
          <PersonAccess person={known} />
          <section className={parts.section} aria-labelledby="rights">
            <h2 id="rights">
              <Trans>Datos y permisos</Trans>
            </h2>
            <EditPersonForm person={known} />
          </section>
        </MuiRoot>
      )}
    </Page>
  );
}

export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(person(id));

export { PersonPage as Component };
