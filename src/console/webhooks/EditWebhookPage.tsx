import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import { Link, type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router';
import type { AppWebhookUpsert } from '#contract/webhooks.ts';
import { customMutation } from '#console/api/endpoint-mutation.ts';
import type { FailureMeanings } from '#console/api/failure-message.ts';
import { Failure } from '#console/api/failure.ts';
import { queryClient } from '#console/api/query-client.ts';
import { useTopicName } from '#console/deliveries/topic-names.ts';
import { Form } from '#console/forms/Form.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { FormSwitch } from '#console/forms/FormSwitch.tsx';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { paths } from '#console/paths.ts';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { Section } from '#console/ui/Section.tsx';
import { CallbackField } from './CallbackField.tsx';
import { CallbackUrl } from './CallbackUrl.tsx';
import { HeaderFields } from './HeaderFields.tsx';
import type { SaveOutcome } from './SaveOutcome.tsx';
import { SecretField } from './SecretField.tsx';
import { useWebhookText } from './use-webhook-text.ts';
import {
  FIELD_NAMES,
  PREPARED_CHANGES,
  type PreparedChange,
  toFieldName,
  useWebhookForm,
} from './webhook-form.ts';
import {
  WEBHOOK_EFFECTS,
  type Webhook,
  createWebhook,
  editWebhook,
  fetchWebhook,
  gatewayTopicQuery,
  gatewayTopicsQuery,
  webhookHistoryQuery,
  webhookQuery,
} from './webhook-queries.ts';
import { findDifferences, isSameAsHistory, toUpsertBody } from './webhook-settings.ts';

function EditWebhookPage() {
  const { t } = useLingui();
  const { topic = '' } = useParams();
  const query = useQuery(webhookQuery(topic));
  const name = useTopicName()(topic);
  return (
    <DetailPage
      key={topic}
      narrow
      title={query.data ? t`Editar «${name}»` : t`Configurar «${name}»`}
      back={{ to: paths.webhook(topic), label: name }}
      loadingLabel={t`Cargando el aviso`}
      query={query}
    >
      {(webhook) => (
        <Section title={t`Configuración`} hideTitle>
          <EditWebhookForm topic={topic} webhook={webhook} />
        </Section>
      )}
    </DetailPage>
  );
}

interface EditWebhookFormProps {
  topic: string;
  /** It is null where no webhook is configured. */
  webhook: Webhook | null;
}

function EditWebhookForm({ topic, webhook }: EditWebhookFormProps) {
  const { t } = useLingui();
  // Fixed when the form opens: what is refetched later, after saving too, must not change the form.
  const [initial] = useState(webhook);
  const text = useWebhookText();
  const [search] = useSearchParams();
  const [change] = useState(() => PREPARED_CHANGES.find((name) => name === search.get('change')));
  const gatewayTopic = useQuery(gatewayTopicQuery(topic)).data;
  const form = useWebhookForm(initial, { change, topic: gatewayTopic });
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
      {change && isDirty && (
        <PreparedChangeAlert
          change={change}
          lostCallback={initial?.Callback === gatewayTopic?.receiver ? undefined : initial?.Callback}
        />
      )}
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

interface PreparedChangeAlertProps {
  change: PreparedChange;
  lostCallback: string | undefined;
}

function PreparedChangeAlert({ change, lostCallback }: PreparedChangeAlertProps) {
  const { t } = useLingui();
  const text: Record<PreparedChange, string> = {
    receiver: t`Ya está puesta la dirección de esta consola: falta guardar.`,
    active: t`Ya está encendido acá: falta guardar.`,
    secret: t`Ya hay un secreto nuevo: falta guardar.`,
  };
  return (
    <Alert severity="info" variant="outlined">
      {text[change]}
      {change === 'receiver' && lostCallback !== undefined && (
        <>
          {' '}
          <Trans>
            Hoy llega a <CallbackUrl>{lostCallback}</CallbackUrl>, que entonces deja de recibirlo.
          </Trans>
        </>
      )}
    </Alert>
  );
}

function useSaveWebhook(topic: string, previous: Webhook | null) {
  return useMutation(
    customMutation(async ({ body, action }: { body: AppWebhookUpsert; action: SaveAction }) => {
      const undo = previous && (await findUndoRequest(topic, previous, body));
      await (action === 'create' ? createWebhook(topic, body) : editWebhook(topic, body));
      const stored = await fetchWebhook(topic);
      return { undo, differences: stored ? findDifferences(body, stored) : [] } satisfies SaveOutcome;
    }, WEBHOOK_EFFECTS),
  );
}

async function findUndoRequest(
  topic: string,
  previous: Webhook,
  body: AppWebhookUpsert,
): Promise<SaveOutcome['undo']> {
  // Saving must not fail for want of an undo.
  const history = await queryClient.fetchQuery(webhookHistoryQuery(topic)).catch(() => undefined);
  const latest = history?.changes[0];
  if (latest?.settings && isSameAsHistory(latest.settings, previous)) return { change: latest.id };
  return body.Secret === undefined ? { body: toUpsertBody(previous) } : null;
}

type SaveAction = 'create' | 'edit';

interface SaveFailureAlertProps {
  topic: string;
  error: Error;
  serviceMessage: string | undefined;
  onRetryAs: (action: SaveAction) => void;
}

function SaveFailureAlert({ topic, error, serviceMessage, onRetryAs }: SaveFailureAlertProps) {
  const { t } = useLingui();
  const status = error instanceof Failure && !error.code ? error.status : 0;
  const meanings: FailureMeanings = {
    403: {
      what: t`Este aviso no está disponible para esta aplicación`,
      advice: t`El servicio decide qué avisos recibe cada aplicación: se piden a su equipo de desarrollo.`,
    },
    404: {
      what: t`Este aviso ya no está configurado`,
      advice: t`Alguien lo borró mientras tanto, o dejó de estar disponible. Se puede configurar con estos datos; el secreto hay que ponerlo de nuevo.`,
    },
    409: {
      what: t`Alguien configuró este aviso mientras tanto`,
      advice: t`Mirá cómo quedó, o guardá lo tuyo encima.`,
    },
  };
  return (
    <FormAlert error={error} serviceMessage={serviceMessage} meanings={meanings}>
      {(status === 404 || status === 409) && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
          <Button
            size="small"
            variant="contained"
            onClick={() => onRetryAs(status === 409 ? 'edit' : 'create')}
          >
            {status === 409 ? <Trans>Guardar encima</Trans> : <Trans>Configurarlo con estos datos</Trans>}
          </Button>
          {status === 409 && (
            <Button size="small" color="inherit" component={Link} to={paths.webhook(topic)}>
              <Trans>Ver cómo quedó</Trans>
            </Button>
          )}
        </Stack>
      )}
    </FormAlert>
  );
}

export const loader = ({ params: { topic = '' } }: LoaderFunctionArgs) =>
  Promise.all([
    queryClient.ensureQueryData(webhookQuery(topic)),
    queryClient.ensureQueryData(gatewayTopicsQuery()),
  ]);

export { EditWebhookPage as Component };
