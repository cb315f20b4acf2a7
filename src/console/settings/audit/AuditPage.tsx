import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router';
import type { AuditEntry } from '#contract/desk/audit.ts';
import { dayAt } from '#contract/window.ts';
import { queryClient } from '#console/api/query-client.ts';
import { logRequest } from '#console/filters/log-address.ts';
import { LogPages } from '#console/filters/LogPages.tsx';
import { paths } from '#console/paths.ts';
import { getSession, useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { DownloadIcon, RefreshIcon } from '#console/ui/icons.tsx';
import { type Column, DataTable, TableSkeleton } from '#console/ui/DataTable.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Page } from '#console/ui/Page.tsx';
import parts from '#console/ui/parts.module.css';
import { StatusChip, type Tone } from '#console/ui/StatusChip.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { readAuditAddress } from './address.ts';
import { auditExport, auditPage, auditPageAt } from './audit-queries.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditSentence } from './AuditSentence.tsx';
import { GivenRows } from './ExportFacts.tsx';
import { useAuditText } from './audit-text.ts';

const columns: readonly Column<AuditEntry>[] = [
  { name: 'when', head: msg`Cuándo`, Cell: When, width: '120px' },
  { name: 'what', head: msg`Qué pasó`, Cell: AuditSentence, lead: true },
  { name: 'agency', head: msg`Agencia`, Cell: Agency, width: '20%' },
  { name: 'outcome', head: msg`Resultado`, Cell: Outcome, width: '18%' },
];

const TONES: Record<AuditEntry['outcome'], Tone> = {
  done: 'good',
  partial: 'caution',
  cancelled: 'none',
  refused: 'caution',
  failed: 'bad',
  unknown: 'none',
};

/** Who did what, newest first. */
function AuditPage() {
  const { t, i18n } = useLingui();
  const { timeZone, may } = useSession();
  const [search] = useSearchParams();
  const address = readAuditAddress(search);
  const now = useNow();
  const request = logRequest(address.asked, () => dayAt(now, timeZone));
  const page = useQuery({ ...auditPage(request), placeholderData: keepPreviousData });
  const entries = page.data?.entries;
  return (
    <Page
      title={t`Auditoría`}
      actions={
        <>
          <button
            type="button"
            className="button"
            disabled={page.isFetching}
            onClick={() => void page.refetch()}
          >
            <RefreshIcon /> <Trans>Actualizar</Trans>
          </button>
          {may.includes('exportAudit') && (
            <a className="button" href={auditExport(request, i18n.locale)} download>
              <DownloadIcon /> <Trans>Exportar CSV</Trans>
            </a>
          )}
        </>
      }
    >
      <AuditFilters failure={page.error} />
      {page.isError && <FailureAlert error={page.error} onRetry={() => void page.refetch()} />}
      {page.isPending && <TableSkeleton label={t`Cargando la auditoría`} />}
      {entries && entries.length > 0 && (
        <DataTable
          label={t`Auditoría`}
          columns={columns}
          rows={entries}
          getRowKey={({ id }) => id}
          isPlaceholder={page.isPlaceholderData}
        />
      )}
      {entries?.length === 0 && (
        <EmptyState
          actions={
            <Link className="button" to={paths.audit()}>
              <Trans>Ver todo</Trans>
            </Link>
          }
        >
          {address.asked.before ? (
            <Trans>No hay nada más antiguo con estos filtros.</Trans>
          ) : (
            <Trans>Nada de lo registrado coincide con estos filtros.</Trans>
          )}
        </EmptyState>
      )}
      {page.data && (
        <LogPages
          label={t`Páginas de la auditoría`}
          address={address}
          more={page.data.more}
          last={page.data.entries.at(-1)?.id}
        />
      )}
    </Page>
  );
}

function When({ row: { at } }: { row: AuditEntry }) {
  return <Moment at={at} />;
}

function Agency({ row: { agency } }: { row: AuditEntry }) {
  return agency;
}

function Outcome({ row }: { row: AuditEntry }) {
  const text = useAuditText();
  const reason = text.reason(row);
  return (
    <>
      <StatusChip tone={TONES[row.outcome]}>{text.outcome[row.outcome]}</StatusChip>
      {reason && <span className={parts.small}>{reason}</span>}
      {row.given && (
        <span className={parts.small}>
          <GivenRows given={row.given} outcome={row.outcome} />
        </span>
      )}
    </>
  );
}

export const loader = ({ url }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(auditPageAt(url.searchParams, dayAt(Date.now(), getSession().timeZone)));

export { AuditPage as Component };
