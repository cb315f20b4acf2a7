import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { AppWebhookUpsert } from '#contract/webhooks.ts';
import { customMutation } from '#console/api/endpoint-mutation.ts';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import type { SettingDifference } from './webhook-settings.ts';
import { WEBHOOK_EFFECTS, editWebhook, restoreWebhook } from './webhook-queries.ts';

type UndoRequest = { change: string } | { body: AppWebhookUpsert };

export interface SaveOutcome {
  undo: UndoRequest | null;
  differences: SettingDifference[];
}

const undoSave = customMutation(
  ({ topic, request }: { topic: string; request: UndoRequest }): Promise<unknown> =>
    'change' in request ? restoreWebhook(topic, request.change) : editWebhook(topic, request.body),
  { ...WEBHOOK_EFFECTS, invalidatesOnError: WEBHOOK_EFFECTS.invalidates },
);

interface Props {
  topic: string;
  undoRequest: UndoRequest | null;
  onClose: () => void;
}

export function SavedNotice({ topic, undoRequest, onClose }: Props) {
  const { t } = useLingui();
  const undo = useMutation(undoSave);
  return (
    <UndoNotice
      done={
        undo.isError
          ? t`No se pudo deshacer: el servicio no aceptó la configuración anterior.`
          : undo.isSuccess
            ? t`Se volvió a la configuración anterior.`
            : t`Se guardó la configuración de ${topic}.`
      }
      onUndo={undoRequest && undo.isIdle ? () => undo.mutate({ topic, request: undoRequest }) : undefined}
      onClose={onClose}
    />
  );
}
