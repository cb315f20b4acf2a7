import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { type UseFormReturn, useController, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type RelayTarget, WriteRelayTarget } from '#contract/desk/relay.ts';
import { FOLLOW_UP_EVENTS } from '#contract/follow-up/follow-up-message.ts';
import { WebhookSecret } from '#contract/webhooks.ts';
import { FormSwitch } from '#console/forms/FormSwitch.tsx';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { NewSecretField } from '#console/forms/NewSecretField.tsx';
import { topicNamesQuery } from './delivery-queries.ts';
import { useTopicName } from './topic-names.ts';

const { url, topics, active, secret } = WriteRelayTarget.shape;
const NewTarget = z.object({ url, topics, active, secret });
const StoredTarget = z.object({ url, topics, active, secret: z.union([z.literal(''), WebhookSecret]) });

export type RelayValues = z.infer<typeof NewTarget>;
export const RELAY_FIELDS = ['url', 'topics', 'active', 'secret'] as const;

export const toRelayValues = ({ url, topics, active }: RelayTarget): RelayValues => ({
  url,
  topics,
  active,
  secret: '',
});

export const isSameTarget = (one: RelayValues, other: RelayValues): boolean =>
  one.url === other.url &&
  one.secret === other.secret &&
  one.topics.toSorted().join() === other.topics.toSorted().join();

export function useRelayForm(values: RelayValues, isNew: boolean): UseFormReturn<RelayValues> {
  return useForm<RelayValues>({
    resolver: zodResolver(isNew ? NewTarget : StoredTarget),
    defaultValues: values,
  });
}

const FOLLOW_UP_TOPICS = Object.values(FOLLOW_UP_EVENTS).map((topic) => [topic, topic] as const);

interface Props {
  form: UseFormReturn<RelayValues>;
  isNew?: boolean;
}

export function RelayFields({ form, isNew = false }: Props) {
  const { t } = useLingui();
  return (
    <>
      <FormTextField
        control={form.control}
        name="url"
        label={t`Dirección`}
        type="url"
        isVerbatim
        errorText={({ type }) =>
          type === 'gateway'
            ? t`Vitrina no puede enviar a esta dirección. Tiene que empezar con https://, ser pública y no ser la de Vitrina.`
            : t`Escribí una dirección completa, como https://crm.ejemplo.com/avisos.`
        }
      />
      <TopicChecks form={form} />
      {!isNew && (
        <FormHelperText sx={{ mx: 0 }}>
          <Trans>El secreto está guardado y no se muestra. Para cambiarlo, escribí o generá otro.</Trans>
        </FormHelperText>
      )}
      <NewSecretField form={form} name="secret" />
      {isNew && (
        <FormSwitch
          control={form.control}
          name="active"
          label={t`Enviar copias`}
          description={<Trans>Apagada no recibe avisos nuevos, y lo que espera se guarda 30 días.</Trans>}
        />
      )}
    </>
  );
}

function TopicChecks({ form }: { form: UseFormReturn<RelayValues> }) {
  const { t } = useLingui();
  const getTopicName = useTopicName();
  const { field, fieldState } = useController({ control: form.control, name: 'topics' });
  const known = useQuery(topicNamesQuery()).data ?? [];
  const names = new Map([...field.value, ...known].map((topic) => [topic.toLowerCase(), topic]));
  const serviceTopics = [...names]
    .filter(([topic]) => !FOLLOW_UP_TOPICS.some(([event]) => event === topic))
    .toSorted(([one], [other]) => one.localeCompare(other));
  const toggle = (topic: string) =>
    field.onChange(
      field.value.includes(topic)
        ? field.value.filter((chosen) => chosen !== topic)
        : [...field.value, topic],
    );
  const renderChecks = (topics: readonly (readonly [string, string])[], firstRef?: Ref<HTMLInputElement>) =>
    topics.map(([topic, name], index) => (
      <FormControlLabel
        key={topic}
        label={<bdi>{getTopicName(name)}</bdi>}
        control={
          <Checkbox
            size="small"
            checked={field.value.includes(topic)}
            slotProps={{ input: { ref: index === 0 ? firstRef : null } }}
            onChange={() => toggle(topic)}
          />
        }
      />
    ));
  return (
    <>
      <FormControl component="fieldset" error={fieldState.invalid}>
        <FormLabel component="legend">{t`Avisos del servicio`}</FormLabel>
        <FormGroup>{renderChecks(serviceTopics, field.ref)}</FormGroup>
        {fieldState.invalid && <FormHelperText sx={{ mx: 0 }}>{t`Elegí al menos uno.`}</FormHelperText>}
      </FormControl>
      <FormControl component="fieldset">
        <FormLabel component="legend">{t`Cambios de seguimiento`}</FormLabel>
        <FormHelperText sx={{ mx: 0 }}>
          {t`Dicen qué cambió, quién lo hizo y de qué consulta; no llevan datos del comprador ni textos.`}
        </FormHelperText>
        <FormGroup>{renderChecks(FOLLOW_UP_TOPICS)}</FormGroup>
      </FormControl>
    </>
  );
}
