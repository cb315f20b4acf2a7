import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router';
import type { Delivery } from '#contract/desk/deliveries.ts';
import { dayAt } from '#contract/window.ts';
import { queryClient } from '#console/api/query-client.ts';
import { logRequest } from '#console/filters/log-address.ts';
import { LogPages } from '#console/filters/LogPages.tsx';
import { paths } from '#console/paths.ts';
import { getSession, useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { type Column, DataTable, TableSkeleton } from '#console/ui/DataTable.tsx';
import { Freshness } from '#console/ui/Freshness.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Page } from '#console/ui/Page.tsx';
import parts from '#console/ui/parts.module.css';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { AgencyName } from '#console/agency-select/AgencyName.tsx';
import { readDeliveriesAddress } from './address.ts';
import { deliveryPage } from './deliveries-queries.ts';
import { DeliveryFilters } from './DeliveryFilters.tsx';
import { DeliveryOutcome } from './DeliveryOutcome.tsx';
import { sizeText } from './delivery-text.ts';

const columns: readonly Column<Delivery>[] = [
  { name: 'when', head: msg`Cuándo`, Cell: When, width: '128px' },
  { name: 'topic', head: msg({ context: 'webhook', message: 'Tema' }), Cell: Topic, lead: true },
  { name: 'outcome', head: msg`Resultado`, Cell: Outcome, width: '26%' },
  { name: 'agency', head: msg`Agencia`, Cell: Agency, width: '24%' },
  { name: 'size', head: msg`Tamaño`, Cell: Size, width: '96px' },
];

/** What arrived here and what was caused from here, newest first. */
function DeliveriesPage() {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const [search] = useSearchParams();
  const address = readDeliveriesAddress(search);
  const now = useNow();
  const request = logRequest(address.asked, () => dayAt(now, timeZone));
  const page = useQuery({ ...deliveryPage(request), placeholderData: keepPreviousData });
  const { data, error, isPending, isPlaceholderData, refetch } = page;
  return (
    <Page title={t`Entregas`} actions={<Freshness query={page} />}>
      <DeliveryFilters failure={error} />
      {error && !data && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {isPending && <TableSkeleton label={t`Cargando las entregas`} />}
      {data && data.deliveries.length > 0 && (
        <DataTable
          label={t`Entregas`}
          columns={columns}
          rows={data.deliveries}
          getRowKey={({ id }) => id}
          isPlaceholder={isPlaceholderData}
        />
      )}
      {data?.deliveries.length === 0 && <None filtered={search.size > 0} before={address.asked.before} />}
      {data && (
        <LogPages
          label={t`Páginas de las entregas`}
          address={address}
          more={data.more}
          last={data.deliveries.at(-1)?.id}
        />
      )}
    </Page>
  );
}

function None({ filtered, before }: { filtered: boolean; before: string | undefined }) {
  if (!filtered) {
    return (
      <EmptyState>
        <Trans>
          Todavía no llegó ninguna entrega. Llegan las de los temas que apuntan al receptor de esta consola, y
          los reenvíos que se piden desde acá.
        </Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      actions={
        <Link className="button" to={paths.deliveries()}>
          <Trans>Ver todas</Trans>
        </Link>
      }
    >
      {before ? (
        <Trans>No hay nada más antiguo con estos filtros.</Trans>
      ) : (
        <Trans>Ninguna entrega coincide con estos filtros.</Trans>
      )}
    </EmptyState>
  );
}

function When({ row: { at } }: { row: Delivery }) {
  return <Moment at={at} />;
}

function Topic({ row: { id, topic, person, sid, hookId, times } }: { row: Delivery }) {
  return (
    <>
      <a className={parts.name} href={paths.delivery(id)}>
        {topic}
      </a>
      {times > 1 && (
        <span className={parts.mark}>
          <Trans>{times} veces</Trans>
        </span>
      )}
      {person === null ? (
        <code className={parts.small}>{sid ?? hookId}</code>
      ) : (
        <span className={parts.small}>{person}</span>
      )}
    </>
  );
}

function Outcome({ row }: { row: Delivery }) {
  return <DeliveryOutcome delivery={row} />;
}

function Agency({ row: { agency } }: { row: Delivery }) {
  return agency === null ? null : <AgencyName adminMail={agency} />;
}

function Size({ row: { size } }: { row: Delivery }) {
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  return size === null ? null : sizeText(size, format);
}

export function loader({ url }: LoaderFunctionArgs) {
  const { timeZone } = getSession();
  const { asked } = readDeliveriesAddress(url.searchParams);
  return queryClient.ensureQueryData(deliveryPage(logRequest(asked, () => dayAt(Date.now(), timeZone))));
}

export { DeliveriesPage as Component };
