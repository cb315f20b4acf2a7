import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Link from '@mui/material/Link';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import type { Job } from '#contract/desk/jobs.ts';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { Caption } from '#console/ui/Caption.tsx';
import type { Column } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { ListPage } from '#console/ui/ListPage.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { jobListQuery } from './job-queries.ts';
import { useJobText } from './job-text.ts';
import { JobProgress, JobState } from './JobProgress.tsx';

const columns: readonly Column<Job>[] = [
  { name: 'what', head: msg`Proceso`, Cell: What, lead: true },
  { name: 'progress', head: msg`Avance`, Cell: ({ row }) => <JobProgress job={row} />, width: '24%' },
  { name: 'state', head: msg`Estado`, Cell: ({ row }) => <JobState job={row} />, width: '18%' },
  { name: 'when', head: msg`Cuándo`, Cell: ({ row }) => <Moment at={row.createdAt} />, width: '136px' },
];
const columnsOfEverybody = columns.toSpliced(3, 0, {
  name: 'who',
  head: msg`Quién`,
  Cell: ({ row }) => row.by.name,
  width: '16%',
});

function JobsPage() {
  const { t } = useLingui();
  const { person } = useSession();
  const list = useInfiniteQuery(jobListQuery());
  const seesEverybody = person.role === 'partner';
  return (
    <ListPage
      title={t`Procesos`}
      label={t`Procesos`}
      loadingLabel={t`Cargando los procesos`}
      freshness={list}
      query={list}
      rows={list.data?.pages.flatMap(({ jobs }) => jobs)}
      columns={seesEverybody ? columnsOfEverybody : columns}
      getRowKey={({ id }) => id}
      empty={
        <EmptyState link={{ to: paths.inquiries(), label: t`Ir a las consultas` }}>
          <Trans>
            Todavía no hay procesos. Acá quedan las exportaciones, las invitaciones, las importaciones y los
            cambios de muchas consultas a la vez.
          </Trans>
        </EmptyState>
      }
      moreLabel={t`Ver anteriores`}
    />
  );
}

function What({ row }: { row: Job }) {
  const text = useJobText();
  return (
    <>
      <Link component={RouterLink} to={paths.job(row.id)} underline="hover" sx={{ fontWeight: 600 }}>
        {text.title(row)}
      </Link>
      <Caption>{[text.count(row), row.name].filter(Boolean).join(' · ')}</Caption>
    </>
  );
}

export const loader = () => queryClient.ensureInfiniteQueryData(jobListQuery());

export { JobsPage as Component };
