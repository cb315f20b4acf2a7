import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { queryClient } from '#console/api/query-client.ts';
import { Form } from '#console/forms/Form.tsx';
import { FormFailure } from '#console/forms/FormAlert.tsx';
import { generateSecret } from '#console/forms/NewSecretField.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { paths } from '#console/paths.ts';
import { Page } from '#console/ui/Page.tsx';
import { Section } from '#console/ui/Section.tsx';
import { topicNamesQuery } from './delivery-queries.ts';
import { RELAY_FIELDS, RelayFields, useRelayForm } from './RelayForm.tsx';
import { addRelayTarget } from './relay-queries.ts';

function NewRelayTargetPage() {
  const { t } = useLingui();
  const label = t`Copias a otros sistemas`;
  return (
    <Page narrow title={t`Nueva copia`} tab={[t`Nueva copia`, label]} back={{ to: paths.relay(), label }}>
      <Section title={t`Adónde`} hideTitle>
        <NewTargetForm />
      </Section>
    </Page>
  );
}

function NewTargetForm() {
  const { t } = useLingui();
  const [{ id, values }] = useState(() => ({
    id: crypto.randomUUID(),
    values: { url: '', topics: [INQUIRY_TOPIC as string], active: true, secret: generateSecret() },
  }));
  const form = useRelayForm(values, true);
  const { isDirty } = useFormState({ control: form.control });
  const add = useMutation({
    ...addRelayTarget,
    onError: (error) => setFormErrors(error, form.setError, RELAY_FIELDS),
  });
  return (
    <Form
      onSubmit={form.handleSubmit((target) => add.mutate({ id, ...target }))}
      failure={<FormFailure control={form.control} error={add.error} />}
      submitLabel={t`Guardar`}
      isPending={add.isPending}
      cancelTo={paths.relay()}
      hasUnsavedChanges={isDirty}
      saved={add.data && { to: paths.relayTarget(id), state: null }}
    >
      <RelayFields form={form} isNew />
    </Form>
  );
}

export const loader = () => queryClient.ensureQueryData(topicNamesQuery());

export { NewRelayTargetPage as Component };
