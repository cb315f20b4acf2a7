import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Stack from '@mui/material/Stack';
import { useFieldArray, useFormState } from 'react-hook-form';
import { CUSTOM_HEADERS } from '#contract/webhooks.ts';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { IconAction } from '#console/ui/IconAction.tsx';
import { CloseIcon, PlusIcon } from '#console/ui/icons.tsx';
import { useWebhookText } from './use-webhook-text.ts';
import type { WebhookForm } from './webhook-form.ts';

export function HeaderFields({ form: { control } }: { form: WebhookForm }) {
  const { t } = useLingui();
  const text = useWebhookText();
  const { fields, append, remove } = useFieldArray({ control, name: 'headers' });
  const { errors } = useFormState({ control });
  const freeSlot = CUSTOM_HEADERS.find((slot) => !fields.some((field) => field.slot === slot));
  return (
    <Stack spacing={2} sx={{ alignItems: 'start' }}>
      {fields.map(({ id, slot }, index) => {
        const name = text.setting[slot];
        const error = errors.headers?.[index];
        return (
          <FormControl key={id} component="fieldset" fullWidth>
            <FormLabel component="legend" sx={{ mb: 1 }}>
              {name}
            </FormLabel>
            <Stack direction="row" spacing={1} sx={{ alignItems: 'start' }}>
              <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ flex: 1 }}>
                <FormTextField
                  control={control}
                  name={`headers.${index}.Name`}
                  label={t`Nombre`}
                  isVerbatim
                  errorText={t`Letras, números y guiones, hasta 64; no los que usa el servicio, ni uno repetido.`}
                />
                <FormTextField
                  control={control}
                  name={`headers.${index}.Value`}
                  label={t`Valor`}
                  isVerbatim
                  errorText={t`Escribí hasta 256 letras sin acentos, sin espacios en las puntas.`}
                />
              </Stack>
              <IconAction label={t`Quitar ${name}`} onClick={() => remove(index)}>
                <CloseIcon />
              </IconAction>
            </Stack>
            {error?.message && <FormHelperText error>{error.message}</FormHelperText>}
          </FormControl>
        );
      })}
      {freeSlot && (
        <Button
          color="inherit"
          startIcon={<PlusIcon />}
          onClick={() => append({ slot: freeSlot, Name: '', Value: '' })}
        >
          <Trans>Agregar un encabezado</Trans>
        </Button>
      )}
    </Stack>
  );
}
