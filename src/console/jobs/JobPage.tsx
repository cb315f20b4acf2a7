import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink, type LoaderFunctionArgs, useParams } from 'react-router';
import type { ExportedFile, Job } from '#contract/desk/jobs.ts';
import { queryClient } from '#console/api/query-client.ts';
import { AgencyName } from '#console/agency-select/AgencyName.tsx';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { Section } from '#console/ui/Section.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { DifferingRowsAlert, FileFailureAlert, MissingDaysAlert } from './ExportedFileAlerts.tsx';
import { jobQuery, jobRowsQuery } from './job-queries.ts';
import { useJobText } from './job-text.ts';
import { JobActions } from './JobActions.tsx';
import { JobProgress, JobState } from './JobProgress.tsx';
import { JobRows } from './JobRows.tsx';

function JobPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const text = useJobText();
  const query = useQuery(jobQuery(id));
  const title = query.data && text.title(query.data);
  return (
    <DetailPage
      key={id}
      title={title ?? t`Proceso`}
      tab={[title, t`Procesos`]}
      back={{ to: paths.jobs(), label: t`Procesos` }}
      freshness={query}
      loadingLabel={t`Cargando el proceso`}
      query={query}
      failureActions={
        <Button component={RouterLink} to={paths.jobs()} variant="outlined" color="inherit">
          <Trans>Volver a la lista</Trans>
        </Button>
      }
    >
      {(job) => (
        <>
          <Section title={t`Datos`} hideTitle>
            <Typography component="p" variant="subtitle1">
              {text.request(job)}
            </Typography>
            <JobProgress job={job} />
            <JobFacts job={job} />
            <JobActions job={job} />
          </Section>
          {job.file ? <ExportedFileSection job={job} file={job.file} /> : <JobRows job={job} />}
        </>
      )}
    </DetailPage>
  );
}

function JobFacts({ job }: { job: Job }) {
  const { t } = useLingui();
  return (
    <FactRows>
      <FactRow name={t`Estado`}>
        <JobState job={job} />
      </FactRow>
      <FactRow name={t`Archivo`}>{!job.file && job.name}</FactRow>
      <FactRow name={t`Hechas`}>{job.missed && <SpanText {...job.missed} />}</FactRow>
      <FactRow name={t`Agencia`}>
        {job.missed?.agency !== undefined && <AgencyName adminMail={job.missed.agency} />}
      </FactRow>
      <FactRow name={t`Empezó`}>
        <Moment at={job.createdAt} />
      </FactRow>
      <FactRow name={t`Qué pasó con ellas`}>
        {job.kind === 'invitations' && (
          <Link component={RouterLink} to={paths.invitationJob(job.reminderOf ?? job.id)}>
            <Trans>Registradas y con consultas</Trans>
          </Link>
        )}
      </FactRow>
      <FactRow name={t`Terminó`}>{job.finishedAt !== null && <Moment at={job.finishedAt} />}</FactRow>
      <FactRow name={t`Mientras tanto`}>
        {job.state === 'running' && (
          <Trans>
            Sigue aunque cierres Vitrina.{' '}
            <Link component={RouterLink} to={paths.inquiries()}>
              Volver a las consultas
            </Link>
          </Trans>
        )}
      </FactRow>
    </FactRows>
  );
}

function SpanText({ since, until }: { since: number; until: number }) {
  const format = useFormats();
  return `${format.moment(since)} – ${format.moment(until)}`;
}

function ExportedFileSection({ job: { state, name, by, done }, file }: { job: Job; file: ExportedFile }) {
  const { t } = useLingui();
  const { person } = useSession();
  const { format, masked, missing, failure, until, expected } = file;
  const formats = useFormats();
  const [rows, matching] = [formats.number(done), formats.number(expected ?? 0)];
  const isMade = state === 'done' && failure === null;
  return (
    <Section title={t`Archivo`} actions={<HelpLink topic="export" />}>
      {failure !== null && <FileFailureAlert code={failure} />}
      {missing !== null && missing.length > 0 && <MissingDaysAlert missing={missing} />}
      {isMade && expected !== null && expected !== done && (
        <DifferingRowsAlert rows={done} expected={expected} />
      )}
      {isMade && until === null && (
        <Alert severity="info" variant="outlined">
          <Trans>El archivo ya se borró. Podés exportar las consultas de nuevo.</Trans>
        </Alert>
      )}
      <FactRows>
        <FactRow name={t`Nombre`}>{name}</FactRow>
        <FactRow name={t`Formato`}>{format.toUpperCase()}</FactRow>
        <FactRow name={t`Datos de contacto`}>{masked ? t`Enmascarados` : t`Completos`}</FactRow>
        <FactRow name={t`Consultas`}>
          {isMade && (expected === null ? rows : t`${rows} de las ${matching} que coincidían al empezar`)}
        </FactRow>
        <FactRow name={t`Se borra`}>{until !== null && <Moment at={until} />}</FactRow>
        <FactRow name={t`Descarga`}>
          {until !== null && by.id !== person.id && t`Solo quien la pidió.`}
        </FactRow>
      </FactRows>
    </Section>
  );
}

export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) =>
  Promise.all([
    queryClient.ensureQueryData(jobQuery(id)),
    queryClient.ensureInfiniteQueryData(jobRowsQuery(id, undefined)),
  ]);

export { JobPage as Component };
