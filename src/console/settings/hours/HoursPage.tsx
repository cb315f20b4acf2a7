import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router';
import Box from '@mui/material/Box';
import Alert from '@mui/material/Alert';
import { dayAt } from '#contract/window.ts';
import type { Session } from '#contract/desk/sessions.ts';
import { agencyListQuery } from '#console/agency-select/agency-queries.ts';
import { AgencyAutocomplete } from '#console/agency-select/AgencyAutocomplete.tsx';
import { useAgencyName } from '#console/agency-select/use-agencies.ts';
import { queryClient } from '#console/api/query-client.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { paths } from '#console/paths.ts';
import { getSession, useSession } from '#console/session/session.ts';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Page } from '#console/ui/Page.tsx';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { Section } from '#console/ui/Section.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { type Hours, findFirstDay } from '#contract/hours.ts';
import { Columns } from '#console/ui/Columns.tsx';
import { EditHoursForm } from './EditHoursForm.tsx';
import { currentHoursQuery } from './hours-queries.ts';
import { lateAlarmQuery } from './late-alarm-queries.ts';
import { LateAlarmSection } from './LateAlarmSection.tsx';
import { splitHolidays } from './hours-form.ts';
import { useHoursText } from './hours-text.ts';
import { HoursExamples } from './HoursExamples.tsx';

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
        isLocked ? t`Para ir a otra, antes guardá o descartá los cambios.` : t`Buscá por nombre o correo.`
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
  return (
    <>
      {data.version === 0 && (
        <Alert severity="info" variant="outlined">
          <Trans>
            Nadie definió los horarios de esta agencia: mientras tanto valen estos, los habituales.
          </Trans>
        </Alert>
      )}
      <PlannedHoursNotice hours={data.hours} />
      {may.includes('setHours') ? (
        <EditHoursForm agencia={agencia} agencyHours={data} onDirtyChange={onDirtyChange} />
      ) : (
        <HoursSummary hours={data.hours} />
      )}
    </>
  );
}

function PlannedHoursNotice({ hours }: { hours: Hours }) {
  const text = useHoursText();
  const now = useNow();
  const day = findFirstDay(hours);
  if (!day || day <= dayAt(now, hours.zone)) return null;
  return (
    <Alert severity="info" variant="outlined">
      <Trans>Estos horarios valen desde el {text.date(day)}; hasta entonces, los de antes.</Trans>
    </Alert>
  );
}

function HoursSummary({ hours }: { hours: Hours }) {
  const { t } = useLingui();
  const text = useHoursText();
  const { zone, week, holidays, target, warning } = hours;
  const { upcoming } = splitHolidays(holidays, dayAt(useNow(), zone));
  const formatMinutes = (count: number) =>
    t`${plural(count, { one: '# minuto', other: '# minutos' })} de atención`;
  return (
    <Columns aside={<HoursExamples hours={hours} />}>
      <Section title={t`Horarios`} description={<Trans>Los cambia quien administra.</Trans>}>
        <Box sx={{ '--names': { xs: '112px', sm: '160px' } }}>
          <FactRows>
            {week.map((day, weekday) => (
              // oxlint-disable-next-line react/no-array-index-key -- a weekday is its number
              <FactRow key={weekday} name={text.weekdays[weekday] ?? ''}>
                {text.day(day)}
              </FactRow>
            ))}
            <FactRow name={t`Zona horaria`}>{text.zone(zone)}</FactRow>
            <FactRow name={t`Responder en`}>{formatMinutes(target)}</FactRow>
            <FactRow name={t`Avisar a los`}>{formatMinutes(warning)}</FactRow>
            <FactRow name={t`Feriados que vienen`}>
              {upcoming.length > 0
                ? upcoming.map((day) => <div key={day}>{text.date(day)}</div>)
                : t`ninguno`}
            </FactRow>
          </FactRows>
        </Box>
      </Section>
    </Columns>
  );
}

function getSelectedAgency(
  search: URLSearchParams,
  { agencies }: Pick<Session, 'agencies'>,
): string | undefined {
  return search.get('agencia')?.trim() || (agencies?.length === 1 ? agencies[0] : undefined);
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
