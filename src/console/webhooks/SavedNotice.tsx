import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AppWebhookUpsert } from '#contract/webhooks.ts';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import type { Difference } from './settings.ts';
import { editWebhook, onTopicChanged, restoreWebhook } from './webhooks-queries.ts';

/** What writes the former settings again: a change of the history, which knows its secret, or a body without one. */
export type Undo = { change: string } | { body: AppWebhookUpsert };

/** What the edit page and the history tell the topic's page. */
export interface SavedState {
  undo: Undo | null;
  differing: Difference[];
}

/** Says that the settings were saved, and takes it back by a second write. */
export function SavedNotice({
  topic,
  saved,
  onClose,
}: {
  topic: string;
  saved: SavedState;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: (way: Undo): Promise<unknown> =>
      'change' in way ? restoreWebhook(topic, way.change) : editWebhook(topic, way.body),
    onSettled: () => onTopicChanged(client),
  });
  const { undo: way } = saved;
  return (
    <UndoNotice
      done={
        undo.isError
          ? t`No se pudo deshacer: el servicio no aceptó la configuración anterior.`
          : undo.isSuccess
            ? t`Se volvió a la configuración anterior.`
            : t`Se guardó la configuración de ${topic}.`
      }
      onUndo={way && undo.isIdle ? () => undo.mutate(way) : undefined}
      onClose={onClose}
    />
  );
}
