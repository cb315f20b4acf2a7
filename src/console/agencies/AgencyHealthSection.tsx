import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { findPackageLevel, runsOutSoon, sumProducts } from '#contract/agency-package.ts';
import { LAST_DAYS, resolveDay } from '#contract/relative-days.ts';
import { dayAt } from '#contract/window.ts';
import type { Agency } from '#console/agency-select/agency-queries.ts';
import { findIncompletePeriod } from '#console/overview/figures.ts';
import { overviewNowQuery, overviewPeriodQuery } from '#console/overview/overview-queries.ts';
import { PeriodContext } from '#console/overview/period-context.ts';
import { PeriodTiles } from '#console/overview/PeriodTiles.tsx';
import { useSession } from '#console/session/session.ts';
import { Caption } from '#console/ui/Caption.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { useDayRange, useFormats, useNow } from '#console/ui/use-formats.ts';
import { agencyHealthQuery, agencyPackageQuery } from './agency-page-queries.ts';
import { last24HoursLink } from './AgencyHealthCells.tsx';
import { useAgenciesText } from './agencies-text.ts';
import { isInvitationUnanswered } from './invitation-state.ts';
import { packageExpiry } from './PackageUsage.tsx';

export function AgencyHealthSection({ agency }: { agency: Agency }) {
  const { t } = useLingui();
  const sentences = useHealthSentences(agency);
  return (
    <Box component="section" aria-label={t`Cómo está`} sx={{ display: 'grid', gap: 3, pb: 1 }}>
      <div>
        {sentences ? (
          sentences.map(({ text, isBad }, at) => (
            <Box
              component="p"
              key={text}
              sx={{
                m: 0,
                maxWidth: '60ch',
                fontSize: at === 0 ? 20 : 16,
                fontWeight: at === 0 ? 600 : 400,
                color: isBad ? 'error.main' : 'text.primary',
                textWrap: 'pretty',
              }}
            >
              {text}
            </Box>
          ))
        ) : (
          <Skeleton width="min(420px, 100%)" height={28} />
        )}
        <Last24Hours adminMail={agency.AdminMail} />
      </div>
      <RecentFigures adminMail={agency.AdminMail} />
    </Box>
  );
}

interface Sentence {
  text: string;
  isBad: boolean;
}

function useHealthSentences({ AdminMail, Estado, FechaInvitacion }: Agency): Sentence[] | undefined {
  const { t } = useLingui();
  const format = useFormats();
  const formatDay = useDayRange();
  const text = useAgenciesText();
  const { may, timeZone } = useSession();
  const now = useNow();
  const today = dayAt(now, timeZone);
  const mayKnow = may.includes('listAgencyHealth');
  const healthQuery = useQuery({ ...agencyHealthQuery([AdminMail]), enabled: mayKnow });
  const pending = useQuery(overviewNowQuery([AdminMail]));
  const contract = useQuery(agencyPackageQuery(AdminMail));
  if ((mayKnow && healthQuery.isPending) || pending.isPending || contract.isPending) return undefined;
  const health = healthQuery.data?.get(AdminMail.toLowerCase());
  const sentences: Sentence[] = [];
  const add = (sentence: string, isBad = true) => sentences.push({ text: sentence, isBad });

  if (Estado === 'Invitada') {
    const days = FechaInvitacion ? text.timeSince(Date.parse(FechaInvitacion), now) : '';
    if (isInvitationUnanswered(FechaInvitacion, now))
      add(t`Invitada hace ${days}, y todavía no se registró.`);
    else add(days ? t`Invitada hace ${days}; falta que se registre.` : t`Falta que se registre.`, false);
  }
  if (health?.isSilent && health.lastAt !== null) {
    const [days, pace] = [text.timeSince(health.lastAt, now), text.pace(health.perDay ?? 0)];
    add(t`Sin consultas hace ${days}; antes ${pace}.`);
  }
  const usage = sumProducts(contract.data?.Productos);
  const forecast = health?.package?.forecast;
  const end = contract.data?.Hasta;
  if (packageExpiry(end, today) === 'expired' && typeof end === 'string')
    add(t`El paquete venció el ${formatDay(end, end)}.`);
  else if (usage && findPackageLevel(usage) === 'exhausted')
    add(t`El paquete se agotó: no queda ninguna publicación.`);
  else if (usage && forecast && runsOutSoon({ ...usage, runsOutOn: forecast.runsOutOn }, today))
    add(t`El paquete se agota el ${formatDay(forecast.runsOutOn, forecast.runsOutOn)}.`);
  else if (usage && findPackageLevel(usage) === 'low') {
    const left = usage.contracted - usage.used;
    add(
      t`${plural(left, { one: 'Queda # publicación del paquete.', other: 'Quedan # publicaciones del paquete.' })}`,
    );
  }
  const late = pending.data?.overdue ?? 0;
  if (late > 0)
    add(
      t`${plural(late, { one: '# consulta vencida espera respuesta.', other: '# consultas vencidas esperan respuesta.' })}`,
    );
  if (sentences.length > 0) return sentences;
  if (healthQuery.isLoadingError || pending.isLoadingError || contract.isLoadingError)
    return [{ text: t`No se pudo saber cómo está.`, isBad: false }];
  if (!health?.lastAt)
    add(mayKnow ? t`Todavía no recibió consultas.` : t`Todo bien: ninguna consulta está tarde.`, false);
  else add(t`Todo bien: última consulta, ${format.age(health.lastAt, now)}; ninguna está tarde.`, false);
  return sentences;
}

function Last24Hours({ adminMail }: { adminMail: string }) {
  const { t } = useLingui();
  const { may } = useSession();
  const { data } = useQuery({
    ...agencyHealthQuery([adminMail]),
    enabled: may.includes('listAgencyHealth'),
  });
  const count = data?.get(adminMail.toLowerCase())?.last24Hours;
  if (count === undefined) return null;
  const text = t`${plural(count, { 0: 'Ninguna consulta en las últimas 24 horas', one: '# consulta en las últimas 24 horas', other: '# consultas en las últimas 24 horas' })}`;
  return (
    <p>
      {count > 0 ? (
        <Link component={RouterLink} to={last24HoursLink(adminMail)} underline="hover">
          {text}
        </Link>
      ) : (
        text
      )}
    </p>
  );
}

function RecentFigures({ adminMail }: { adminMail: string }) {
  const { timeZone } = useSession();
  const formatDays = useDayRange();
  const today = dayAt(useNow(), timeZone);
  const request = { agencias: [adminMail], desde: resolveDay(LAST_DAYS[30], () => today), hasta: today };
  const { data: period, error, refetch } = useQuery(overviewPeriodQuery(request));
  if (error && !period) return <FailureAlert error={error} onRetry={() => void refetch()} />;
  if (!period) return <Skeleton height={120} />;
  const { before } = period;
  return (
    <PeriodContext value={{ ...request, isComparable: findIncompletePeriod(period) === undefined }}>
      <PeriodTiles period={period} />
      <Caption>
        <Trans>Últimos 30 días; antes: {formatDays(before.desde, before.hasta)}.</Trans>
      </Caption>
    </PeriodContext>
  );
}
