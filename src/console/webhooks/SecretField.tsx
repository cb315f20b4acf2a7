import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { type WebhookForm, generateSecret } from './webhook-form.ts';
import { useWebhookText } from './use-webhook-text.ts';
import { gatewayTopicQuery } from './webhook-queries.ts';

interface Props {
  form: WebhookForm;
  topic: string;
  isConfigured: boolean;
}

export function SecretField({ form, topic, isConfigured }: Props) {
  const { t } = useLingui();
  const text = useWebhookText();
  const labelId = useId();
  const action = useWatch({ control: form.control, name: 'secretAction' });
  const state = useQuery(gatewayTopicQuery(topic)).data?.secret ?? 'unknown';
  const hasNone = isConfigured && state === 'none';
  const keepLabel = {
    kept: t`Dejar el que está, guardado acá`,
    unknown: t`Dejar el que esté: acá no se conoce`,
    none: t`Seguir sin secreto`,
  };
  const note =
    action === 'remove'
      ? t`Sin secreto los avisos llegan sin firma, y nadie puede saber si son del servicio.`
      : action === 'keep' && state === 'unknown'
        ? t`No se envía al guardar. El servicio que viene con Vitrina lo conserva; otro podría borrarlo, y los avisos llegarían sin firma.`
        : undefined;
  const options = [
    isConfigured && { value: 'keep', label: keepLabel[state] },
    { value: 'replace', label: isConfigured && !hasNone ? t`Poner otro` : t`Poner uno` },
    !hasNone && { value: 'remove', label: t`Sin secreto` },
  ].filter((option) => option !== false);
  return (
    <FormControl>
      <FormLabel id={labelId}>{text.setting.Secret}</FormLabel>
      <Controller
        control={form.control}
        name="secretAction"
        render={({ field }) => (
          <RadioGroup aria-labelledby={labelId} {...field}>
            {options.map(({ value, label }) => (
              <FormControlLabel key={value} value={value} control={<Radio size="small" />} label={label} />
            ))}
          </RadioGroup>
        )}
      />
      {note && <FormHelperText sx={{ mx: 0 }}>{note}</FormHelperText>}
      {action === 'replace' && <NewSecretField form={form} />}
    </FormControl>
  );
}

function NewSecretField({ form }: { form: WebhookForm }) {
  const { t } = useLingui();
  const [isVisible, setIsVisible] = useState(false);
  const secret = useWatch({ control: form.control, name: 'Secret' });
  const generate = () => {
    form.setValue('Secret', generateSecret(), { shouldDirty: true });
    form.clearErrors('Secret');
  };
  return (
    <Stack spacing={1} sx={{ mt: 1 }}>
      <FormTextField
        control={form.control}
        name="Secret"
        label={t`Secreto nuevo`}
        type={isVisible ? 'text' : 'password'}
        autoComplete="new-password"
        isVerbatim
        errorText={t`Escribí entre 16 y 256 letras; si empieza con whsec_, lo que sigue tiene que ser Base64 de 24 bytes o más.`}
        helperText={t`Copialo ahora si lo necesita otro sistema: después no se muestra más, ni acá ni en el servicio.`}
      />
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button color="inherit" variant="outlined" onClick={generate}>
          <Trans>Generar</Trans>
        </Button>
        <Button
          color="inherit"
          variant="outlined"
          aria-pressed={isVisible}
          onClick={() => setIsVisible(!isVisible)}
        >
          {isVisible ? <Trans>Ocultar</Trans> : <Trans>Mostrar</Trans>}
        </Button>
        {secret && (
          <CopyButton text={secret} label={t`Copiar el secreto`}>
            <Trans>Copiar</Trans>
          </CopyButton>
        )}
      </Stack>
    </Stack>
  );
}
