import { useLingui } from '@lingui/react/macro';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { NewSecretField } from '#console/forms/NewSecretField.tsx';
import type { WebhookForm } from './webhook-form.ts';
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
      {action === 'replace' && <NewSecretField form={form} name="Secret" />}
    </FormControl>
  );
}
