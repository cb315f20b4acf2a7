import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, type LoaderFunctionArgs, useNavigate, useParams } from 'react-router';
import { unknownMembers } from '#contract/reading.ts';
import { isPointedHere } from '#contract/desk/webhooks.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { AppWebhook, CUSTOM_HEADERS } from '#contract/webhooks.ts';
import { dayAt } from '#contract/window.ts';
import { queryClient } from '#console/api/query-client.ts';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/forms/ConfirmDialog.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { useTopicName } from '#console/deliveries/topic-names.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Fact, Facts, RawReply, UnknownFields } from '#console/ui/Facts.tsx';
import { useNavigationNotice } from '#console/ui/navigation-notice.ts';
import { Section } from '#console/ui/Section.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { CallbackUrl } from './CallbackUrl.tsx';
import { CanarySection } from './CanarySection.tsx';
import { ChainTest } from './ChainTest.tsx';
import { DifferencesAlert, type SaveOutcome, SavedNotice } from './SaveOutcome.tsx';
import { TopicStatus } from './TopicList.tsx';
import { TopicSwitch } from './TopicSwitch.tsx';
import { useWebhookText } from './use-webhook-text.ts';
import {
  type Webhook,
  deleteWebhook,
  gatewayTopicQuery,
  gatewayTopicsQuery,
  lastDaysBalanceQuery,
  webhookQuery,
} from './webhook-queries.ts';
import { settingValue } from './webhook-settings.ts';

function WebhookPage() {
  const { t } = useLingui();
  const { topic = '' } = useParams();
  const { may } = useSession();
  const [saveOutcome, closeNotice] = useNavigationNotice<SaveOutcome>();
  const query = useQuery(webhookQuery(topic));
  const name = useTopicName()(topic);
  const canTest = topic.toLowerCase() === INQUIRY_TOPIC && may.includes('resendInquiry');
  return (
    <DetailPage
      key={topic}
      title={name}
      tab={[name, t`Avisos`]}
      back={{ to: paths.webhooks(), label: t`Avisos` }}
      loadingLabel={t`Cargando el aviso`}
      query={query}
      freshness={query}
      actions={
        <>
          {may.includes('viewWebhookHistory') && (
            <Button variant="outlined" component={Link} to={paths.webhookHistory(topic)}>
              <Trans>Historial</Trans>
            </Button>
          )}
          {query.data && may.includes('editWebhook') && (
            <Button variant="contained" component={Link} to={paths.editWebhook(topic)}>
              <Trans>Editar</Trans>
            </Button>
          )}
        </>
      }
    >
      {(webhook) =>
        webhook ? (
          <>
            <DifferencesAlert differences={saveOutcome?.differences ?? []} />
            <TopicNow topic={topic} />
            <Box
              sx={{
                display: 'grid',
                gridTemplate: { xs: 'auto / minmax(0, 1fr)', lg: 'auto 1fr / minmax(0, 7fr) minmax(0, 5fr)' },
                alignItems: 'start',
                gap: 2,
              }}
            >
              <WebhookSettings topic={topic} webhook={webhook} />
              {canTest && (
                <Stack sx={{ gridRow: { lg: 'span 2' }, gap: 2 }}>
                  <ChainTest isActive={webhook.Activo !== false} callback={webhook.Callback} />
                  {may.includes('viewCanary') && <CanarySection />}
                </Stack>
              )}
              {may.includes('deleteWebhook') && (
                <Box sx={{ gridColumn: 1 }}>
                  <DeleteWebhookSection topic={topic} />
                </Box>
              )}
            </Box>
            <Stack sx={{ px: { xs: 2, sm: 3 } }}>
              <UnknownFields members={unknownMembers(AppWebhook, webhook)} />
              <RawReply reply={webhook} />
            </Stack>
            {saveOutcome && (
              <SavedNotice topic={topic} undoRequest={saveOutcome.undo} onClose={closeNotice} />
            )}
          </>
        ) : (
          <EmptyState
            actions={
              may.includes('createWebhook') && (
                <Button variant="contained" component={Link} to={paths.editWebhook(topic)}>
                  <Trans>Configurar</Trans>
                </Button>
              )
            }
          >
            <Trans>
              Este aviso no está configurado: el servicio no envía nada. O no está disponible para esta
              aplicación, y entonces no deja configurarlo.
            </Trans>
          </EmptyState>
        )
      }
    </DetailPage>
  );
}

function TopicNow({ topic }: { topic: string }) {
  const { may } = useSession();
  const gatewayTopic = useQuery(gatewayTopicQuery(topic)).data;
  if (!gatewayTopic) return null;
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
      <TopicStatus topic={gatewayTopic} />
      {may.includes('listDeliveries') && (
        <MuiLink component={Link} to={paths.deliveries(String(new URLSearchParams({ topic })))}>
          <Trans>Ver las entregas</Trans>
        </MuiLink>
      )}
      {may.includes('listAttempts') && (
        <MuiLink component={Link} to={paths.attempts(String(new URLSearchParams({ topic })))}>
          <Trans>Ver los intentos del servicio</Trans>
        </MuiLink>
      )}
      {topic.toLowerCase() === INQUIRY_TOPIC && may.includes('viewBalance') && <SuspensionCost />}
    </Stack>
  );
}

function SuspensionCost() {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const { data } = useQuery(lastDaysBalanceQuery(dayAt(useNow(), timeZone)));
  const count = data?.days.reduce((sum, { missed }) => sum + missed.off, 0) ?? 0;
  if (count === 0) return null;
  return (
    <Typography color="textSecondary" sx={{ flexBasis: '100%' }}>
      {t`${plural(count, { one: 'En los últimos 30 días llegó # consulta sin aviso porque estaba suspendido.', other: 'En los últimos 30 días llegaron # consultas sin aviso porque estaba suspendido.' })}`}{' '}
      <MuiLink component={Link} to={paths.balance()}>
        <Trans>Ver qué faltó y reenviarlo</Trans>
      </MuiLink>
    </Typography>
  );
}

function WebhookSettings({ topic, webhook }: { topic: string; webhook: Webhook }) {
  const { t } = useLingui();
  const text = useWebhookText();
  const { may } = useSession();
  const gatewayTopic = useQuery(gatewayTopicQuery(topic)).data;
  const isActive = webhook.Activo !== false;
  const isHere =
    gatewayTopic && isPointedHere({ callback: webhook.Callback, receiver: gatewayTopic.receiver });
  return (
    <Section title={t`Configuración`} actions={<HelpLink topic="suspension" />}>
      <TopicSwitch topic={topic} isActive={isActive} callback={webhook.Callback} />
      <Box
        sx={{
          '& section > dl': { gridTemplateColumns: 'minmax(0, 1fr)' },
          '& section > dl > div': { alignItems: 'center' },
          '& section > dl dd': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 },
        }}
      >
        <Facts
          title={t`Adónde llega`}
          data={{ ...webhook, Topic: topic.toLowerCase(), Secret: gatewayTopic?.secret }}
        >
          <Fact name="Callback" label={text.setting.Callback}>
            <CallbackUrl>{webhook.Callback}</CallbackUrl>
            <CopyButton text={webhook.Callback} label={t`Copiar el callback`} />
            {isHere && (
              <Chip size="small" color="primary" variant="outlined" label={<Trans>a esta consola</Trans>} />
            )}
            {isHere === false && may.includes('editWebhook') && (
              <MuiLink component={Link} to={paths.editWebhook(topic, 'change=receiver')}>
                <Trans>Poner la dirección de esta consola</Trans>
              </MuiLink>
            )}
          </Fact>
          <Fact name="Secret" label={text.setting.Secret}>
            {gatewayTopic && text.secret[gatewayTopic.secret]}
          </Fact>
          <Fact name="Description" label={text.setting.Description} />
          <Fact name="Topic" label={t`Tema (topic)`}>
            <code>{topic.toLowerCase()}</code>
          </Fact>
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

function DeleteWebhookSection({ topic }: { topic: string }) {
  useConfirmDialogPreload();
  const { t } = useLingui();
  const navigate = useNavigate();
  const name = useTopicName()(topic);
  const [isConfirming, setIsConfirming] = useState(false);
  const deletion = useMutation({
    ...deleteWebhook,
    onSuccess: () => navigate(paths.webhooks(), { state: { deleted: topic } }),
  });
  return (
    <Section title={t`Borrar la configuración`}>
      <Typography color="textSecondary" sx={{ maxWidth: 760 }}>
        <Trans>
          Para dejar de recibir por un rato alcanza con suspender: se conserva todo. Borrar olvida el
          callback, el secreto y los encabezados en el servicio; acá quedan en el historial.
        </Trans>
      </Typography>
      <div>
        <Button variant="outlined" color="error" onClick={() => setIsConfirming(true)}>
          <Trans>Borrar…</Trans>
        </Button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          dangerous
          title={t`¿Borrar la configuración de «${name}»?`}
          action={t`Borrar`}
          typed={name}
          pending={deletion.isPending}
          failure={deletion.error && <FormAlert error={deletion.error} />}
          onConfirm={() => deletion.mutate(topic)}
          onClose={() => !deletion.isPending && setIsConfirming(false)}
        >
          <Box component="ul" sx={{ pl: 2.5, listStyle: 'disc' }}>
            <li>
              <Trans>El servicio deja de avisar, y no envía lo que estaba pendiente.</Trans>
            </li>
            <li>
              <Trans>Lo que pase mientras tanto no se avisa después.</Trans>
            </li>
            <li>
              <Trans>Se puede restaurar desde el historial, si el secreto se conoce acá.</Trans>
            </li>
          </Box>
        </ConfirmDialog>
      )}
    </Section>
  );
}

export const loader = ({ params: { topic = '' } }: LoaderFunctionArgs) =>
  Promise.all([
    queryClient.ensureQueryData(webhookQuery(topic)),
    queryClient.ensureQueryData(gatewayTopicsQuery()),
  ]);

export { WebhookPage as Component };
