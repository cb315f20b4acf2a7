import { Trans, useLingui } from '@lingui/react/macro';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type WebhookDesk, isPointedHere } from '#contract/desk/webhooks.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { webhookEndpoints } from '#contract/webhooks.ts';
import { call } from '#console/api/call.ts';
import { customMutation } from '#console/api/endpoint-mutation.ts';
import { useTopicName } from '#console/deliveries/topic-names.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/forms/ConfirmDialog.tsx';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { DifferencesAlert } from './SaveOutcome.tsx';
import { findDifferences, toUpsertBody } from './webhook-settings.ts';
import { WEBHOOK_EFFECTS, editWebhook, fetchWebhook, gatewayTopicQuery } from './webhook-queries.ts';
import { formatHost } from './topic-status.ts';

interface Activation {
  topic: string;
  isActive: boolean;
  isUndo: boolean;
}

/** Writes the settings as they are now, but for `Activo`, and compares what was stored. */
const setTopicActive = customMutation(
  async ({ topic, isActive }: Activation) => {
    const current = await call(webhookEndpoints.viewWebhook, { params: { topic } });
    const body = { ...toUpsertBody(current), Activo: isActive };
    await editWebhook(topic, body);
    const stored = await fetchWebhook(topic);
    return stored ? findDifferences(body, stored) : [];
  },
  { ...WEBHOOK_EFFECTS, invalidatesOnError: WEBHOOK_EFFECTS.invalidates },
);

interface Props {
  topic: string;
  isActive: boolean;
  callback: string;
}

/** Asks before it stops the topic's messages, and if the service might lose the topic's secret. */
export function TopicSwitch({ topic, isActive: shownState, callback }: Props) {
  useConfirmDialogPreload();
  const { t } = useLingui();
  const { may } = useSession();
  const gatewayTopic = useQuery(gatewayTopicQuery(topic));
  const [isConfirming, setIsConfirming] = useState(false);
  const [done, setDone] = useState<{ isActive: boolean; isUndo: boolean }>();
  // A change is done a moment before the page shows what was read after it.
  const [storedState, setStoredState] = useState<boolean>();
  if (storedState === shownState) setStoredState(undefined);
  const isActive = storedState ?? shownState;
  const change = useMutation({
    ...setTopicActive,
    onSuccess: (differences, next) => {
      setIsConfirming(false);
      setStoredState(differences.some(({ name }) => name === 'Activo') ? undefined : next.isActive);
      setDone(next);
    },
  });
  const isOn = change.isPending ? change.variables.isActive : isActive;
  const isSecretUnknown = (gatewayTopic.data?.secret ?? 'unknown') === 'unknown';
  const toggle = () => change.mutate({ topic, isActive: !isActive, isUndo: false });
  const { error } = change;
  const name = useTopicName()(topic);
  const consequence = useConsequence({
    topic,
    name,
    isActive,
    callback,
    gatewayTopic: gatewayTopic.data,
  });
  const failure = error && (
    <FormAlert
      error={error}
      meanings={{
        404: { what: t`«${name}» ya no está configurado`, advice: t`Alguien lo borró mientras tanto.` },
      }}
    />
  );
  return (
    <Stack sx={{ alignItems: 'start', gap: 1 }}>
      <FormControlLabel
        control={
          <Switch
            checked={isOn}
            disabled={!may.includes('editWebhook') || change.isPending || gatewayTopic.isPending}
            slotProps={{ input: { 'aria-label': t`Enviar «${name}»` } }}
            onChange={() => (isActive || isSecretUnknown ? setIsConfirming(true) : toggle())}
          />
        }
        label={change.isPending ? t`Guardando…` : isOn ? t`Encendido` : t`Suspendido`}
      />
      <Typography color="textSecondary" sx={{ maxWidth: 760 }}>
        {consequence}
      </Typography>
      {!isConfirming && failure}
      <DifferencesAlert differences={change.data ?? []} />
      <UndoNotice
        done={
          done &&
          (done.isActive
            ? t`«${name}» está encendido, con la misma configuración.`
            : t`«${name}» está suspendido; su configuración queda como estaba.`)
        }
        onUndo={
          done && !done.isUndo
            ? () => change.mutate({ topic, isActive: !done.isActive, isUndo: true })
            : undefined
        }
        onClose={() => setDone(undefined)}
      />
      {isConfirming && (
        <ConfirmDialog
          title={isActive ? t`¿Suspender «${name}»?` : t`¿Encender «${name}»?`}
          action={isActive ? t`Suspender` : t`Encender`}
          pending={change.isPending}
          failure={failure}
          onConfirm={toggle}
          onClose={() => setIsConfirming(false)}
        >
          {isActive && <p>{consequence}</p>}
          {isSecretUnknown && (
            <>
              <p>
                <Trans>
                  El secreto de este aviso no se conoce acá: se puso en otro lado, y el servicio no lo
                  muestra.
                </Trans>
              </p>
              <p>
                <Trans>
                  El servicio que viene con Vitrina lo conserva; otro podría borrarlo, y los avisos llegarían
                  sin firma. Para no depender de eso,{' '}
                  <Link to={paths.editWebhook(topic)}>poné antes un secreto nuevo</Link>.
                </Trans>
              </p>
            </>
          )}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

interface Consequence extends Props {
  name: string;
  gatewayTopic: WebhookDesk | undefined;
}

function useConsequence({ topic, name, isActive, callback, gatewayTopic }: Consequence): string {
  const { t } = useLingui();
  const format = useFormats();
  const isHere = gatewayTopic && isPointedHere({ callback, receiver: gatewayTopic.receiver });
  const destination = isHere ? t`esta consola` : formatHost(callback);
  const subject = isHere ? t`Esta consola` : destination;
  if (!isActive)
    return t`${subject} no recibe «${name}» de ninguna agencia. Al encenderlo recibe lo que pase desde ese momento.`;
  const stops = t`Si se suspende, ${destination} deja de recibir «${name}» de todas las agencias, y lo que pase mientras tanto no se avisa después.`;
  if (!isHere) return stops;
  const { arrived } = gatewayTopic.lastDay;
  const arrivedText = format.number(arrived);
  return [
    stops,
    arrived > 0 && t`En las últimas 24 h llegaron ${arrivedText}.`,
    topic.toLowerCase() === INQUIRY_TOPIC &&
      t`La bandeja se entera igual: en un minuto donde está abierta, y en cinco donde no.`,
  ]
    .filter(Boolean)
    .join(' ');
}
