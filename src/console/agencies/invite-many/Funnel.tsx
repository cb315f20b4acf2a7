import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { NameCell } from '#console/agencies/NameCell.tsx';
import { paths } from '#console/paths.ts';
import { type Column, DataTable } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import type { InvitedAgency } from './bulk-invitation-queries.ts';
import { RemindButton } from './RemindButton.tsx';

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

export function Funnel({ jobId, agencies }: { jobId: string; agencies: readonly InvitedAgency[] }) {
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
          <FunnelStep key={label} label={label} count={count} total={agencies.length} />
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

function FunnelStep({ label, count, total }: { label: string; count: number; total: number }) {
  const { i18n } = useLingui();
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
        {i18n.number(count)} · {i18n.number(share, { style: 'percent', maximumFractionDigits: 0 })}
      </Typography>
    </Box>
  );
}

function FunnelAgencyCell({ row: { adminMail, name } }: { row: InvitedAgency }) {
  return <NameCell name={name} mail={adminMail} to={paths.agency(adminMail)} />;
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
