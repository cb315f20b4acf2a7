import { Trans, useLingui } from '@lingui/react/macro';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { AgencySummary } from '#contract/desk/agencies.ts';
import type { Agency } from '#console/agency-select/agency-queries.ts';
import { Moment } from '#console/ui/Moment.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { agencySummaryQuery } from './agency-page-queries.ts';
import { PackageUsageMeter, packageUsage, parsePackage } from './PackageUsage.tsx';

const SILENCE_MS = 30 * 24 * 3_600_000;

export function LastInquiryCell({ row }: { row: Agency }) {
  const now = useNow();
  return (
    <SummaryCell agency={row}>
      {({ lastInquiry }) =>
        lastInquiry === null ? (
          <StatusChip tone="caution">
            <Trans>ninguna en 90 días</Trans>
          </StatusChip>
        ) : now - Date.parse(lastInquiry) > SILENCE_MS ? (
          <StatusChip tone="caution">
            <Moment at={lastInquiry} />
          </StatusChip>
        ) : (
          <Moment at={lastInquiry} />
        )
      }
    </SummaryCell>
  );
}

export function PackageCell({ row }: { row: Agency }) {
  const { t } = useLingui();
  return (
    <SummaryCell agency={row}>
      {({ package: reply }) => {
        const data = parsePackage(reply);
        if (!data) return <Unavailable />;
        const usage = packageUsage(data.Productos);
        return usage ? (
          <PackageUsageMeter usage={usage} label={t`Paquete`} />
        ) : (
          <Typography color="textSecondary">
            <Trans>sin paquete</Trans>
          </Typography>
        );
      }}
    </SummaryCell>
  );
}

interface Props {
  agency: Agency;
  children: (summary: AgencySummary) => ReactNode;
}

function SummaryCell({ agency: { AdminMail }, children }: Props) {
  const [ref, isInView] = useInView<HTMLDivElement>();
  const { data, isError } = useQuery({ ...agencySummaryQuery(AdminMail), enabled: isInView });
  return <div ref={ref}>{data ? children(data) : isError ? <Unavailable /> : <Skeleton width={96} />}</div>;
}

function Unavailable() {
  return (
    <Typography color="textSecondary">
      <Trans>no se pudo saber</Trans>
    </Typography>
  );
}

function useInView<Target extends Element>(): [RefObject<Target | null>, boolean] {
  const target = useRef<Target>(null);
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (isInView || !target.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setInView(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '100px' },
    );
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [isInView]);
  return [target, isInView];
}
