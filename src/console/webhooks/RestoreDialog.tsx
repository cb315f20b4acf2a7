import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { SavedWebhookSettings, WebhookChange } from '#contract/desk/webhooks.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { customMutation } from '#console/api/endpoint-mutation.ts';
import { paths } from '#console/paths.ts';
import { ConfirmDialog } from '#console/forms/ConfirmDialog.tsx';
import { CallbackUrl } from './CallbackUrl.tsx';
import type { SaveOutcome } from './SavedNotice.tsx';
import { findDifferences, historySettings } from './webhook-settings.ts';
import { WEBHOOK_EFFECTS, fetchWebhook, restoreWebhook, webhookQuery } from './webhook-queries.ts';

interface Props {
  topic: string;
  changeId: string;
  settings: SavedWebhookSettings;
  latest: WebhookChange | undefined;
  onClose: () => void;
}

export function RestoreDialog({ topic, changeId, settings, latest, onClose }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const current = useQuery(webhookQuery(topic)).data;
  const restoration = useMutation({
    ...customMutation(async (): Promise<SaveOutcome> => {
      const { differing } = await restoreWebhook(topic, changeId);
      const stored = differing.length > 0 ? await fetchWebhook(topic) : null;
      return {
        undo: latest?.settings && current ? { change: latest.id } : null,
        differences: stored ? findDifferences(historySettings(settings), stored) : [],
      };
    }, WEBHOOK_EFFECTS),
    onSuccess: (outcome) => navigate(paths.webhook(topic), { state: outcome }),
  });
  const callback = current?.Callback;
  return (
    <ConfirmDialog
      title={t`¿Restaurar esta configuración?`}
      action={t`Restaurar`}
      pending={restoration.isPending}
      failure={restoration.error && <FormAlert error={restoration.error} />}
      onConfirm={() => restoration.mutate()}
      onClose={onClose}
    >
      <p>
        {callback && callback !== settings.callback ? (
          <Trans>
            Hoy llega a <CallbackUrl>{callback}</CallbackUrl>, que deja de recibirlo; vuelve a llegar a{' '}
            <CallbackUrl>{settings.callback}</CallbackUrl>.
          </Trans>
        ) : (
          <Trans>
            Se escribe de nuevo en el servicio; llega a <CallbackUrl>{settings.callback}</CallbackUrl>.
          </Trans>
        )}
      </p>
      <p>
        {settings.secret === 'kept' && <Trans>Su secreto está guardado acá y se escribe también.</Trans>}
        {settings.secret === 'none' && <Trans>No llevaba secreto: los avisos llegan sin firma.</Trans>}
        {settings.secret === 'unknown' && (
          <Trans>
            Su secreto no se conoce acá: el servicio se queda con el que tenga ahora, o con ninguno.
          </Trans>
        )}
      </p>
    </ConfirmDialog>
  );
}
