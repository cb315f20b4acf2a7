import { Trans, useLingui } from '@lingui/react/macro';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import { type UseFormReturn, useFormState } from 'react-hook-form';
import type { AppWebhookUpsert, CUSTOM_HEADERS } from '#contract/webhooks.ts';
import parts from '#console/ui/parts.module.css';
import { useInputFault } from './input-fault.ts';
import type { WebhookInputs } from './webhook-form.ts';
import css from './webhooks.module.css';
import { useWebhooksText } from './webhooks-text.ts';

interface Props {
  form: UseFormReturn<WebhookInputs, unknown, AppWebhookUpsert>;
  slot: (typeof CUSTOM_HEADERS)[number];
}

/** One of the three headers that the service adds to every notification; both empty is none. */
export function HeaderFields({ form, slot }: Props) {
  const { t } = useLingui();
  const text = useWebhooksText();
  const fault = useInputFault();
  const error = useFormState({ control: form.control }).errors[slot];
  return (
    <fieldset className={css.header}>
      <legend className={parts.small}>
        {text.member[slot]}{' '}
        <span className={parts.soft}>
          <Trans>(optativo)</Trans>
        </span>
      </legend>
      <div className={parts.pair}>
        <TextField
          label={t`Nombre`}
          autoComplete="off"
          slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
          error={Boolean(error?.Name)}
          helperText={fault('Name', error?.Name)}
          {...form.register(`${slot}.Name`)}
        />
        <TextField
          label={t`Valor`}
          autoComplete="off"
          slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
          error={Boolean(error?.Value)}
          helperText={fault('Value', error?.Value)}
          {...form.register(`${slot}.Value`)}
        />
      </div>
      {error?.message && <FormHelperText error>{error.message}</FormHelperText>}
    </fieldset>
  );
}
