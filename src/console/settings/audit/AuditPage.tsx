import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { AUDIT_OUTCOMES, type AuditEntry, type AuditQuery } from '#contract/desk/audit.ts';
import { dayAt } from '#contract/window.ts';
import { LogAgencyFilter } from '#console/agency-select/LogAgencyFilter.tsx';
import { AgencyName } from '#console/agency-select/AgencyName.tsx';
import { queryClient } from '#console/api/query-client.ts';
import { ChoiceFilter } from '#console/filters/FilterBar.tsx';
import {
  type LogAddress,
  oneOf,
  parseLogAddress,
  resolveDays,
  textUpTo,
  useLogAddress,
} from '#console/filters/log-address.ts';
import { LogFilters, LogPagination, LogTextFilter } from '#console/filters/LogFilters.tsx';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { paths } from '#console/paths.ts';
import { getSession, useSession } from '#console/session/session.ts';
import { useTableColumns } from '#console/session/use-table-columns.tsx';
import type { Column } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { ExportButton } from '#console/ui/ExportButton.tsx';
import { ListPage } from '#console/ui/ListPage.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { StatusChip, type Tone } from '#console/ui/StatusChip.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { useAuditActions } from './audit-text.ts';
import { useAuditText } from './use-audit-text.ts';
import { auditExportUrl, auditPageQuery } from './audit-queries.ts';
import { AuditEntryDetails } from './AuditEntryDetails.tsx';

const PERSON_LENGTH = 50;
const FILTERS = {
  person: textUpTo(PERSON_LENGTH),
  agency: textUpTo(50),
  action: textUpTo(50),
  outcome: oneOf(AUDIT_OUTCOMES),
};

function parseAuditAddress(search: URLSearchParams): LogAddress<AuditQuery> {
  return parseLogAddress(search, FILTERS);
}

const columns: readonly Column<AuditEntry>[] = [
  { name: 'when', head: msg`Cuándo`, Cell: ({ row }) => <Moment at={row.at} />, width: '136px' },
  { name: 'what', head: msg`Qué pasó`, Cell: AuditEntryDetails, lead: true },
  {
    name: 'agency',
    head: msg`Agencia`,
    Cell: ({ row: { agency } }) => agency && <AgencyName adminMail={agency} />,
    width: '20%',
  },
  { name: 'outcome', head: msg`Resultado`, Cell: AuditOutcome, width: '18%' },
];

function AuditPage() {
  const { t, i18n } = useLingui();
  const table = useTableColumns('audit', columns);
  const { may } = useSession();
  const { query, request } = useLogAddress(parseAuditAddress);
  const page = useQuery({ ...auditPageQuery(request), placeholderData: keepPreviousData });
  const { data, error } = page;
  return (
    <ListPage
      title={t`Auditoría`}
      label={t`Auditoría`}
      loadingLabel={t`Cargando la auditoría`}
      freshness={page}
      actions={
        <>
          <HelpLink topic="audit" />
          {may.includes('exportAudit') && <ExportButton href={auditExportUrl(request, i18n.locale)} />}
        </>
      }
      filters={<AuditFilters failure={error} />}
      query={page}
      rows={data?.entries}
      {...table}
      getRowKey={({ id }) => id}
      empty={
        <EmptyState link={{ to: paths.audit(), label: t`Ver todo` }}>
          {query.before ? (
            <Trans>No hay nada más antiguo con estos filtros.</Trans>
          ) : (
            <Trans>Nada de lo registrado coincide con estos filtros.</Trans>
          )}
        </EmptyState>
      }
    >
      {data && (
        <LogPagination
          label={t`Páginas de la auditoría`}
          hasOlder={data.more}
          lastId={data.entries.at(-1)?.id}
        />
      )}
    </ListPage>
  );
}

function AuditFilters({ failure }: { failure: Error | null }) {
  const { t } = useLingui();
  const text = useAuditText();
  const actions = useAuditActions();
  const { query, unreadable, setFilters } = useLogAddress(parseAuditAddress);
  return (
    <LogFilters label={t`Filtros de la auditoría`} address={{ query, unreadable }} failure={failure}>
      <LogTextFilter name="person" label={t`Correo de la persona`} maxLength={PERSON_LENGTH} />
      <LogAgencyFilter value={query.agency} onChange={(agency) => setFilters({ agency })} />
      <ChoiceFilter
        wide
        label={t`Acción`}
        all={t`Todas`}
        value={query.action}
        choices={actions.choices()}
        onChange={(action) => setFilters({ action })}
      />
      <ChoiceFilter
        label={t`Resultado`}
        all={t`Todos`}
        value={query.outcome}
        choices={AUDIT_OUTCOMES.map((value) => ({ value, label: text.outcome[value] }))}
        onChange={(outcome) => setFilters({ outcome })}
      />
    </LogFilters>
  );
}

const AUDIT_TONES: Record<AuditEntry['outcome'], Tone> = {
  done: 'good',
  partial: 'caution',
  cancelled: 'none',
  refused: 'caution',
  failed: 'bad',
  unknown: 'none',
};

function AuditOutcome({ row }: { row: AuditEntry }) {
  const { t } = useLingui();
  const format = useFormats();
  const text = useAuditText();
  const { outcome, result } = row;
  const count = result ? format.number(result.rows) : '';
  const rows = result && t`${plural(result.rows, { one: '# fila', other: `${count} filas` })}`;
  const isComplete = outcome === 'done' || outcome === 'partial';
  const notes = [text.reason(row), rows && (isComplete ? rows : t`hasta ahí, ${rows}; sin archivo`)];
  return (
    <Stack sx={{ alignItems: 'start', gap: 0.5 }}>
      <StatusChip tone={AUDIT_TONES[outcome]}>{text.outcome[outcome]}</StatusChip>
      {notes.map(
        (note) =>
          note && (
            <Typography key={note} variant="body2" color="textSecondary">
              {note}
            </Typography>
          ),
      )}
    </Stack>
  );
}

export function loader({ url }: LoaderFunctionArgs) {
  const { query } = parseAuditAddress(url.searchParams);
  const today = dayAt(Date.now(), getSession().timeZone);
  return queryClient.ensureQueryData(auditPageQuery(resolveDays(query, today)));
}

export { AuditPage as Component };
