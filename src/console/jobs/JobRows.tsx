import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link as RouterLink, useSearchParams } from 'react-router';
import { JOB_ROW_STATES, type Job, type JobRow } from '#contract/desk/jobs.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { Caption } from '#console/ui/Caption.tsx';
import type { Column } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { RowList } from '#console/ui/ListPage.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { NavTabs } from '#console/ui/NavTabs.tsx';
import { Section } from '#console/ui/Section.tsx';
import { StatusChip, type Tone } from '#console/ui/StatusChip.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { jobRowsQuery } from './job-queries.ts';
import { useJobText } from './job-text.ts';
import { useRowReason } from './row-reason.ts';

type Row = JobRow & { job: Job };

const ROW_TONES: Record<JobRow['state'], Tone> = { done: 'good', failed: 'bad', pending: 'none' };

const columns: readonly Column<Row>[] = [
  { name: 'number', head: msg`Fila`, Cell: ({ row }) => row.number, width: '72px' },
  { name: 'what', head: msg({ context: 'job', message: 'Qué' }), Cell: Subject, lead: true },
  { name: 'result', head: msg`Resultado`, Cell: Result, width: '38%' },
  {
    name: 'when',
    head: msg`Cuándo`,
    Cell: ({ row: { at } }) => at !== null && <Moment at={at} />,
    width: '136px',
  },
];

export function JobRows({ job }: { job: Job }) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const format = useFormats();
  const state = JOB_ROW_STATES.find((name) => name === search.get('filas'));
  const list = useInfiniteQuery(jobRowsQuery(job.id, state));
  const rows = list.data?.pages.flatMap((page) => page.rows.map((row): Row => ({ ...row, job })));
  const tabTo = (name?: JobRow['state']) => paths.job(job.id, name && `filas=${name}`);
  const [failed, pending] = [job.failed, job.rows - job.done - job.failed].map((count) =>
    format.number(count),
  );
  return (
    <Section title={t`Filas`} actions={<HelpLink topic="bulk" />}>
      <NavTabs
        label={t`Filas por resultado`}
        current={tabTo(state)}
        tabs={[
          { to: tabTo(), label: t`Todas` },
          { to: tabTo('done'), label: t`Hechas` },
          { to: tabTo('failed'), label: t`No se pudo (${failed})` },
          { to: tabTo('pending'), label: t`Sin hacer (${pending})` },
        ]}
      />
      <RowList
        label={t`Filas`}
        loadingLabel={t`Cargando las filas`}
        query={list}
        rows={rows}
        columns={columns}
        getRowKey={({ number }) => String(number)}
        empty={
          <EmptyState>
            <Trans>Ninguna fila está así.</Trans>
          </EmptyState>
        }
        moreLabel={t`Ver más filas`}
      />
    </Section>
  );
}

function Subject({ row: { adminMail, sid, name, cells } }: { row: Row }) {
  const { may } = useSession();
  const text = cells.filter(Boolean).join(' · ');
  if (adminMail === null) return text;
  const to = sid === null ? paths.agency(adminMail) : paths.inquiry(adminMail, sid);
  const canOpen = may.includes(sid === null ? 'viewAgency' : 'viewInquiry');
  const label = sid === null ? adminMail : (name ?? sid);
  return (
    <>
      {canOpen ? (
        <Link component={RouterLink} to={to} underline="hover" sx={{ fontWeight: 600 }}>
          <bdi>{label}</bdi>
        </Link>
      ) : (
        <bdi>{label}</bdi>
      )}
      <Caption>{text || (sid !== null && <bdi>{adminMail}</bdi>)}</Caption>
    </>
  );
}

function Result({ row: { state, code, detail, job } }: { row: Row }) {
  const text = useJobText();
  const getReason = useRowReason();
  const reason = code !== null && getReason(code, job.change?.kind);
  return (
    <>
      <StatusChip tone={ROW_TONES[state]}>{text.rowState[state]}</StatusChip>
      {reason && (
        <Typography variant="body2" color="textSecondary">
          {state === 'pending' ? <Trans>Se reintenta: {reason}</Trans> : reason}
        </Typography>
      )}
      {detail !== null && (
        <Typography variant="body2" color="textSecondary" lang="es">
          «{detail}»
        </Typography>
      )}
    </>
  );
}
