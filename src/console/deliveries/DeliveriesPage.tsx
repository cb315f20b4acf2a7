import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link as RouterLink, type LoaderFunctionArgs, useSearchParams } from 'react-router';
import {
  DELIVERY_OUTCOMES,
  REFUSAL_REASONS,
  type DeliveriesQuery,
  type Delivery,
} from '#contract/desk/deliveries.ts';
import { dayAt } from '#contract/window.ts';
import { LogAgencyFilter } from '#console/agency-select/LogAgencyFilter.tsx';
import { AgencyName } from '#console/agency-select/AgencyName.tsx';
import { queryClient } from '#console/api/query-client.ts';
import {
  type LogAddress,
  oneOf,
  parseInstant,
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
import { ListPage } from '#console/ui/ListPage.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { ChoiceFilter } from '#console/filters/FilterBar.tsx';
import { DeliveryTabs } from './DeliveryTabs.tsx';
import { IncidentList } from './IncidentList.tsx';
import { DeliverySummary } from './DeliverySummary.tsx';
import { InquiryName } from './InquiryName.tsx';
import { MomentFilter } from './MomentFilter.tsx';
import { TopicFilter } from './TopicFilter.tsx';
import { useTopicName } from './topic-names.ts';
import { deliveryPageQuery, incidentsQuery } from './delivery-queries.ts';
import { DeliveryOutcome, useDeliveryText } from './DeliveryOutcome.tsx';

const BUYER_LENGTH = 80;
const ID_LENGTH = 64;
const FILTERS = {
  topic: textUpTo(80),
  agency: textUpTo(50),
  buyer: textUpTo(BUYER_LENGTH),
  id: textUpTo(ID_LENGTH),
  outcome: oneOf(DELIVERY_OUTCOMES),
  test: oneOf(['1', '0']),
  reason: oneOf(REFUSAL_REASONS),
  since: parseInstant,
  until: parseInstant,
};

const PERIOD = ['from', 'to', 'since', 'until'] as const;

function parseDeliveriesAddress(search: URLSearchParams): LogAddress<DeliveriesQuery> {
  return parseLogAddress(search, FILTERS);
}

const columns: readonly Column<Delivery>[] = [
  { name: 'when', head: msg`Cuándo`, Cell: DeliveryLink, width: '128px' },
  { name: 'inquiry', head: msg`Consulta`, Cell: InquiryLink, lead: true },
  {
    name: 'topic',
    head: msg({ context: 'webhook', message: 'Aviso' }),
    Cell: ({ row }) => useTopicName()(row.topic),
    width: '20%',
  },
  {
    name: 'outcome',
    head: msg`Resultado`,
    Cell: ({ row }) => <DeliveryOutcome delivery={row} />,
    width: '26%',
  },
  {
    name: 'agency',
    head: msg`Agencia`,
    Cell: ({ row: { agency } }) => agency && <AgencyName adminMail={agency} />,
    width: '24%',
  },
];

function DeliveriesPage() {
  const { t } = useLingui();
  const table = useTableColumns('deliveries', columns);
  const { query, request } = useLogAddress(parseDeliveriesAddress);
  const page = useQuery({ ...deliveryPageQuery(request), placeholderData: keepPreviousData });
  const { data, error } = page;
  return (
    <ListPage
      title={t`Entregas`}
      label={t`Entregas`}
      loadingLabel={t`Cargando las entregas`}
      freshness={page}
      actions={
        <>
          <Button component={RouterLink} to={paths.balance()} variant="outlined" color="inherit">
            <Trans>Balance</Trans>
          </Button>
          <HelpLink topic="arrival" />
        </>
      }
      filters={
        <>
          <DeliveryTabs current={paths.deliveries()} />
          <IncidentList />
          {data?.summary && (
            <DeliverySummary
              summary={data.summary}
              isLastDay={PERIOD.every((name) => query[name] === undefined)}
            />
          )}
          <DeliveryFilters failure={error} />
        </>
      }
      query={page}
      rows={data?.deliveries}
      {...table}
      getRowKey={({ id }) => id}
      empty={<NoDeliveries isOlderPage={Boolean(query.before)} />}
    >
      {data && (
        <LogPagination
          label={t`Páginas de las entregas`}
          hasOlder={data.more}
          lastId={data.deliveries.at(-1)?.id}
        />
      )}
    </ListPage>
  );
}

function NoDeliveries({ isOlderPage }: { isOlderPage: boolean }) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  if (search.size === 0) {
    return (
      <EmptyState>
        <Trans>
          Todavía no llegó ninguna entrega. Llegan las de los avisos que apuntan a esta consola, y los
          reenvíos que se piden desde acá.
        </Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState link={{ to: paths.deliveries(), label: t`Ver todas` }}>
      {isOlderPage ? (
        <Trans>No hay nada más antiguo con estos filtros.</Trans>
      ) : (
        <Trans>Ninguna entrega coincide con estos filtros.</Trans>
      )}
    </EmptyState>
  );
}

function DeliveryLink({ row: { id, at } }: { row: Delivery }) {
  return (
    <Link component={RouterLink} to={paths.delivery(id)} underline="hover">
      <Moment at={at} />
    </Link>
  );
}

/** The buyer, as a link to the inquiry for whoever may see it, otherwise to the delivery. */
function InquiryLink({ row: { id, agency, person, sid, receivedCount: times, isTest } }: { row: Delivery }) {
  const { may } = useSession();
  const isShown = agency !== null && sid !== null && may.includes('viewInquiry');
  return (
    <div className="row">
      <Link
        component={RouterLink}
        to={isShown ? paths.inquiry(agency, sid) : paths.delivery(id)}
        underline="hover"
        sx={{ fontWeight: 600 }}
      >
        <InquiryName person={person} sid={sid} />
      </Link>
      {isTest && <Chip component="span" size="small" label={<Trans context="webhook">Prueba</Trans>} />}
      {times > 1 && <Chip component="span" size="small" label={<Trans>{times} veces</Trans>} />}
    </div>
  );
}

function DeliveryFilters({ failure }: { failure: Error | null }) {
  const { t } = useLingui();
  const text = useDeliveryText();
  const { query, unreadable, setFilters } = useLogAddress(parseDeliveriesAddress);
  return (
    <LogFilters label={t`Filtros de las entregas`} address={{ query, unreadable }} failure={failure}>
      <MomentFilter
        since={query.since}
        until={query.until}
        onRemove={() => setFilters({ since: undefined, until: undefined })}
      />
      <TopicFilter value={query.topic} onChange={(topic) => setFilters({ topic })} />
      <ChoiceFilter
        label={t`Resultado`}
        all={t`Todos`}
        value={query.outcome}
        choices={DELIVERY_OUTCOMES.map((value) => ({ value, label: text.outcome[value] }))}
        onChange={(outcome) => setFilters({ outcome, reason: undefined })}
      />
      {(query.outcome === 'refused' || query.reason !== undefined) && (
        <ChoiceFilter
          wide
          label={t`Motivo`}
          all={t`Todos`}
          value={query.reason}
          choices={REFUSAL_REASONS.map((value) => ({ value, label: text.reason[value] }))}
          onChange={(reason) => setFilters({ reason })}
        />
      )}
      <ChoiceFilter
        label={t`Pruebas`}
        all={t`Todas`}
        value={query.test}
        choices={[
          { value: '1', label: t`Solo pruebas` },
          { value: '0', label: t`Sin pruebas` },
        ]}
        onChange={(test) => setFilters({ test })}
      />
      <LogAgencyFilter value={query.agency} onChange={(agency) => setFilters({ agency })} />
      <LogTextFilter name="buyer" label={t`Comprador`} maxLength={BUYER_LENGTH} />
      <LogTextFilter name="id" label={t`Id`} maxLength={ID_LENGTH} />
    </LogFilters>
  );
}

export function loader({ url }: LoaderFunctionArgs) {
  const { query } = parseDeliveriesAddress(url.searchParams);
  const today = dayAt(Date.now(), getSession().timeZone);
  void queryClient.prefetchQuery(incidentsQuery());
  return queryClient.ensureQueryData(deliveryPageQuery(resolveDays(query, today)));
}

export { DeliveriesPage as Component };
