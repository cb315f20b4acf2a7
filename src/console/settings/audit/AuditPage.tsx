import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, type LoaderFunctionArgs } from 'react-router';
import type { AuditEntry } from '#contract/desk/audit.ts';
import { dayAt } from '#contract/window.ts';
import { AgencyName } from '#console/agency-select/AgencyName.tsx';
import { queryClient } from '#console/api/query-client.ts';
import { resolveDays } from '#console/filters/log-address.ts';
import { LogPagination } from '#console/filters/LogFilters.tsx';
import { useLogAddress } from '#console/filters/log-address.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { paths } from '#console/paths.ts';
import { getSession, useSession } from '#console/session/session.ts';
import { useTableColumns } from '#console/session/use-table-columns.tsx';
import type { Column } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Freshness } from '#console/ui/Freshness.tsx';
import { DownloadIcon } from '#console/ui/icons.tsx';
import { ListPage } from '#console/ui/ListPage.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { parseAuditAddress } from './address.ts';
import { auditExportUrl, auditPageQuery } from './audit-queries.ts';
import { AuditEntryDetails } from './AuditEntryDetails.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditOutcome } from './AuditOutcome.tsx';

const columns: readonly Column<AuditEntry>[] = [
  { name: 'when', head: msg`Cuándo`, Cell: When, width: '120px' },
  { name: 'what', head: msg`Qué pasó`, Cell: AuditEntryDetails, lead: true },
  { name: 'agency', head: msg`Agencia`, Cell: Agency, width: '20%' },
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
      actions={
        <>
          <HelpLink topic="audit" />
          <Freshness query={page} />
          {may.includes('exportAudit') && (
            <Button
              href={auditExportUrl(request, i18n.locale)}
              download
              variant="outlined"
              startIcon={<DownloadIcon />}
            >
              <Trans>Exportar CSV</Trans>
            </Button>
          )}
        </>
      }
      filters={<AuditFilters failure={error} />}
      query={page}
      rows={data?.entries}
      columns={table.columns}
      columnsMenu={table.columnsMenu}
      getRowKey={({ id }) => id}
      empty={
        <EmptyState
          actions={
            <Button component={Link} to={paths.audit()} variant="outlined">
              <Trans>Ver todo</Trans>
            </Button>
          }
        >
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

function When({ row: { at } }: { row: AuditEntry }) {
  return <Moment at={at} />;
}

function Agency({ row: { agency } }: { row: AuditEntry }) {
  return agency === null ? null : <AgencyName adminMail={agency} />;
}

export function loader({ url }: LoaderFunctionArgs) {
  const { query } = parseAuditAddress(url.searchParams);
  const today = dayAt(Date.now(), getSession().timeZone);
  return queryClient.ensureQueryData(auditPageQuery(resolveDays(query, today)));
}

export { AuditPage as Component };
