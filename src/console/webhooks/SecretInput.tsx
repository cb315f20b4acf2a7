import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Controller, type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import type { AppWebhookUpsert } from '#contract/webhooks.ts';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import parts from '#console/ui/parts.module.css';
import { useInputFault } from './input-fault.ts';
import { makeSecret } from './settings.ts';
import type { WebhookInputs } from './webhook-form.ts';
import css from './webhooks.module.css';
import { knownOf, webhooksDesk } from './webhooks-queries.ts';
import { useWebhooksText } from './webhooks-text.ts';

interface Props {
  form: UseFormReturn<WebhookInputs, unknown, AppWebhookUpsert>;
  topic: string;
  configured: boolean;
}

/** What signs the notifications: left as it is, another one, or none. The service never shows it again. */
export function SecretInput({ form, topic, configured }: Props) {
  const { t } = useLingui();
  const text = useWebhooksText();
  const legend = useId();
  const choice = useWatch({ control: form.control, name: 'secret' });
  const known = knownOf(useQuery(webhooksDesk()).data, topic)?.secret ?? 'unknown';
  const keep = {
    kept: t`Dejar el que está, guardado acá`,
    unknown: t`Dejar el que esté: acá no se conoce`,
    none: t`Seguir sin secreto`,
  };
  return (
    <FormControl>
      <FormLabel id={legend}>{text.member.Secret}</FormLabel>
      <Controller
        control={form.control}
        name="secret"
        render={({ field }) => (
          // oxlint-disable-next-line react/jsx-props-no-spreading -- what connects an input with its form
          <RadioGroup aria-labelledby={legend} {...field}>
            {configured && (
              <FormControlLabel value="keep" control={<Radio size="small" />} label={keep[known]} />
            )}
            <FormControlLabel
              value="new"
              control={<Radio size="small" />}
              label={configured && known !== 'none' ? t`Poner otro` : t`Poner uno`}
            />
            {(!configured || known !== 'none') && (
              <FormControlLabel value="none" control={<Radio size="small" />} label={t`Sin secreto`} />
            )}
          </RadioGroup>
        )}
      />
      {choice === 'keep' && known === 'unknown' && configured && (
        <p className={parts.soft}>
          <Trans>
            No se envía al guardar. El servicio que viene con Vitrina lo conserva; otro podría borrarlo, y los
            avisos llegarían sin firma.
          </Trans>
        </p>
      )}
      {choice === 'none' && (
        <p className={parts.soft}>
          <Trans>Sin secreto los avisos llegan sin firma, y nadie puede saber si son del servicio.</Trans>
        </p>
      )}
      {choice === 'new' && <NewSecret form={form} />}
    </FormControl>
  );
}

function NewSecret({ form }: { form: Props['form'] }) {
  const { t } = useLingui();
  const fault = useInputFault();
  const [shown, setShown] = useState(false);
  const secret = useWatch({ control: form.control, name: 'Secret' });
  const error = useFormState({ control: form.control }).errors.Secret;
  return (
    <div className={css.secret}>
      <TextField
        label={t`Secreto nuevo`}
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
        error={Boolean(error)}
        helperText={
          fault('Secret', error) ??
          t`Copialo ahora si lo necesita otro sistema: después no se muestra más, ni acá ni en el servicio.`
        }
        {...form.register('Secret')}
      />
      <div className={parts.actions}>
        <Button
          color="inherit"
          variant="outlined"
          onClick={() => {
            form.setValue('Secret', makeSecret(), { shouldDirty: true });
            form.clearErrors('Secret');
          }}
        >
          <Trans>Generar</Trans>
        </Button>
        <Button color="inherit" variant="outlined" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? <Trans>Ocultar</Trans> : <Trans>Mostrar</Trans>}
        </Button>
        {secret && (
          <CopyButton text={secret} label={t`Copiar el secreto`}>
            <Trans>Copiar</Trans>
          </CopyButton>
        )}
      </div>
    </div>
  );
}
