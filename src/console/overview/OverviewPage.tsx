import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { plural } from '@lingui/core/macro';
import type { OverviewNow, OverviewPeriod } from '#contract/desk/overview.ts';
import { dayAt } from '#contract/window.ts';
import { BACKGROUND, queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { getSession, useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { MoreMenu } from '#console/ui/MoreMenu.tsx';
import { Page } from '#console/ui/Page.tsx';
import { useAfterPaint } from '#console/ui/scheduling.ts';
import { SlowNotice } from '#console/ui/SlowNotice.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { gatewayTopicsQuery } from '#console/webhooks/webhook-queries.ts';
import { useAgencyName } from '#console/agency-select/use-agencies.ts';
import { type OverviewAddress, parseOverviewAddress } from './address.ts';
import { AttentionSection } from './AttentionSection.tsx';
import { NextSection } from './NextSection.tsx';
import { AgencyFilter, PeriodChoice } from './OverviewFilters.tsx';
import css from './OverviewPage.module.css';
import { overviewNowQuery, overviewPeriodQuery } from './overview-queries.ts';
import { PeriodSections, useIncompleteText } from './PeriodSections.tsx';
import { TopicsSection } from './TopicsSection.tsx';

const OVERVIEW_REFETCH_MS = 120_000;

function OverviewPage() {
  const { t } = useLingui();
  const { person, timeZone } = useSession();
  const [search] = useSearchParams();
  const today = dayAt(useNow(), timeZone);
  const address = parseOverviewAddress(search, today);
  const { agencias } = address;
  const now = useQuery({
    ...overviewNowQuery(agencias),
    placeholderData: keepPreviousData,
    // Inquiries become late without an event. Polling does not extend the session; the other query does.
    refetchInterval: OVERVIEW_REFETCH_MS,
    meta: BACKGROUND,
  });
  const period = useQuery({ ...overviewPeriodQuery(address), placeholderData: keepPreviousData });
  const isSeller = person.role === 'seller';
  const isPainted = useAfterPaint();
  const refetch: typeof now.refetch = (options) => {
    void period.refetch(options);
    return now.refetch(options);
  };
  return (
    <Page
      title={isSeller ? t`Mi día` : t`Resumen`}
      freshness={{
        ...now,
        error: now.error ?? period.error,
        isFetching: now.isFetching || period.isFetching,
        refetch,
      }}
      actions={
        <MoreMenu
          items={[
            {
              label: t`Traspaso de turno`,
              to: paths.handover(new URLSearchParams(agencias.map((mail) => ['agencia', mail])).toString()),
            },
            { label: t`Imprimir`, onClick: () => print() },
            { label: t`Ayuda`, to: paths.help('figures') },
          ]}
        />
      }
    >
      <AgencyFilter address={address} />
      <Stack spacing={2} className={`printed ${css.page}`}>
        <PrintedHeading address={address} title={isSeller ? t`Mi día` : t`Resumen`} period={period.data} />
        {now.data && <IndexNotice now={now.data} />}
        <Box aria-busy={now.isPlaceholderData} sx={{ opacity: now.isPlaceholderData ? 0.6 : 1 }}>
          {now.data ? (
            <Stack spacing={2}>
              {person.role === 'support' && <TopicsSection refetchIntervalMs={OVERVIEW_REFETCH_MS} />}
              <AttentionSection now={now.data} agencias={agencias} />
              {isSeller && <NextSection now={now.data} agencias={agencias} />}
            </Stack>
          ) : (
            <Loading query={now} label={t`Cargando lo pendiente`} />
          )}
        </Box>
        <PeriodChoice address={address} today={today} />
        <Box aria-busy={period.isPlaceholderData} sx={{ opacity: period.isPlaceholderData ? 0.6 : 1 }}>
          {period.data && isPainted ? (
            <PeriodSections period={period.data} agencias={agencias} detail={address.detail} />
          ) : (
            <Loading query={period} label={t`Cargando las cifras`} />
          )}
        </Box>
      </Stack>
    </Page>
  );
}

interface LoadingProps {
  query: { error: Error | null; refetch: () => unknown };
  label: string;
}

function Loading({ query: { error, refetch }, label }: LoadingProps) {
  if (error) return <FailureAlert error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <SlowNotice />
      <output aria-label={label}>
        <Skeleton variant="rounded" height={220} />
      </output>
    </>
  );
}

function IndexNotice({ now: { asOf, complete, failure } }: { now: OverviewNow }) {
  if (complete && failure === null) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Alert's own role would be an alert
    <Alert severity={failure === null ? 'info' : 'warning'} variant="outlined" role="status">
      {failure !== null && (
        <p>
          {failure === 'upstream-refused' ? (
            <Trans>
              El servicio no reconoce a esta consola, por sus credenciales o su reloj: puede faltar lo más
              nuevo.
            </Trans>
          ) : (
            <Trans>El servicio no respondió la última vez: puede faltar lo más nuevo.</Trans>
          )}{' '}
          {asOf !== null && (
            <Trans>
              Última lectura: <Moment at={asOf} />.
            </Trans>
          )}
        </p>
      )}
      {!complete && (
        <p>
          <Trans>Todavía se están leyendo consultas anteriores: las cifras de esos días van a crecer.</Trans>
        </p>
      )}
    </Alert>
  );
}

interface PrintedHeadingProps {
  title: string;
  address: OverviewAddress;
  period: OverviewPeriod | undefined;
}

function PrintedHeading({ title, address: { agencias, desde, hasta }, period }: PrintedHeadingProps) {
  const { t } = useLingui();
  const format = useFormats();
  const incompleteText = useIncompleteText(period);
  const printed = format.exact(new Date(useNow()).toISOString());
  // 15:00 UTC is within that day in every zone of the country.
  const days = format.days(`${desde}T15:00:00Z`, `${hasta}T15:00:00Z`);
  const getName = useAgencyName();
  const [first] = agencias;
  const whose =
    first === undefined
      ? t`Todas mis agencias`
      : agencias.length === 1
        ? getName(first)
        : t`${plural(agencias.length, { one: '# agencia', other: '# agencias' })}`;
  return (
    <p className={css.printedHeading}>
      <Trans>
        Vitrina · {title} · {whose} · {days} · impreso {printed}
      </Trans>{' '}
      {incompleteText}
    </p>
  );
}

/** The page opens with the first figures, which take less time; the loader prefetches both. */
export function loader({ url }: LoaderFunctionArgs) {
  const today = dayAt(Date.now(), getSession().timeZone);
  const address = parseOverviewAddress(url.searchParams, today);
  void queryClient.prefetchQuery(overviewPeriodQuery(address));
  if (getSession().person.role === 'support') void queryClient.prefetchQuery(gatewayTopicsQuery());
  return queryClient.ensureQueryData(overviewNowQuery(address.agencias));
}

export { OverviewPage as Component };
