import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFailureMessage } from '#console/api/failure-message.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/ui/ConfirmDialog.tsx';
import parts from '#console/ui/parts.module.css';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { Differences } from './Differences.tsx';
import { type Difference, differences, keptBody } from './settings.ts';
import css from './webhooks.module.css';
import { editWebhook, knownOf, onTopicChanged, readWebhook, webhooksDesk } from './webhooks-queries.ts';

class Gone extends Error {}

/** Writes the settings as they are at this moment, but for being on or off, and looks what came of it. */
async function switchTopic(topic: string, on: boolean): Promise<Difference[]> {
  const read = await readWebhook(topic);
  if (!read) throw new Gone(topic);
  const written = { ...keptBody(read), Activo: on };
  await editWebhook(topic, written);
  const after = await readWebhook(topic);
  return after ? differences(written, after) : [];
}

/** On or off, with every setting kept; each undoes the other. */
export function TopicSwitch({ topic, on }: { topic: string; on: boolean }) {
  useConfirmDialogPreload();
  const { t } = useLingui();
  const { may } = useSession();
  const client = useQueryClient();
  const desk = useQuery(webhooksDesk());
  const [asked, setAsked] = useState(false);
  const [done, setDone] = useState<{ on: boolean; undoable: boolean }>();
  const change = useMutation({
    mutationFn: ({ on: wanted }: { on: boolean; undoable: boolean }) => switchTopic(topic, wanted),
    onSuccess: (_differing, wanted) => {
      setAsked(false);
      setDone(wanted);
    },
    onSettled: () => onTopicChanged(client),
  });
  const shown = change.isPending ? change.variables.on : on;
  const secret = knownOf(desk.data, topic)?.secret;
  const toggle = () => {
    if (secret === 'kept' || secret === 'none') change.mutate({ on: !on, undoable: true });
    else setAsked(true);
  };
  const differing = change.data ?? [];
  return (
    <div className={css.switching}>
      <label className={css.switch}>
        <input
          type="checkbox"
          role="switch"
          checked={shown}
          aria-checked={shown}
          disabled={!may.includes('editWebhook') || change.isPending || desk.isPending}
          aria-label={t`Enviar los avisos de ${topic}`}
          onChange={toggle}
        />
        {change.isPending ? (
          <Trans>Guardando…</Trans>
        ) : shown ? (
          <Trans>Encendido</Trans>
        ) : (
          <Trans>Suspendido</Trans>
        )}
      </label>
      {change.error && !asked && <Failed error={change.error} topic={topic} />}
      {differing.length > 0 && <Differences of={differing} />}
      <UndoNotice
        done={
          done &&
          (done.on
            ? t`${topic} está encendido, con la misma configuración.`
            : t`${topic} está suspendido; su configuración queda como estaba.`)
        }
        onUndo={done?.undoable ? () => change.mutate({ on: !done.on, undoable: false }) : undefined}
        onClose={() => setDone(undefined)}
      />
      {asked && (
        <ConfirmDialog
          title={on ? t`¿Suspender ${topic}?` : t`¿Encender ${topic}?`}
          action={on ? t`Suspender` : t`Encender`}
          pending={change.isPending}
          failure={change.error && <Failed error={change.error} topic={topic} />}
          onConfirm={() => change.mutate({ on: !on, undoable: true })}
          onClose={() => setAsked(false)}
        >
          <p>
            <Trans>
              El secreto de este tema no se conoce acá: se puso en otro lado, y el servicio no lo muestra.
            </Trans>
          </p>
          <p>
            <Trans>
              El servicio que viene con Vitrina lo conserva; otro podría borrarlo, y los avisos llegarían sin
              firma. Para no depender de eso,{' '}
              <Link to={paths.editWebhook(topic)}>poné antes un secreto nuevo</Link>.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function Failed({ error, topic }: { error: Error; topic: string }) {
  const { what, advice } = useFailureMessage(error);
  return (
    <p role="alert" className={parts.failed}>
      {error instanceof Gone ? (
        <Trans>{topic} ya no está configurado: alguien lo borró mientras tanto.</Trans>
      ) : (
        `${what}. ${advice}`
      )}
    </p>
  );
}
