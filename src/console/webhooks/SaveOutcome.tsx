import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import { useMutation } from '@tanstack/react-query';
import type { AppWebhookUpsert } from '#contract/webhooks.ts';
import { customMutation } from '#console/api/endpoint-mutation.ts';
import { useTopicName } from '#console/deliveries/topic-names.ts';
import { ComparedTable } from '#console/ui/ComparedTable.tsx';
import { Value } from '#console/ui/Facts.tsx';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { useWebhookText } from './use-webhook-text.ts';
import { WEBHOOK_EFFECTS, editWebhook, restoreWebhook } from './webhook-queries.ts';
import type { SettingDifference } from './webhook-settings.ts';

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

interface SavedNoticeProps {
  topic: string;
  undoRequest: UndoRequest | null;
  onClose: () => void;
}

export function SavedNotice({ topic, undoRequest, onClose }: SavedNoticeProps) {
  const { t } = useLingui();
  const undo = useMutation(undoSave);
  const name = useTopicName()(topic);
  return (
    <UndoNotice
      done={
        undo.isError
          ? t`No se pudo deshacer: el servicio no aceptó la configuración anterior.`
          : undo.isSuccess
            ? t`Se volvió a la configuración anterior.`
            : t`Se guardó la configuración de «${name}».`
      }
      onUndo={undoRequest && undo.isIdle ? () => undo.mutate({ topic, request: undoRequest }) : undefined}
      onClose={onClose}
    />
  );
}

export function DifferencesAlert({ differences }: { differences: readonly SettingDifference[] }) {
  const { t } = useLingui();
  const text = useWebhookText();
  if (differences.length === 0) return null;
  return (
    <Alert severity="warning" variant="outlined" slotProps={{ message: { sx: { flex: 1, minWidth: 0 } } }}>
      <p>
        <Trans>El servicio lo aceptó, pero devuelve algo distinto de lo que se le envió:</Trans>
      </p>
      <ComparedTable
        heads={[t`Dato`, t`Se envió`, t`Quedó`]}
        rows={differences.map(({ name, sent, stored }) => ({
          name: text.setting[name],
          sides: [<Value key="sent" value={sent} />, <Value key="stored" value={stored} />],
        }))}
      />
    </Alert>
  );
}
