import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import type { AppWebhookUpsert } from '#contract/webhooks.ts';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/ui/ConfirmDialog.tsx';
import parts from '#console/ui/parts.module.css';
import { callbackWarnings } from './callback.ts';
import { useInputFault } from './input-fault.ts';
import { makeSecret } from './settings.ts';
import type { WebhookInputs } from './webhook-form.ts';
import css from './webhooks.module.css';
import { callbackList, knownOf, webhooksDesk } from './webhooks-queries.ts';
import { useWebhooksText } from './webhooks-text.ts';

interface Props {
  form: UseFormReturn<WebhookInputs, unknown, AppWebhookUpsert>;
  topic: string;
  /** Whose callback it is now; undefined: nobody's. */
  saved: string | undefined;
}

/** Where the service sends, with what is worth a second look, and this console's own receiver. */
export function CallbackInput({ form, topic, saved }: Props) {
  useConfirmDialogPreload();
  const text = useWebhooksText();
  const fault = useInputFault();
  const [asked, setAsked] = useState(false);
  const typed = useWatch({ control: form.control, name: 'Callback' });
  const known = knownOf(useQuery(webhooksDesk()).data, topic);
  const others = (useQuery(callbackList()).data ?? [])
    .filter((other) => other.topic.toLowerCase() !== topic.toLowerCase())
    .map(({ callback }) => callback);
  const receiver = known?.receiver;
  const warnings = callbackWarnings(typed, { receiver, others });
  const error = useFormState({ control: form.control }).errors.Callback;
  const fill = () => {
    setAsked(false);
    if (!known) return;
    form.setValue('Callback', known.receiver, { shouldDirty: true });
    form.clearErrors('Callback');
    // What arrives is only believed when it is signed with a secret that is kept here.
    if (known.secret === 'kept' && form.getValues('secret') === 'keep') return;
    if (form.getValues('secret') === 'new' && form.getValues('Secret')) return;
    form.setValue('secret', 'new', { shouldDirty: true });
    form.setValue('Secret', makeSecret(), { shouldDirty: true });
  };
  return (
    <>
      <TextField
        label={text.member.Callback}
        type="url"
        autoComplete="off"
        slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
        error={Boolean(error)}
        helperText={fault('Callback', error)}
        {...form.register('Callback')}
      />
      {warnings.length > 0 && (
        <Alert severity="warning" variant="outlined">
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{text.warning[warning]}</li>
            ))}
          </ul>
        </Alert>
      )}
      {receiver !== undefined && typed.trim() !== receiver && (
        <div className={css.receiver}>
          <Button variant="outlined" onClick={() => (saved && saved !== receiver ? setAsked(true) : fill())}>
            <Trans>Usar el receptor de esta consola</Trans>
          </Button>
          <p className={parts.soft}>
            <Trans>Lo que llegue se comprueba, se guarda y se ve en las entregas.</Trans>
          </p>
        </div>
      )}
      {receiver !== undefined && typed.trim() === receiver && (
        <p className={parts.soft}>
          <Trans>
            Es el receptor de esta consola: lo que llegue se comprueba, se guarda y se ve en las entregas.
          </Trans>
        </p>
      )}
      {asked && <TakeOver from={saved ?? ''} onConfirm={fill} onClose={() => setAsked(false)} />}
    </>
  );
}

/** Pointing a topic here takes it from wherever it pointed. */
function TakeOver({
  from,
  onConfirm,
  onClose,
}: {
  from: string;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      title={t`¿Traer el tema a esta consola?`}
      action={t`Usar el receptor`}
      pending={false}
      failure={null}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <Trans>
          Hoy llega a <span className={css.callback}>{from}</span>. Ese sistema deja de recibirlo en cuanto
          guardes: cada tema llega a un solo lugar.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
