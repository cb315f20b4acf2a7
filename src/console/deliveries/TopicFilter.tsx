import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChoiceFilter } from '#console/filters/FilterBar.tsx';
import { topicNamesQuery } from './delivery-queries.ts';
import { useTopicName } from './topic-names.ts';

interface Props {
  value: string | undefined;
  /** Topics besides those of the service. */
  others?: readonly string[] | undefined;
  onChange: (topic: string | undefined) => void;
}

export function TopicFilter({ value, others, onChange }: Props) {
  const { t } = useLingui();
  const getTopicName = useTopicName();
  const topics = useQuery(topicNamesQuery()).data ?? [];
  return (
    <ChoiceFilter
      wide
      label={t({ context: 'webhook', message: 'Aviso' })}
      all={t`Todos`}
      value={value}
      choices={[...topics, ...(others ?? [])].map((topic) => ({ value: topic, label: getTopicName(topic) }))}
      onChange={onChange}
    />
  );
}
