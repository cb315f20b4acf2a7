import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { AuditEntry } from '#contract/desk/audit.ts';
import { dayAt } from '#contract/window.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { FailurePanel } from '#console/shell/FailurePanel.tsx';
import { BackIcon, DownloadIcon, NextIcon, RefreshIcon } from '#console/shell/icons.tsx';
import { type Column, DataList, GhostRows } from '#console/ui/DataList.tsx';
import { Nothing, Page } from '#console/ui/Page.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { auditRequest, changeAuditSearch, readAuditAddress } from './address.ts';
import css from './audit.module.css';
import { auditExport, auditPage } from './audit-queries.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditSentence } from './AuditSentence.tsx';
import { useAuditText } from './audit-text.ts';

const columns: readonly Column<AuditEntry>[] = [
  { name: 'when', head: msg`Cuándo`, Cell: Moment, width: '120px' },
  { name: 'what', head: msg`Qué pasó`, Cell: AuditSentence, lead: true },
  { name: 'agency', head: msg`Agencia`, Cell: Agency, width: '20%' },
  { name: 'outcome', head: msg`Resultado`, Cell: Outcome, width: '18%' },
];

/** Who did what, newest first. */
export function AuditPage() {
  const { t } = useLingui();
  const { timeZone, may } = useSession();
  const [search] = useSearchParams();
  const address = readAuditAddress(search);
  const request = auditRequest(address, dayAt(useNow(), timeZone));
  const page = useQuery({ ...auditPage(request), placeholderData: keepPreviousData });
  const entries = page.data?.entries;
  const last = entries?.at(-1);
  const go = (change: Parameters<typeof changeAuditSearch>[1]) =>
    paths.audit(changeAuditSearch(search, change));
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
            <a className="button" href={auditExport(request)} download>
              <DownloadIcon /> <Trans>Exportar CSV</Trans>
            </a>
          )}
        </>
      }
    >
      <AuditFilters failure={page.error} />
      {page.isError && <FailurePanel error={page.error} onRetry={() => void page.refetch()} />}
      {page.isPending && <GhostRows label={t`Cargando la auditoría`} />}
      {entries && entries.length > 0 && (
        <DataList
          label={t`Auditoría`}
          columns={columns}
          rows={entries}
          keyOf={({ id }) => id}
          turning={page.isPlaceholderData}
        />
      )}
      {entries?.length === 0 && (
        <Nothing
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
        </Nothing>
      )}
      {entries && (address.asked.before || page.data?.more) && (
        <nav className={css.pager} aria-label={t`Páginas de la auditoría`}>
          {address.asked.before && (
            <Link className="button" to={go({ before: undefined })}>
              <BackIcon /> <Trans>Las más nuevas</Trans>
            </Link>
          )}
          {page.data?.more && last && (
            <Link className={`button ${css.older}`} to={go({ before: last.id })}>
              <Trans>Más antiguas</Trans> <NextIcon />
            </Link>
          )}
        </nav>
      )}
    </Page>
  );
}

function Moment({ row: { at } }: { row: AuditEntry }) {
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const now = useNow();
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} title={format.exact(iso)}>
      {format.age(iso, now)}
    </time>
  );
}

function Agency({ row: { agency } }: { row: AuditEntry }) {
  return agency;
}

function Outcome({ row }: { row: AuditEntry }) {
  const text = useAuditText();
  const reason = text.reason(row);
  return (
    <>
      <span className={css.outcome} data-outcome={row.outcome}>
        {text.outcome[row.outcome]}
      </span>
      {reason && <span className={css.reason}>{reason}</span>}
    </>
  );
}
