import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { DELIVERY_OUTCOMES } from '#contract/desk/deliveries.ts';
import { ChoiceFilter } from '#console/filters/ChoiceFilter.tsx';
import { LogFilters } from '#console/filters/LogFilters.tsx';
import { LogTextFilter } from '#console/filters/LogTextFilter.tsx';
import { useLogAddress } from '#console/filters/use-log-address.ts';
import { FILTER_LENGTHS, parseDeliveriesAddress } from './address.ts';
import { topicNamesQuery } from './delivery-queries.ts';
import { useDeliveryText } from './delivery-text.ts';

export function DeliveryFilters({ failure }: { failure: Error | null }) {
  const { t } = useLingui();
  const text = useDeliveryText();
  const { query, unreadable, setFilters } = useLogAddress(parseDeliveriesAddress);
  const topics = useQuery(topicNamesQuery()).data ?? [];
  return (
    <LogFilters label={t`Filtros de las entregas`} address={{ query, unreadable }} failure={failure}>
      <ChoiceFilter
        wide
        label={t({ context: 'webhook', message: 'Tema' })}
        all={t`Todos`}
        value={query.topic}
        choices={topics.map((topic) => ({ value: topic, label: topic }))}
        onChange={(topic) => setFilters({ topic })}
      />
      <ChoiceFilter
        label={t`Resultado`}
        all={t`Todos`}
        value={query.outcome}
        choices={DELIVERY_OUTCOMES.map((value) => ({ value, label: text.outcome[value] }))}
        onChange={(outcome) => setFilters({ outcome })}
      />
      <LogTextFilter name="agency" label={t`Agencia`} maxLength={FILTER_LENGTHS.agency} />
      <LogTextFilter name="id" label={t`Id de entrega o de consulta`} maxLength={FILTER_LENGTHS.id} />
    </LogFilters>
  );
}
