import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import type { AppWebhookUpsert } from '#contract/webhooks.ts';
import { Form } from '#console/forms/Form.tsx';
import { FormSwitch } from '#console/forms/FormSwitch.tsx';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { paths } from '#console/paths.ts';
import { CallbackField } from './CallbackField.tsx';
import { HeaderFields } from './HeaderFields.tsx';
import { type SaveAction, SaveFailureAlert } from './SaveFailureAlert.tsx';
import { SecretField } from './SecretField.tsx';
import { useSaveWebhook } from './use-save-webhook.ts';
import { useWebhookText } from './use-webhook-text.ts';
import { FIELD_NAMES, toFieldName, useWebhookForm } from './webhook-form.ts';
import type { Webhook } from './webhook-queries.ts';

interface Props {
  topic: string;
  /** It is null where no webhook is configured. */
  webhook: Webhook | null;
}

export function EditWebhookForm({ topic, webhook }: Props) {
  const { t } = useLingui();
  // Fixed when the form opens: what is refetched later, after saving too, must not change the form.
  const [initial] = useState(webhook);
  const text = useWebhookText();
  const form = useWebhookForm(initial);
  const save = useSaveWebhook(topic, initial);
  const { errors, isDirty } = useFormState({ control: form.control });
  const submitAs = (action: SaveAction) =>
    form.handleSubmit((body: AppWebhookUpsert) =>
      save.mutate(
        { body, action },
        {
          onError: (error) =>
            setFormErrors(error, form.setError, FIELD_NAMES, (member) =>
              toFieldName(member, form.getValues('headers')),
            ),
        },
      ),
    );
  return (
    <Form
      onSubmit={submitAs(initial ? 'edit' : 'create')}
      failure={
        errors.root &&
        save.error && (
          <SaveFailureAlert
            topic={topic}
            error={save.error}
            serviceMessage={errors.root.message}
            onRetryAs={(action) => void submitAs(action)()}
          />
        )
      }
      submitLabel={t`Guardar`}
      isPending={save.isPending}
      cancelTo={paths.webhook(topic)}
      hasUnsavedChanges={isDirty}
      saved={save.data && { to: paths.webhook(topic), state: save.data }}
    >
      <CallbackField form={form} topic={topic} savedCallback={initial?.Callback} />
      <SecretField form={form} topic={topic} isConfigured={initial !== null} />
      <FormTextField
        control={form.control}
        name="Description"
        label={text.setting.Description}
        errorText={t`Escribí hasta 256 letras.`}
      />
      <HeaderFields form={form} />
      <FormSwitch control={form.control} name="Activo" label={text.setting.Activo} />
    </Form>
  );
}
