import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LoaderFunctionArgs, useNavigate, useParams } from 'react-router';
import type { NoticedChange, SavedWebhookSettings, WebhookChange } from '#contract/desk/webhooks.ts';
import { queryClient } from '#console/api/query-client.ts';
import { useTopicName } from '#console/deliveries/topic-names.ts';
import { ConfirmDialog } from '#console/forms/ConfirmDialog.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Value } from '#console/ui/Facts.tsx';
import { IconAction } from '#console/ui/IconAction.tsx';
import { RestoreIcon } from '#console/ui/icons.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { Section } from '#console/ui/Section.tsx';
import { customMutation } from '#console/api/endpoint-mutation.ts';
import { CallbackUrl } from './CallbackUrl.tsx';
import type { SaveOutcome } from './SaveOutcome.tsx';
import { useWebhookText } from './use-webhook-text.ts';
import {
  type Webhook,
  WEBHOOK_EFFECTS,
  fetchWebhook,
  gatewayTopicQuery,
  restoreWebhook,
  webhookHistoryQuery,
  webhookQuery,
} from './webhook-queries.ts';
import {
  type SettingName,
  changedSettings,
  findDifferences,
  historySettings,
  isSameAsHistory,
  settingValue,
} from './webhook-settings.ts';

function WebhookHistoryPage() {
  const { t } = useLingui();
  const { topic = '' } = useParams();
  const query = useQuery(webhookHistoryQuery(topic));
  const name = useTopicName()(topic);
  const [restoring, setRestoring] = useState<WebhookChange>();
  const webhook = useQuery(webhookQuery(topic));
  const isStored = ({ settings, keepsSecret }: WebhookChange) =>
    Boolean(settings && webhook.data && keepsSecret && isSameAsHistory(settings, webhook.data));
  const currentId = query.data?.changes.find(isStored)?.id;
  return (
    <DetailPage
      key={topic}
      title={t`Historial de «${name}»`}
      tab={[t`Historial`, name, t`Avisos`]}
      back={{ to: paths.webhook(topic), label: name }}
      loadingLabel={t`Cargando el historial`}
      query={query}
    >
      {({ changes, noticed }) =>
        changes.length + noticed.length === 0 ? (
          <EmptyState>
            <Trans>
              Desde acá nunca se cambió este aviso. Lo que se haya hecho desde otro lado no se puede ver.
            </Trans>
          </EmptyState>
        ) : (
          <Section title={t`Historial`} hideTitle>
            <ChangedElsewhere latest={changes[0]} stored={webhook.data} />
            <Stack component="ol" aria-label={t`Cambios`} spacing={2}>
              {[...changes, ...noticed]
                .toSorted((a, b) => b.at - a.at)
                .map((entry) =>
                  'state' in entry ? (
                    <NoticedEntry key={entry.id} change={entry} />
                  ) : (
                    <HistoryEntry
                      key={entry.id}
                      topic={topic}
                      change={entry}
                      previous={changes[changes.indexOf(entry) + 1]?.settings ?? null}
                      isCurrent={entry.id === currentId}
                      onRestore={webhook.isPending || isStored(entry) ? undefined : () => setRestoring(entry)}
                    />
                  ),
                )}
            </Stack>
            {restoring?.settings && (
              <RestoreDialog
                topic={topic}
                changeId={restoring.id}
                settings={restoring.settings}
                latest={changes[0]}
                onClose={() => setRestoring(undefined)}
              />
            )}
          </Section>
        )
      }
    </DetailPage>
  );
}

interface HistoryEntryProps {
  topic: string;
  change: WebhookChange;
  previous: SavedWebhookSettings | null;
  isCurrent: boolean;
  onRestore: (() => void) | undefined;
}

const ENTRY = { '& + li': { borderTop: 1, borderColor: 'divider', pt: 2 }, overflowWrap: 'anywhere' };

function NoticedEntry({ change: { at, state } }: { change: NoticedChange }) {
  const { t } = useLingui();
  const text: Record<NoticedChange['state'], string> = {
    here: t`Desde entonces llega a esta consola.`,
    off: t`Desde entonces está suspendido.`,
    elsewhere: t`Desde entonces va a otra dirección.`,
  };
  return (
    <Stack component="li" spacing={1} sx={ENTRY}>
      <Box>
        <b>
          <Trans>Cambiado fuera de esta consola</Trans>
        </b>{' '}
        <Typography component="span" color="textSecondary">
          <Trans>
            por otro programa o por el servicio; se notó <Moment at={at} />
          </Trans>
        </Typography>
      </Box>
      <Typography>{text[state]}</Typography>
    </Stack>
  );
}

interface ChangedElsewhereProps {
  latest: WebhookChange | undefined;
  stored: Webhook | null | undefined;
}

function ChangedElsewhere({ latest, stored }: ChangedElsewhereProps) {
  const text = useWebhookText();
  const differences =
    latest?.settings && stored ? findDifferences(historySettings(latest.settings), stored) : [];
  if (differences.length === 0) return null;
  return (
    <Alert severity="warning" variant="outlined" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
      <Trans>La configuración de ahora no es la última de acá: se cambió fuera de esta consola.</Trans>
      <ul>
        {differences.map(({ name, sent, stored: now }) => (
          <li key={name}>
            {text.setting[name]}: <Value value={sent} /> → <Value value={now} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function HistoryEntry({ topic, change, previous, isCurrent, onRestore }: HistoryEntryProps) {
  const { t } = useLingui();
  const { may } = useSession();
  const text = useWebhookText();
  const { at, by, action, settings } = change;
  return (
    <Stack component="li" spacing={1} sx={ENTRY}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 34 }}>
        <Box sx={{ flex: '1 1 200px' }}>
          <b>{text.action[action]}</b>{' '}
          <Typography component="span" color="textSecondary">
            <Trans>
              por {by}, <Moment at={at} />
            </Trans>
          </Typography>
        </Box>
        {isCurrent && (
          <Chip
            size="small"
            color="success"
            variant="outlined"
            label={<Trans>Es la configuración actual</Trans>}
          />
        )}
        {settings && onRestore && may.includes('restoreWebhook') && (
          <IconAction label={t`Restaurar esta configuración`} onClick={onRestore}>
            <RestoreIcon />
          </IconAction>
        )}
      </Stack>
      {settings && <SettingChanges topic={topic} settings={settings} previous={previous} />}
    </Stack>
  );
}

interface SettingChangesProps {
  topic: string;
  settings: SavedWebhookSettings;
  previous: SavedWebhookSettings | null;
}

function SettingChanges({ topic, settings, previous }: SettingChangesProps) {
  const { t } = useLingui();
  const text = useWebhookText();
  const receiver = useQuery(gatewayTopicQuery(topic)).data?.receiver;
  const names = changedSettings(settings, previous);
  const show = (saved: SavedWebhookSettings, name: SettingName) => {
    const value = settingValue(historySettings(saved), name);
    return receiver !== undefined && value === receiver ? t`esta consola` : <Value value={value} />;
  };
  if (names.length === 0)
    return (
      <Typography color="textSecondary">
        <Trans>Sin diferencias con lo anterior.</Trans>
      </Typography>
    );
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '128px minmax(0, 1fr)' },
        columnGap: 1,
        rowGap: { sm: 0.5 },
        '& dt': { color: 'text.secondary' },
        '& dd': { mb: { xs: 0.5, sm: 0 } },
      }}
    >
      {names.map((name) => [
        <dt key={`${name}-term`}>{text.setting[name]}</dt>,
        <dd key={name}>
          {previous && name !== 'Secret' && (
            <Typography component="span" color="textSecondary">
              {show(previous, name)} <span aria-label={t`pasó a`}>→</span>{' '}
            </Typography>
          )}
          {name === 'Secret' ? text.secret[settings.secret] : show(settings, name)}
        </dd>,
      ])}
    </Box>
  );
}

interface RestoreDialogProps {
  topic: string;
  changeId: string;
  settings: SavedWebhookSettings;
  latest: WebhookChange | undefined;
  onClose: () => void;
}

function RestoreDialog({ topic, changeId, settings, latest, onClose }: RestoreDialogProps) {
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

export const loader = ({ params: { topic = '' } }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(webhookHistoryQuery(topic));

export { WebhookHistoryPage as Component };
