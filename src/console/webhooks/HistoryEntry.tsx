import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { SavedWebhookSettings, WebhookChange } from '#contract/desk/webhooks.ts';
import { useSession } from '#console/session/session.ts';
import { Value } from '#console/ui/Facts.tsx';
import { IconAction } from '#console/ui/IconAction.tsx';
import { RestoreIcon } from '#console/ui/icons.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { useWebhookText } from './use-webhook-text.ts';
import {
  type SettingName,
  changedSettings,
  historySettings,
  isSameAsHistory,
  settingValue,
} from './webhook-settings.ts';
import { gatewayTopicQuery, webhookQuery } from './webhook-queries.ts';

interface Props {
  topic: string;
  change: WebhookChange;
  previous: SavedWebhookSettings | null;
  onRestore: () => void;
}

export function HistoryEntry({ topic, change, previous, onRestore }: Props) {
  const { t } = useLingui();
  const { may } = useSession();
  const text = useWebhookText();
  const webhook = useQuery(webhookQuery(topic));
  const { at, by, action, settings, keepsSecret } = change;
  const isCurrent = Boolean(
    settings && webhook.data && keepsSecret && isSameAsHistory(settings, webhook.data),
  );
  return (
    <Stack
      component="li"
      spacing={1}
      sx={{ '& + &': { borderTop: 1, borderColor: 'divider', pt: 2 }, overflowWrap: 'anywhere' }}
    >
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
        {settings && !isCurrent && !webhook.isPending && may.includes('restoreWebhook') && (
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
