import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/forms/ConfirmDialog.tsx';
import { callbackWarnings } from './callback-warnings.ts';
import { CallbackUrl } from './CallbackUrl.tsx';
import { type WebhookForm, prepareFields } from './webhook-form.ts';
import { useWebhookText } from './use-webhook-text.ts';
import { gatewayTopicQuery, gatewayTopicsQuery } from './webhook-queries.ts';

interface Props {
  form: WebhookForm;
  topic: string;
  savedCallback: string | undefined;
}

export function CallbackField({ form, topic, savedCallback }: Props) {
  useConfirmDialogPreload();
  const { t } = useLingui();
  const text = useWebhookText();
  const [isConfirming, setIsConfirming] = useState(false);
  const callback = useWatch({ control: form.control, name: 'Callback' });
  const gatewayTopic = useQuery(gatewayTopicQuery(topic)).data;
  const receiver = gatewayTopic?.receiver;
  const others = useOtherCallbacks(topic);
  const warnings = callbackWarnings(callback, { receiver, others });
  const fillReceiver = () => {
    setIsConfirming(false);
    if (!gatewayTopic) return;
    const { Callback, secretAction, Secret } = prepareFields(form.getValues(), 'receiver', gatewayTopic);
    form.setValue('Callback', Callback, { shouldDirty: true });
    form.clearErrors('Callback');
    form.setValue('secretAction', secretAction, { shouldDirty: true });
    form.setValue('Secret', Secret, { shouldDirty: true });
  };
  const isReplacing = savedCallback !== undefined && savedCallback !== receiver;
  return (
    <>
      <FormTextField
        control={form.control}
        name="Callback"
        label={text.setting.Callback}
        type="url"
        isVerbatim
        errorText={t`Escribí una dirección completa, como https://crm.ejemplo.com/avisos.`}
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
      {receiver !== undefined &&
        (callback.trim() === receiver ? (
          <Typography color="textSecondary">
            <Trans>
              Es el receptor de esta consola: lo que llegue se comprueba, se guarda y se ve en las entregas.
            </Trans>
          </Typography>
        ) : (
          <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}>
            <Button variant="outlined" onClick={() => (isReplacing ? setIsConfirming(true) : fillReceiver())}>
              <Trans>Usar el receptor de esta consola</Trans>
            </Button>
            <Typography color="textSecondary">
              <Trans>Lo que llegue se comprueba, se guarda y se ve en las entregas.</Trans>
            </Typography>
          </Stack>
        ))}
      {isConfirming && (
        <ConfirmDialog
          title={t`¿Traer este aviso a esta consola?`}
          action={t`Usar el receptor`}
          pending={false}
          failure={null}
          onConfirm={fillReceiver}
          onClose={() => setIsConfirming(false)}
        >
          <Trans>
            Hoy llega a <CallbackUrl>{savedCallback}</CallbackUrl>. Ese sistema deja de recibirlo en cuanto
            guardes: cada aviso llega a un solo lugar.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

function useOtherCallbacks(topic: string): string[] {
  const topics = useQuery(gatewayTopicsQuery()).data ?? [];
  return topics.flatMap(({ topic: other, callback }) =>
    callback === null || other.toLowerCase() === topic.toLowerCase() ? [] : [callback],
  );
}
