import { Trans, useLingui } from '@lingui/react/macro';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { AgencyHealth } from '#contract/desk/agencies.ts';
import { formatFigureFilter } from '#contract/figure-lists.ts';
import { WINDOW_DAYS } from '#contract/window.ts';
import { inquiriesLink } from '#console/overview/address.ts';
import { Caption } from '#console/ui/Caption.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { useDayRange, useFormats, useNow } from '#console/ui/use-formats.ts';
import { useAgenciesText } from './agencies-text.ts';
import type { AgencyRow } from './agency-filters.ts';
import { PackageUsageMeter } from './PackageUsage.tsx';

export function LastInquiryCell({ row }: { row: AgencyRow }) {
  const text = useAgenciesText();
  const now = useNow();
  return (
    <HealthCell row={row}>
      {({ lastAt, perDay, isSilent }) => {
        if (lastAt === null) return <None>{<Trans>ninguna en {WINDOW_DAYS} días</Trans>}</None>;
        if (!isSilent) return <Moment at={lastAt} />;
        const pace = text.pace(perDay ?? 0);
        return (
          <>
            <StatusChip tone="caution">
              <Trans>hace {text.timeSince(lastAt, now)}</Trans>
            </StatusChip>
            <Caption>
              <Trans>antes {pace}</Trans>
            </Caption>
          </>
        );
      }}
    </HealthCell>
  );
}

export function Last24HoursCell({ row }: { row: AgencyRow }) {
  const format = useFormats();
  return (
    <HealthCell row={row}>
      {({ last24Hours }) =>
        last24Hours > 0 ? (
          <a href={last24HoursLink(row.AdminMail)}>{format.number(last24Hours)}</a>
        ) : (
          <None>{format.number(last24Hours)}</None>
        )
      }
    </HealthCell>
  );
}

export const last24HoursLink = (adminMail: string) =>
  inquiriesLink([adminMail], { cifra: formatFigureFilter('ultimas-24-h', '') });

export function PackageCell({ row }: { row: AgencyRow }) {
  const { t } = useLingui();
  const formatDay = useDayRange();
  return (
    <HealthCell row={row}>
      {({ package: usage }) => {
        if (!usage) return <None>{<Trans>sin paquete</Trans>}</None>;
        const runsOutOn = usage.forecast?.runsOutOn;
        return (
          <>
            <PackageUsageMeter usage={usage} label={t`Paquete`} />
            {runsOutOn && (
              <Caption>
                <Trans>se agota el {formatDay(runsOutOn, runsOutOn)}</Trans>
              </Caption>
            )}
          </>
        );
      }}
    </HealthCell>
  );
}

interface Props {
  row: AgencyRow;
  children: (health: AgencyHealth) => ReactNode;
}

function HealthCell({ row: { health }, children }: Props) {
  if (health) return children(health);
  if (health === undefined) return <Skeleton width={96} />;
  return (
    <None>
      <Trans>no se pudo saber</Trans>
    </None>
  );
}

function None({ children }: { children: ReactNode }) {
  return <Typography color="textSecondary">{children}</Typography>;
}
