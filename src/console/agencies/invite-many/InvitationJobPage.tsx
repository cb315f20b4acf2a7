import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, type LoaderFunctionArgs, useParams } from 'react-router';
import { REMINDER_INTERVAL_MS } from '#contract/desk/bulk-invitations.ts';
import { AgencyNameCell } from '#console/agency-select/AgencyNameCell.tsx';
import { queryClient } from '#console/api/query-client.ts';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/forms/ConfirmDialog.tsx';
import { jobQuery } from '#console/jobs/job-queries.ts';
import { JobActions } from '#console/jobs/JobActions.tsx';
import { JobProgress } from '#console/jobs/JobProgress.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { type Column, DataTable, TableSkeleton } from '#console/ui/DataTable.tsx';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { Section } from '#console/ui/Section.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { type InvitedAgency, funnelQuery, remindAgencies } from './bulk-invitation-queries.ts';

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
      freshness={funnel}
    >
      {(job) => (
        <>
          <Section
            title={t`Envío`}
            actions={
              <Button component={Link} to={paths.job(job.id)} variant="outlined" color="inherit">
                <Trans>Ver el proceso</Trans>
              </Button>
            }
          >
            <JobProgress job={job} />
            <JobActions job={job} />
          </Section>
          <Section title={t`Qué pasó con ellas`}>
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

const columns: readonly Column<InvitedAgency>[] = [
  {
    name: 'agency',
    head: msg`Agencia`,
    Cell: FunnelAgencyCell,
    lead: true,
    sortBy: ({ name, adminMail }) => name ?? adminMail,
  },
  { name: 'sent', head: msg`Enviada`, Cell: SentCell, width: '20%', sortBy: ({ sentAt }) => sentAt },
  {
    name: 'registered',
    head: msg`Registrada`,
    Cell: RegisteredCell,
    width: '20%',
    sortBy: ({ registeredAt }) => registeredAt,
  },
  {
    name: 'inquiry',
    head: msg`Primera consulta`,
    Cell: FirstInquiryCell,
    width: '20%',
    sortBy: ({ firstInquiryAt }) => firstInquiryAt,
  },
];

type Shown = 'all' | 'pending' | 'silent' | 'active';

function Funnel({ jobId, agencies }: { jobId: string; agencies: readonly InvitedAgency[] }) {
  const { t } = useLingui();
  const [shown, setShown] = useState<Shown>('all');
  const registered = agencies.filter(({ isRegistered }) => isRegistered);
  const active = agencies.filter(({ firstInquiryAt }) => firstInquiryAt !== null);
  const rows: Record<Shown, readonly InvitedAgency[]> = {
    all: agencies,
    pending: agencies.filter(({ isRegistered }) => !isRegistered),
    silent: registered.filter(({ firstInquiryAt }) => firstInquiryAt === null),
    active,
  };
  const choices: Record<Shown, string> = {
    all: t`Todas`,
    pending: t`Sin registrarse`,
    silent: t`Sin consultas`,
    active: t`Con consultas`,
  };
  const steps = [
    { label: t`Enviadas`, count: agencies.length },
    { label: t`Registradas`, count: registered.length },
    { label: t`Con su primera consulta`, count: active.length },
  ];
  if (agencies.length === 0)
    return (
      <EmptyState>
        <Trans>Todavía no se envió ninguna invitación.</Trans>
      </EmptyState>
    );
  return (
    <>
      <Stack component="ul" spacing={1} useFlexGap sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {steps.map(({ label, count }) => (
          <InvitationShare key={label} label={label} count={count} total={agencies.length} />
        ))}
      </Stack>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <TextField
          select
          size="small"
          label={t`Qué agencias se ven`}
          value={shown}
          onChange={({ target }) => setShown(target.value as Shown)}
          sx={{ width: 220 }}
        >
          {Object.entries<string>(choices).map(([value, label]) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        <RemindButton jobId={jobId} agencies={rows.pending} />
      </Stack>
      {rows[shown].length > 0 ? (
        <DataTable
          label={t`Agencias invitadas`}
          columns={columns}
          rows={rows[shown]}
          getRowKey={({ adminMail }) => adminMail}
        />
      ) : (
        <EmptyState>
          <Trans>Ninguna agencia está así.</Trans>
        </EmptyState>
      )}
    </>
  );
}

function InvitationShare({ label, count, total }: { label: string; count: number; total: number }) {
  const format = useFormats();
  const share = count / Math.max(1, total);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr auto', sm: '200px minmax(0, 1fr) 112px' },
        alignItems: 'center',
        columnGap: 2,
        rowGap: 0.5,
      }}
    >
      <span>{label}</span>
      <Box
        aria-hidden="true"
        sx={{
          gridColumn: { xs: '1 / -1', sm: 'auto' },
          gridRow: { xs: 2, sm: 'auto' },
          height: 14,
          borderRadius: 1,
          bgcolor: 'action.hover',
          overflow: 'hidden',
        }}
      >
        <Box sx={{ height: 1, width: share, bgcolor: 'primary.main' }} />
      </Box>
      <Typography component="strong" sx={{ fontVariantNumeric: 'tabular-nums', textAlign: 'end' }}>
        {format.number(count)} · {format.percent(share)}
      </Typography>
    </Box>
  );
}

function RemindButton({ jobId, agencies }: { jobId: string; agencies: readonly InvitedAgency[] }) {
  const { t } = useLingui();
  const { may } = useSession();
  const now = useNow();
  const [reminderId, setReminderId] = useState<string>();
  useConfirmDialogPreload();
  const due = agencies.filter(({ sentAt }) => sentAt <= now - REMINDER_INTERVAL_MS).length;
  const remind = useMutation({
    ...remindAgencies,
    onSuccess: () => setReminderId(undefined),
  });
  if (!may.includes('remindAgencies') || agencies.length === 0) return null;
  return (
    <>
      <Button
        variant="outlined"
        disabled={due === 0}
        onClick={() => {
          remind.reset();
          setReminderId(crypto.randomUUID());
        }}
      >
        {due === 0
          ? t`Recordar a quienes no se registraron`
          : t`Recordar a ${plural(due, { one: '# que no se registró', other: '# que no se registraron' })}…`}
      </Button>
      <Typography component="output" variant="body2" color="textSecondary">
        {remind.data ? (
          <Trans>
            Se están enviando los recordatorios. <Link to={paths.job(remind.data.id)}>Ver el proceso</Link>
          </Trans>
        ) : (
          due === 0 && <Trans>A todas se les envió algo en las últimas 24 horas.</Trans>
        )}
      </Typography>
      {reminderId !== undefined && (
        <ConfirmDialog
          title={t`¿Recordar a ${plural(due, { one: '# agencia', other: '# agencias' })}?`}
          action={t`Enviar los recordatorios`}
          pending={remind.isPending}
          failure={remind.error && <FailureAlert error={remind.error} />}
          onConfirm={() => remind.mutate({ id: jobId, reminderId })}
          onClose={() => setReminderId(undefined)}
        >
          <Trans>
            El servicio les envía otra vez el correo con el que completan su registro. A ninguna se le
            recuerda más de una vez por día.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

function FunnelAgencyCell({ row: { adminMail, name } }: { row: InvitedAgency }) {
  return <AgencyNameCell name={name} mail={adminMail} to={paths.agency(adminMail)} />;
}

function SentCell({ row: { sentAt, sends } }: { row: InvitedAgency }) {
  const { t } = useLingui();
  return (
    <>
      <Moment at={sentAt} />
      {sends > 1 && ` · ${t`${plural(sends, { one: '# envío', other: '# envíos' })}`}`}
    </>
  );
}

function RegisteredCell({ row: { isRegistered, registeredAt } }: { row: InvitedAgency }) {
  if (!isRegistered)
    return (
      <StatusChip tone="waiting">
        <Trans>Todavía no</Trans>
      </StatusChip>
    );
  return registeredAt === null ? <Trans>Sí</Trans> : <Moment at={registeredAt} />;
}

function FirstInquiryCell({ row: { firstInquiryAt } }: { row: InvitedAgency }) {
  return firstInquiryAt === null ? <Trans>Ninguna</Trans> : <Moment at={firstInquiryAt} />;
}

export { InvitationJobPage as Component };
