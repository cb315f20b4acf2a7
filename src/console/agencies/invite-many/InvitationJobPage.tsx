import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link, type LoaderFunctionArgs, useParams } from 'react-router';
import { queryClient } from '#console/api/query-client.ts';
import { JobActions } from '#console/jobs/JobActions.tsx';
import { JobProgress } from '#console/jobs/JobProgress.tsx';
import { jobQuery } from '#console/jobs/job-queries.ts';
import { paths } from '#console/paths.ts';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Freshness } from '#console/ui/Freshness.tsx';
import { Section } from '#console/ui/Section.tsx';
import { funnelQuery } from './bulk-invitation-queries.ts';
import { Funnel } from './Funnel.tsx';

function InvitationJobPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const query = useQuery(jobQuery(id));
  const funnel = useQuery(funnelQuery(id));
  return (
    <DetailPage
      key={id}
      title={query.data?.name || t`Agencias invitadas`}
      tab={[query.data?.name || t`Agencias invitadas`, t`Agencias`]}
      back={{ to: paths.invitations(), label: t`Invitaciones` }}
      loadingLabel={t`Cargando las invitaciones`}
      query={query}
    >
      {(job) => (
        <>
          <Section
            title={t`Envío`}
            actions={
              <Button component={Link} to={paths.job(job.id)} variant="outlined" color="inherit">
                <Trans>Ver la tarea</Trans>
              </Button>
            }
          >
            <JobProgress job={job} />
            <JobActions job={job} />
          </Section>
          <Section title={t`Qué pasó con ellas`} actions={<Freshness query={funnel} />}>
            {funnel.error && !funnel.data && (
              <FailureAlert error={funnel.error} onRetry={() => void funnel.refetch()} />
            )}
            {funnel.isPending && <TableSkeleton label={t`Cargando las invitaciones`} />}
            {funnel.data && <Funnel jobId={id} agencies={funnel.data.agencies} />}
          </Section>
        </>
      )}
    </DetailPage>
  );
}

export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) =>
  Promise.all([queryClient.ensureQueryData(jobQuery(id)), queryClient.ensureQueryData(funnelQuery(id))]);

export { InvitationJobPage as Component };
