import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { agencyListQuery } from '#console/agency-select/agencies-queries.ts';
import { queryClient } from '#console/api/query-client.ts';
import { getSession, useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Page } from '#console/ui/Page.tsx';
import { agencyAt } from './address.ts';
import { AgencySelect } from './AgencySelect.tsx';
import { EditHoursForm } from './EditHoursForm.tsx';
import css from './hours.module.css';
import { currentHours } from './hours-queries.ts';
import { HoursSheet } from './HoursSheet.tsx';

/** When an agency answers, and how soon: what the response clock of its inquiries goes by. */
function HoursPage() {
  const { t } = useLingui();
  const session = useSession();
  const [search] = useSearchParams();
  const agencia = agencyAt(search, session);
  const [unsaved, setUnsaved] = useState(false);
  return (
    <Page title={t`Horarios`} tab={[t`Horarios`, agencia]}>
      <div className={css.head}>
        <p className={css.about}>
          <Trans>
            El reloj de respuesta de cada consulta corre solo en estos horarios: de noche, en el almuerzo y en
            los feriados espera.
          </Trans>
        </p>
        <AgencySelect agencia={agencia} unsaved={unsaved} />
      </div>
      {agencia ? (
        <HoursOf key={agencia.toLowerCase()} agencia={agencia} onUnsaved={setUnsaved} />
      ) : (
        <EmptyState>
          <Trans>Elegí una agencia para ver sus horarios.</Trans>
        </EmptyState>
      )}
    </Page>
  );
}

function HoursOf({ agencia, onUnsaved }: { agencia: string; onUnsaved: (unsaved: boolean) => void }) {
  const { t } = useLingui();
  const { may } = useSession();
  const held = useQuery(currentHours(agencia));
  const known = held.data;
  return (
    <>
      {held.isPending && <TableSkeleton label={t`Cargando los horarios`} />}
      {held.isError && <FailureAlert error={held.error} onRetry={() => void held.refetch()} />}
      {known && (
        <MuiRoot>
          {may.includes('setHours') ? (
            <EditHoursForm agencia={agencia} held={known} onUnsaved={onUnsaved} />
          ) : (
            <HoursSheet held={known} />
          )}
        </MuiRoot>
      )}
    </>
  );
}

export function loader({ url }: LoaderFunctionArgs) {
  const session = getSession();
  const agencia = agencyAt(url.searchParams, session);
  return Promise.all([
    agencia && queryClient.ensureQueryData(currentHours(agencia)),
    !session.agencies && queryClient.ensureQueryData(agencyListQuery()),
  ]);
}

export { HoursPage as Component };
