import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { DELIVERY_OUTCOMES, type DeliveriesQuery } from '#contract/desk/deliveries.ts';
import { ChoiceFilter } from '#console/filters/ChoiceFilter.tsx';
import { changedLogSearch } from '#console/filters/log-address.ts';
import { LogFilters } from '#console/filters/LogFilters.tsx';
import { TextFilter } from '#console/filters/TextFilter.tsx';
import { paths } from '#console/paths.ts';
import { LONGEST, readDeliveriesAddress } from './address.ts';
import { topicNames } from './deliveries-queries.ts';
import { useDeliveryText } from './delivery-text.ts';

/** By period, topic, outcome, agency and id. */
export function DeliveryFilters({ failure }: { failure: Error | null }) {
  const { t } = useLingui();
  const text = useDeliveryText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const address = readDeliveriesAddress(search);
  const { asked } = address;
  const topics = useQuery(topicNames()).data ?? [];
  const change = (values: Partial<Record<keyof DeliveriesQuery, string | undefined>>) =>
    void navigate(paths.deliveries(changedLogSearch(search, values)));
  const texts = [
    { name: 'agency', label: t`Agencia` },
    { name: 'id', label: t`Id de entrega o de consulta` },
  ] as const;
  return (
    <LogFilters
      label={t`Filtros de las entregas`}
      address={address}
      failure={failure}
      onChange={change}
      onClear={() => void navigate(paths.deliveries())}
    >
      <ChoiceFilter
        wide
        label={t({ context: 'webhook', message: 'Tema' })}
        all={t`Todos`}
        value={asked.topic}
        choices={topics.map((topic) => ({ value: topic, label: topic }))}
        onChange={(topic) => change({ topic })}
      />
      <ChoiceFilter
        label={t`Resultado`}
        all={t`Todos`}
        value={asked.outcome}
        choices={DELIVERY_OUTCOMES.map((value) => ({ value, label: text.outcome[value] }))}
        onChange={(outcome) => change({ outcome })}
      />
      {texts.map(({ name, label }) => (
        <TextFilter
          key={name}
          label={label}
          value={asked[name]}
          longest={LONGEST[name]}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
    </LogFilters>
  );
}
