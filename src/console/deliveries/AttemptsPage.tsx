import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Link from '@mui/material/Link';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link as RouterLink, type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { ATTEMPT_OUTCOMES } from '#contract/attempts.ts';
import type { AttemptListQuery, ListedAttempt } from '#contract/desk/attempts.ts';
import { dayAt } from '#contract/window.ts';
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
import { ListPage } from '#console/ui/ListPage.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { AttemptOutcome, ATTEMPT_OUTCOME_TEXTS } from './AttemptOutcome.tsx';
import { AttemptSummary } from './AttemptSummary.tsx';
import { attemptPageQuery } from './delivery-queries.ts';
import { DeliveryTabs } from './DeliveryTabs.tsx';
import { InquiryName } from './InquiryName.tsx';
import { TopicFilter } from './TopicFilter.tsx';
import { useTopicName } from './topic-names.ts';

const SID_LENGTH = 64;
const FILTERS = { topic: textUpTo(80), sid: textUpTo(SID_LENGTH), outcome: oneOf(ATTEMPT_OUTCOMES) };

function parseAttemptsAddress(search: URLSearchParams): LogAddress<AttemptListQuery> {
  return parseLogAddress(search, FILTERS);
}

const columns: readonly Column<ListedAttempt>[] = [
  { name: 'when', head: msg`Cuándo`, Cell: ({ row: { at } }) => <Moment at={at} />, width: '128px' },
  { name: 'inquiry', head: msg`Consulta`, Cell: AttemptedInquiry, lead: true },
  {
    name: 'topic',
    head: msg({ context: 'webhook', message: 'Aviso' }),
    Cell: ({ row }) => useTopicName()(row.topic),
    width: '17%',
  },
  {
    name: 'outcome',
    head: msg`Resultado`,
    Cell: ({ row }) => <AttemptOutcome attempt={row} />,
    width: '20%',
  },
  { name: 'host', head: msg`Adónde`, Cell: CallbackHost, width: '17%' },
  {
    name: 'agency',
    head: msg`Agencia`,
    Cell: ({ row: { agency } }) => <AgencyName adminMail={agency} />,
    width: '19%',
  },
];

function AttemptsPage() {
  const { t } = useLingui();
  const table = useTableColumns('attempts', columns);
  const { query, request } = useLogAddress(parseAttemptsAddress);
  const page = useQuery({ ...attemptPageQuery(request), placeholderData: keepPreviousData });
  const { data, error } = page;
  const isOffered = data?.isOffered !== false;
  return (
    <ListPage
      title={t`Entregas`}
      tab={[t`Intentos del servicio`, t`Entregas`]}
      label={t`Intentos del servicio`}
      loadingLabel={t`Cargando los intentos`}
      freshness={page}
      actions={<HelpLink topic="arrival" />}
      filters={
        <>
          <DeliveryTabs current={paths.attempts()} />
          {data?.summary && (
            <AttemptSummary
              summary={data.summary}
              isLastDay={query.from === undefined && query.to === undefined}
            />
          )}
          {isOffered && <AttemptFilters failure={error} />}
        </>
      }
      query={page}
      rows={data?.attempts}
      {...table}
      getRowKey={({ id }) => id}
      empty={<NoAttempts isOffered={isOffered} />}
    >
      {data && (
        <LogPagination
          label={t`Páginas de los intentos`}
          hasOlder={data.more}
          lastId={data.attempts.at(-1)?.id}
        />
      )}
    </ListPage>
  );
}

function NoAttempts({ isOffered }: { isOffered: boolean }) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  if (!isOffered)
    return (
      <EmptyState>
        <Trans>
          Este servicio no informa sus intentos de entrega: solo lo hace el que viene con Vitrina.
        </Trans>
      </EmptyState>
    );
  if (search.size === 0)
    return (
      <EmptyState>
        <Trans>El servicio no intentó ninguna entrega en los últimos 30 días.</Trans>
      </EmptyState>
    );
  return (
    <EmptyState link={{ to: paths.attempts(), label: t`Ver todos` }}>
      <Trans>Ningún intento de los últimos 30 días coincide con estos filtros.</Trans>
    </EmptyState>
  );
}

function AttemptedInquiry({ row: { agency, person, sid, isCanary } }: { row: ListedAttempt }) {
  const { may } = useSession();
  const name = isCanary ? <Trans>Prueba automática</Trans> : <InquiryName person={person} sid={sid} />;
  if (sid === null || !may.includes('viewInquiry')) return name;
  return (
    <Link component={RouterLink} to={paths.inquiry(agency, sid)} underline="hover" sx={{ fontWeight: 600 }}>
      {name}
    </Link>
  );
}

function CallbackHost({ row: { callback } }: { row: ListedAttempt }) {
  return <span title={callback}>{URL.parse(callback)?.host ?? callback}</span>;
}

function AttemptFilters({ failure }: { failure: Error | null }) {
  const { t, i18n } = useLingui();
  const { query, unreadable, setFilters } = useLogAddress(parseAttemptsAddress);
  return (
    <LogFilters label={t`Filtros de los intentos`} address={{ query, unreadable }} failure={failure}>
      <TopicFilter value={query.topic} onChange={(topic) => setFilters({ topic })} />
      <ChoiceFilter
        label={t`Resultado`}
        all={t`Todos`}
        value={query.outcome}
        choices={ATTEMPT_OUTCOMES.map((value) => ({ value, label: i18n._(ATTEMPT_OUTCOME_TEXTS[value]) }))}
        onChange={(outcome) => setFilters({ outcome })}
      />
      <LogTextFilter name="sid" label={t`Id de la consulta`} maxLength={SID_LENGTH} />
    </LogFilters>
  );
}

export function loader({ url }: LoaderFunctionArgs) {
  const { query } = parseAttemptsAddress(url.searchParams);
  const today = dayAt(Date.now(), getSession().timeZone);
  return queryClient.ensureQueryData(attemptPageQuery(resolveDays(query, today)));
}

export { AttemptsPage as Component };
