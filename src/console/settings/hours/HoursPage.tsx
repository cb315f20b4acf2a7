import { Trans, useLingui } from '@lingui/react/macro';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router';
import { agencyListQuery } from '#console/agency-select/agency-queries.ts';
import { AgencyAutocomplete } from '#console/agency-select/AgencyAutocomplete.tsx';
import { useAgencyName } from '#console/agency-select/use-agency-name.ts';
import { queryClient } from '#console/api/query-client.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { paths } from '#console/paths.ts';
import { getSession, useSession } from '#console/session/session.ts';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Page } from '#console/ui/Page.tsx';
import { EditHoursForm } from './EditHoursForm.tsx';
import { currentHoursQuery } from './hours-queries.ts';
import { HoursSummary } from './HoursSummary.tsx';
import { lateAlarmQuery } from './late-alarm-queries.ts';
import { LateAlarmSection } from './LateAlarmSection.tsx';
import { getSelectedAgency } from './selected-agency.ts';

function HoursPage() {
  const { t } = useLingui();
  const session = useSession();
  const { may } = session;
  const [search] = useSearchParams();
  const agencia = getSelectedAgency(search, session);
  const [isDirty, setIsDirty] = useState(false);
  return (
    <Page title={t`Horarios`} tab={[t`Horarios`, agencia]}>
      <Stack spacing={2} sx={{ maxWidth: 560, pb: 1 }}>
        <Typography color="textSecondary">
          <Trans>
            El reloj de respuesta de cada consulta corre solo en estos horarios: de noche, en el almuerzo y en
            los feriados espera.
          </Trans>{' '}
          <HelpLink topic="clock" />
        </Typography>
        <AgencyField agencia={agencia} isLocked={isDirty} />
      </Stack>
      {agencia ? (
        <Stack key={agencia.toLowerCase()} spacing={2}>
          <HoursDetails agencia={agencia} onDirtyChange={setIsDirty} />
          {may.includes('viewLateAlarm') && <LateAlarmSection agencia={agencia} />}
        </Stack>
      ) : (
        <EmptyState>
          <Trans>Elegí una agencia para ver sus horarios.</Trans>
        </EmptyState>
      )}
    </Page>
  );
}

function AgencyField({ agencia, isLocked }: { agencia: string | undefined; isLocked: boolean }) {
  const { t } = useLingui();
  const { agencies: ownAgencies } = useSession();
  const navigate = useNavigate();
  const getName = useAgencyName();
  if (agencia && ownAgencies?.length === 1 && ownAgencies[0]?.toLowerCase() === agencia.toLowerCase())
    return <Typography sx={{ fontWeight: 600 }}>{getName(agencia)}</Typography>;
  return (
    <AgencyAutocomplete
      label={t`Agencia`}
      value={agencia ?? null}
      disableClearable={agencia !== undefined}
      disabled={isLocked}
      helperText={
        isLocked ? t`Para ir a otra, antes guardá o descartá los cambios.` : t`Buscá por nombre o AdminMail.`
      }
      onChange={(_event, adminMail) => adminMail && void navigate(paths.hours(adminMail))}
    />
  );
}

interface DetailsProps {
  agencia: string;
  onDirtyChange: (isDirty: boolean) => void;
}

function HoursDetails({ agencia, onDirtyChange }: DetailsProps) {
  const { t } = useLingui();
  const { may } = useSession();
  const { data, error, isPending, refetch } = useQuery(currentHoursQuery(agencia));
  if (isPending) return <TableSkeleton label={t`Cargando los horarios`} />;
  if (!data) return <FailureAlert error={error} onRetry={() => void refetch()} />;
  return may.includes('setHours') ? (
    <EditHoursForm agencia={agencia} agencyHours={data} onDirtyChange={onDirtyChange} />
  ) : (
    <HoursSummary agencyHours={data} />
  );
}

export function loader({ url }: LoaderFunctionArgs) {
  const session = getSession();
  const agencia = getSelectedAgency(url.searchParams, session);
  return Promise.all([
    agencia && queryClient.ensureQueryData(currentHoursQuery(agencia)),
    agencia && session.may.includes('viewLateAlarm') && queryClient.ensureQueryData(lateAlarmQuery(agencia)),
    !session.agencies && queryClient.ensureQueryData(agencyListQuery()),
  ]);
}

export { HoursPage as Component };
