import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, type LoaderFunctionArgs, useParams } from 'react-router';
import type { Job } from '#contract/desk/jobs.ts';
import { queryClient } from '#console/api/query-client.ts';
import { jobQuery } from '#console/jobs/job-queries.ts';
import { paths } from '#console/paths.ts';
import { formatCsv } from '#console/table-file/format-csv.ts';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Freshness } from '#console/ui/Freshness.tsx';
import { DownloadIcon } from '#console/ui/icons.tsx';
import { saveCsv } from '#console/ui/save-csv.ts';
import { Section } from '#console/ui/Section.tsx';
import { fetchFailedRows, funnelQuery } from './bulk-invitation-queries.ts';
import { Funnel } from './Funnel.tsx';
import { useRowReason } from './row-reason.ts';

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
          <Section title={t`Envío`} actions={<JobButtons job={job} />}>
            <JobProgress job={job} />
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

function JobProgress({ job: { state, rows, done, failed } }: { job: Job }) {
  const { t } = useLingui();
  const states: Record<Job['state'], string> = {
    running: t`En curso: sigue aunque cierres Vitrina.`,
    paused: t`En pausa.`,
    done: t`Terminado.`,
    cancelled: t`Cancelado: lo que ya se envió queda enviado.`,
  };
  const [finished, failures] = [
    t`${done} de ${plural(rows, { one: '# fila enviada', other: '# filas enviadas' })}`,
    t`${plural(failed, { one: '# sin enviar', other: '# sin enviar' })}`,
  ];
  return (
    <Stack spacing={1} useFlexGap>
      <Typography component="output">
        {[finished, failed > 0 && failures].filter(Boolean).join(' · ')} · {states[state]}
      </Typography>
      {(state === 'running' || state === 'paused') && (
        <LinearProgress
          variant="determinate"
          aria-label={t`Avance`}
          value={Math.floor((100 * (done + failed)) / Math.max(1, rows))}
          sx={{ height: 8, borderRadius: 4 }}
        />
      )}
    </Stack>
  );
}

function JobButtons({ job }: { job: Job }) {
  const { t, i18n } = useLingui();
  const getReason = useRowReason();
  const download = useMutation({
    mutationFn: async () => {
      const rows = await fetchFailedRows(job.id);
      const records = rows.map((row) => row.cells.concat(getReason(row)));
      const name = job.name.replace(/\.[^.]+$/, '') || t`agencias`;
      const csv = await formatCsv([[...job.columns, t`Motivo`], ...records], i18n.locale);
      saveCsv(t`${name} sin invitar`, csv);
    },
  });
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
      <Button component={Link} to={paths.job(job.id)} variant="outlined" color="inherit">
        <Trans>Ver la tarea</Trans>
      </Button>
      {job.failed > 0 && (
        <Button
          variant="outlined"
          startIcon={<DownloadIcon />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t`Descargar ${plural(job.failed, { one: '# fila sin enviar', other: '# filas sin enviar' })}`}
        </Button>
      )}
      {download.error && <FailureAlert error={download.error} onRetry={() => download.mutate()} />}
    </Stack>
  );
}

export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) =>
  Promise.all([queryClient.ensureQueryData(jobQuery(id)), queryClient.ensureQueryData(funnelQuery(id))]);

export { InvitationJobPage as Component };
