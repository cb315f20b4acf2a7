import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Controller } from 'react-hook-form';
import { Link, type LoaderFunctionArgs, useNavigate, useParams } from 'react-router';
import { type AppWebhookUpsert, CUSTOM_HEADERS } from '#contract/webhooks.ts';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { Page } from '#console/ui/Page.tsx';
import parts from '#console/ui/parts.module.css';
import { UnsavedChangesPrompt } from '#console/forms/UnsavedChangesPrompt.tsx';
import { CallbackInput } from './CallbackInput.tsx';
import { HeaderFields } from './HeaderFields.tsx';
import type { SavedState } from './SavedNotice.tsx';
import { SecretInput } from './SecretInput.tsx';
import { differences, isSame, keptBody } from './settings.ts';
import { useInputFault } from './input-fault.ts';
import { INPUTS, useWebhookForm } from './webhook-form.ts';
import {
  createWebhook,
  editWebhook,
  onTopicChanged,
  readWebhook,
  type Webhook,
  webhook,
  webhookHistory,
  webhooksDesk,
} from './webhooks-queries.ts';
import { useWebhooksText } from './webhooks-text.ts';
import { WrongVerb } from './WrongVerb.tsx';

function EditWebhookPage() {
  const { t } = useLingui();
  const { topic = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery(webhook(topic));
  return (
    <Page
      key={topic}
      narrow
      title={data ? t`Editar ${topic}` : t`Configurar ${topic}`}
      back={{ to: paths.webhook(topic), label: topic }}
    >
      {isPending && <TableSkeleton label={t`Cargando el tema`} />}
      {error && data === undefined && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <section className={parts.section} aria-label={t`Configuración`}>
          <MuiRoot>
            <EditForm topic={topic} of={data} />
          </MuiRoot>
        </section>
      )}
    </Page>
  );
}

type Verb = 'create' | 'edit';

function EditForm({ topic, of: held }: { topic: string; of: Webhook | null }) {
  // What the inputs began as; what is read later, its own writing included, does not change them.
  const [read] = useState(held);
  const text = useWebhooksText();
  const fault = useInputFault();
  const form = useWebhookForm(read);
  const save = useSave(topic, read);
  const { errors, isDirty } = form.formState;
  const write = (body: AppWebhookUpsert, verb: Verb) =>
    save.mutate({ body, verb }, { onError: (error) => setFormErrors(error, form.setError, INPUTS) });
  const usual: Verb = read ? 'edit' : 'create';
  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      onSubmit={(event) => void form.handleSubmit((body) => write(body, usual))(event)}
    >
      {errors.root && save.error && (
        <WrongVerb
          topic={topic}
          error={save.error}
          said={errors.root.message}
          onOther={(verb) => void form.handleSubmit((body) => write(body, verb))()}
        />
      )}
      <CallbackInput form={form} topic={topic} saved={read?.Callback} />
      <SecretInput form={form} topic={topic} configured={read !== null} />
      <TextField
        label={text.member.Description}
        autoComplete="off"
        error={Boolean(errors.Description)}
        helperText={fault('Description', errors.Description)}
        {...form.register('Description')}
      />
      {CUSTOM_HEADERS.map((slot) => (
        <HeaderFields key={slot} form={form} slot={slot} />
      ))}
      <Controller
        control={form.control}
        name="Activo"
        render={({ field: { value, onChange, ref, name } }) => (
          <FormControlLabel
            control={
              <Switch
                checked={value}
                name={name}
                slotProps={{ input: { ref, role: 'switch' } }}
                onChange={(_event, on) => onChange(on)}
              />
            }
            label={text.member.Activo}
          />
        )}
      />
      <div className={parts.actions}>
        <Button type="submit" variant="contained" loading={save.isPending}>
          <Trans>Guardar</Trans>
        </Button>
        <Button component={Link} to={paths.webhook(topic)} color="inherit">
          <Trans>Cancelar</Trans>
        </Button>
      </div>
      <UnsavedChangesPrompt unsaved={isDirty && !save.isSuccess} />
    </Stack>
  );
}

/** Writes, reads again what the service has now, and goes to the topic's page with what there is to say. */
function useSave(topic: string, former: Webhook | null) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const save = useMutation({
    mutationFn: async ({ body, verb }: { body: AppWebhookUpsert; verb: Verb }): Promise<SavedState> => {
      const undo = await undoOf(topic, former, body);
      await (verb === 'create' ? createWebhook(topic, body) : editWebhook(topic, body));
      const after = await readWebhook(topic);
      return { undo, differing: after ? differences(body, after) : [] };
    },
    onSuccess: () => onTopicChanged(client),
  });
  const saved = save.data;
  // Once the guard is off.
  useEffect(() => {
    if (saved) void navigate(paths.webhook(topic), { state: saved });
  }, [saved, navigate, topic]);
  return save;

  async function undoOf(
    of: string,
    read: Webhook | null,
    body: AppWebhookUpsert,
  ): Promise<SavedState['undo']> {
    if (!read) return null;
    const [latest] = await client
      .fetchQuery(webhookHistory(of))
      // Saving does not wait for a way back.
      .catch(() => []);
    if (latest?.settings && isSame(latest.settings, read)) return { change: latest.id };
    return body.Secret === undefined ? { body: keptBody(read) } : null;
  }
}

export const loader = ({ params: { topic = '' } }: LoaderFunctionArgs) =>
  Promise.all([queryClient.ensureQueryData(webhook(topic)), queryClient.ensureQueryData(webhooksDesk())]);

export { EditWebhookPage as Component };
