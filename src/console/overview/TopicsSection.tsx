import { useLingui } from '@lingui/react/macro';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { BACKGROUND } from '#console/api/query-client.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Section } from '#console/ui/Section.tsx';
import { TopicList } from '#console/webhooks/TopicList.tsx';
import { gatewayTopicsQuery } from '#console/webhooks/webhook-queries.ts';

export function TopicsSection({ refetchIntervalMs }: { refetchIntervalMs: number }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({
    ...gatewayTopicsQuery(),
    refetchInterval: refetchIntervalMs,
    meta: BACKGROUND,
  });
  return (
    <Section title={t`Avisos del servicio`}>
      {data && <TopicList topics={data} />}
      {!data && !error && <Skeleton variant="rounded" height={147} />}
      {error && !data && <FailureAlert error={error} onRetry={() => void refetch()} />}
    </Section>
  );
}
