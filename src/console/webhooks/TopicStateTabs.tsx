import { useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { paths } from '#console/paths.ts';
import { NavTabs } from '#console/ui/NavTabs.tsx';
import { TOPIC_STATES, type TopicState, parseWebhooksAddress, topicState } from './address.ts';
import type { Topic } from './webhook-queries.ts';

export function useTopicStateTitles(): Record<TopicState, string> {
  const { t } = useLingui();
  return { active: t`Configurados`, suspended: t`Suspendidos`, available: t`Disponibles` };
}

export function TopicStateTabs({ topics }: { topics: readonly Topic[] }) {
  const { t } = useLingui();
  const titles = useTopicStateTitles();
  const [search] = useSearchParams();
  const formatAddress = (state: TopicState | undefined) => paths.webhooks(state && `state=${state}`);
  return (
    <NavTabs
      label={t({ context: 'webhook', message: 'Estado' })}
      current={formatAddress(parseWebhooksAddress(search).state)}
      tabs={[undefined, ...TOPIC_STATES].map((state) => ({
        to: formatAddress(state),
        label: state
          ? `${titles[state]} ${topics.filter((topic) => topicState(topic) === state).length}`
          : `${t`Todos`} ${topics.length}`,
      }))}
    />
  );
}
