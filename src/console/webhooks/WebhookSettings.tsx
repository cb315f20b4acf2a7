import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { CUSTOM_HEADERS } from '#contract/webhooks.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { Fact, Facts } from '#console/ui/Facts.tsx';
import { Section } from '#console/ui/Section.tsx';
import { CallbackUrl } from './CallbackUrl.tsx';
import { TopicHealth } from './TopicHealth.tsx';
import { TopicSwitch } from './TopicSwitch.tsx';
import { useWebhookText } from './use-webhook-text.ts';
import { settingValue } from './webhook-settings.ts';
import { type Webhook, gatewayTopicQuery } from './webhook-queries.ts';

export function WebhookSettings({ topic, webhook }: { topic: string; webhook: Webhook }) {
  const { t } = useLingui();
  const { may } = useSession();
  const text = useWebhookText();
  const gatewayTopic = useQuery(gatewayTopicQuery(topic)).data;
  const isActive = webhook.Activo !== false;
  const isHere = gatewayTopic?.receiver === webhook.Callback;
  return (
    <Section title={t`Configuración`} actions={<HelpLink topic="suspension" />}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
        <TopicSwitch topic={topic} isActive={isActive} />
        {gatewayTopic && <TopicHealth {...gatewayTopic} isHere={isHere} isActive={isActive} />}
        {gatewayTopic && may.includes('listDeliveries') && (
          <MuiLink component={Link} to={paths.deliveries(String(new URLSearchParams({ topic })))}>
            <Trans>Ver las entregas</Trans>
          </MuiLink>
        )}
      </Stack>
      <Box
        sx={{
          '& section > dl': { gridTemplateColumns: 'minmax(0, 1fr)' },
          '& section > dl > div': { alignItems: 'center' },
          '& section > dl dd': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 },
        }}
      >
        <Facts title={t`Adónde llega`} data={{ ...webhook, Secret: gatewayTopic?.secret }}>
          <Fact name="Callback" label={text.setting.Callback}>
            <CallbackUrl>{webhook.Callback}</CallbackUrl>
            <CopyButton text={webhook.Callback} label={t`Copiar el callback`} />
            {isHere && (
              <Chip size="small" color="primary" variant="outlined" label={<Trans>a esta consola</Trans>} />
            )}
          </Fact>
          <Fact name="Secret" label={text.setting.Secret}>
            {gatewayTopic && text.secret[gatewayTopic.secret]}
          </Fact>
          <Fact name="Description" label={text.setting.Description} />
          {CUSTOM_HEADERS.filter((slot) => webhook[slot]).map((slot) => (
            <Fact key={slot} name={slot} label={text.setting[slot]}>
              <code>{settingValue(webhook, slot)}</code>
            </Fact>
          ))}
        </Facts>
      </Box>
    </Section>
  );
}
