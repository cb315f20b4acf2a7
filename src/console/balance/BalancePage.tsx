import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, Link as RouterLink, useNavigate, useSearchParams } from 'react-router';
import { type Balance, type BalanceHour, MAX_BALANCE_DAYS, sumMissed } from '#contract/desk/balance.ts';
import { addDays, dayAt, startOfDay } from '#contract/window.ts';
import { AgencyAutocomplete } from '#console/agency-select/AgencyAutocomplete.tsx';
import { useAgencyName } from '#console/agency-select/use-agencies.ts';
import { queryClient } from '#console/api/query-client.ts';
import { ResendMissedButton } from '#console/deliveries/ResendMissedButton.tsx';
import { UnreadableParameters } from '#console/filters/FilterBar.tsx';
import { PeriodFilter } from '#console/filters/PeriodFilter.tsx';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { paths } from '#console/paths.ts';
import { getSession, useSession } from '#console/session/session.ts';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { DataTable } from '#console/ui/DataTable.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { useDayRange, useNow } from '#console/ui/use-formats.ts';
import {
  type BalanceAddress,
  type BalanceSearch,
  formatBalanceSearch,
  parseBalanceAddress,
} from './address.ts';
import {
  countMade,
  createAgencyColumns,
  createDayColumns,
  createHourColumns,
  leadColumns,
} from './balance-columns.tsx';
import { balanceQuery } from './balance-queries.ts';
import { useBalanceText } from './balance-text.ts';
import { DifferingAgencies } from './DifferingAgencies.tsx';
import { FigureTable } from './FigureTable.tsx';

function BalancePage() {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const [search] = useSearchParams();
  const today = dayAt(useNow(), timeZone);
  const { unreadable, ...request } = parseBalanceAddress(search, today);
  const query = useQuery({ ...balanceQuery(request), placeholderData: keepPreviousData });
  return (
    <DetailPage
      {...usePlace(request)}
      loadingLabel={t`Cargando el balance`}
      query={query}
      freshness={query}
      actions={<HelpLink topic="balance" />}
      notFound={
        <EmptyState link={{ to: paths.balance(), label: t`Ver todas` }}>
          <Trans>El servicio no lista ninguna agencia con esa dirección.</Trans>
        </EmptyState>
      }
    >
      {(balance) => (
        <Stack
          spacing={2}
          aria-busy={query.isPlaceholderData}
          sx={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}
        >
          <Verdict balance={balance} request={request} />
          <DifferingAgencies agencies={balance.agencies} />
          <Filters address={{ ...request, unreadable }} today={today} />
          <ResendMissedButton
            key={JSON.stringify(request)}
            span={toSpan(request, timeZone)}
            count={balance.days.reduce((sum, day) => sum + sumMissed(day), 0)}
          />
          <BalanceTable balance={balance} request={request} />
          {balance.hours && balance.hours.length > 0 && <Hours hours={balance.hours} />}
          <Limits />
        </Stack>
      )}
    </DetailPage>
  );
}

function usePlace({ from, to, agency }: Omit<BalanceAddress, 'unreadable'>) {
  const { t } = useLingui();
  const formatDays = useDayRange();
  const getName = useAgencyName();
  const home = { to: paths.balance(), label: t`Balance` };
  const isDay = from === to;
  const day = formatDays(from, to);
  if (agency === undefined) return isDay ? { title: day, back: home } : { title: t`Balance` };
  return isDay
    ? { title: getName(agency), back: { to: paths.balance(formatBalanceSearch({ from, to })), label: day } }
    : { title: getName(agency), back: home };
}

const toSpan = ({ from, to, agency }: TableProps['request'], timeZone: string) => ({
  since: startOfDay(from, timeZone),
  until: startOfDay(addDays(to, 1), timeZone),
  ...(agency !== undefined && { agency }),
});

const isClosed = ({ compared, uncompared, differing }: Balance['summary']): boolean =>
  compared > 0 && uncompared === 0 && differing === 0;

function Verdict({ balance, request: { from, to } }: TableProps) {
  const text = useBalanceText();
  const { summary, firstListedDay, days } = balance;
  const { compared, uncompared, readAt } = summary;
  if (readAt === null)
    return (
      <Typography variant="h2">
        <Trans>Todavía no se comparó nada con el servicio</Trans>
      </Typography>
    );
  const [day] = from === to && from >= firstListedDay && isClosed(summary) ? days : [];
  const shown = day ? { ...summary, ...day, made: countMade(day), arriving: 0 } : summary;
  const explained = text.explained(shown).join('; ');
  const whole = text.sentence(summary);
  return (
    <Box>
      <Typography
        variant="h2"
        sx={{ fontSize: 'var(--text-h1)', color: summary.differing > 0 ? 'error.main' : 'text.primary' }}
      >
        {text.sentence(shown)}
      </Typography>
      {explained && <Typography>{explained}</Typography>}
      <Typography color="textSecondary">
        {day && (
          <>
            <Trans>En 90 días: {whole}</Trans>.{' '}
          </>
        )}
        <Trans>
          Desde el <Day day={firstListedDay} />, por lo que el servicio dijo: la lectura más antigua es de{' '}
          <Moment at={readAt} />.
        </Trans>{' '}
        {uncompared > 0 && (
          <Trans>
            Comparadas: {compared} agencias; todavía no: {uncompared}.
          </Trans>
        )}
      </Typography>
    </Box>
  );
}

function Day({ day }: { day: string }) {
  return useDayRange()(day, day);
}

function Filters({ address: { unreadable, ...query }, today }: { address: BalanceAddress; today: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const change = (changed: BalanceSearch) =>
    void navigate({ search: formatBalanceSearch({ ...query, ...changed }) });
  return (
    <Stack component="search" aria-label={t`Filtros del balance`} spacing={1.5}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 1.5 }}>
        <PeriodFilter
          period={query}
          today={today}
          maxDays={MAX_BALANCE_DAYS}
          isRequired
          onChange={({ from, to }) => change({ from, to })}
        />
        <AgencyAutocomplete
          label={t`Agencia`}
          value={query.agency ?? null}
          onChange={(_event, agency) => change({ agency: agency ?? undefined })}
          sx={{ flex: '1 1 180px', maxWidth: { sm: 280 } }}
        />
      </Stack>
      <UnreadableParameters parameters={unreadable} />
    </Stack>
  );
}

interface TableProps {
  balance: Balance;
  request: Omit<BalanceAddress, 'unreadable'>;
}

function BalanceTable({ balance, request: { from, to, agency } }: TableProps) {
  const { t } = useLingui();
  const { days, agencies, agencyCount, leads, summary, firstListedDay } = balance;
  const shown = agencies.length;
  if (from < to) {
    const rows = days.map((day) =>
      Object.assign({ isClosed: isClosed(summary) && day.day >= firstListedDay, agency }, day),
    );
    return (
      <FigureTable
        key="days"
        label={t`Días`}
        columns={createDayColumns(rows)}
        rows={rows}
        getRowKey={({ day }) => day}
      />
    );
  }
  if (agency === undefined) {
    const rows = agencies.flatMap(({ figures, ...row }) =>
      figures ? [Object.assign({ day: from }, row, figures)] : [],
    );
    return (
      <>
        <FigureTable
          key="agencies"
          label={t`Agencias`}
          columns={createAgencyColumns(rows)}
          rows={rows}
          getRowKey={({ adminMail }) => adminMail}
        />
        {agencyCount > shown && (
          <Typography color="textSecondary">
            <Trans>
              Se muestran {shown} de {agencyCount} agencias.
            </Trans>
          </Typography>
        )}
      </>
    );
  }
  if (!leads || leads.length === 0)
    return (
      <EmptyState>
        <Trans>Ese día no tiene consultas en la bandeja.</Trans>
      </EmptyState>
    );
  return (
    <DataTable
      key="leads"
      label={t`Consultas`}
      columns={leadColumns}
      rows={leads.map((lead) => Object.assign({ agency }, lead))}
      getRowKey={({ sid }) => sid}
    />
  );
}

function Hours({ hours }: { hours: readonly BalanceHour[] }) {
  const { t } = useLingui();
  return (
    <>
      <Typography variant="h2">
        <Trans>Por hora</Trans>
      </Typography>
      <FigureTable
        label={t`Horas`}
        columns={createHourColumns(hours)}
        rows={hours}
        getRowKey={({ at }) => String(at)}
      />
    </>
  );
}

function Limits() {
  const { may } = useSession();
  return (
    <Typography variant="body2" color="textSecondary" sx={{ maxWidth: 760 }}>
      <Trans>
        El servicio solo dice cuántas consultas tienen sus listas de los últimos 90 días. No se puede saber
        qué hubo antes, qué consultas no le muestra a esta aplicación, ni cuántas veces intentó avisar. Un
        aviso que se cambió fuera de esta consola deja causas sin saberse.
      </Trans>{' '}
      {may.includes('listDeliveries') && (
        <Link component={RouterLink} to={paths.deliveries()}>
          <Trans>Ver las entregas</Trans>
        </Link>
      )}
    </Typography>
  );
}

export function loader({ url }: LoaderFunctionArgs) {
  const today = dayAt(Date.now(), getSession().timeZone);
  const { unreadable: _, ...request } = parseBalanceAddress(url.searchParams, today);
  return queryClient.ensureQueryData(balanceQuery(request));
}

export { BalancePage as Component };
