import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { Link, type LoaderFunctionArgs, useParams } from 'react-router';
import { unknownMembers } from '#contract/reading.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { AppWebhook } from '#contract/webhooks.ts';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { UnknownFields, RawReply } from '#console/ui/Facts.tsx';
import { Freshness } from '#console/ui/Freshness.tsx';
import { useNavigationNotice } from '#console/ui/navigation-notice.ts';
import { ChainTest } from './ChainTest.tsx';
import { DeleteWebhookSection } from './DeleteWebhookSection.tsx';
import { DifferencesAlert } from './DifferencesAlert.tsx';
import { SavedNotice, type SaveOutcome } from './SavedNotice.tsx';
import { WebhookSettings } from './WebhookSettings.tsx';
import { gatewayTopicsQuery, webhookQuery } from './webhook-queries.ts';

function WebhookPage() {
  const { t } = useLingui();
  const { topic = '' } = useParams();
  const { may } = useSession();
  const [saveOutcome, closeNotice] = useNavigationNotice<SaveOutcome>();
  const query = useQuery(webhookQuery(topic));
  const canTest = topic.toLowerCase() === INQUIRY_TOPIC && may.includes('resendInquiry');
  return (
    <DetailPage
      key={topic}
      title={topic}
      tab={[topic, t`Avisos`]}
      back={{ to: paths.webhooks(), label: t`Avisos` }}
      loadingLabel={t`Cargando el tema`}
      query={query}
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
                <Box sx={{ gridRow: { lg: 'span 2' } }}>
                  <ChainTest isActive={webhook.Activo !== false} callback={webhook.Callback} />
                </Box>
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
              <Freshness query={query} />
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
              Este tema no está configurado: el servicio no avisa nada. O no está disponible para esta
              aplicación, y entonces no deja configurarlo.
            </Trans>
          </EmptyState>
        )
      }
    </DetailPage>
  );
}

export const loader = ({ params: { topic = '' } }: LoaderFunctionArgs) =>
  Promise.all([
    queryClient.ensureQueryData(webhookQuery(topic)),
    queryClient.ensureQueryData(gatewayTopicsQuery()),
  ]);

export { WebhookPage as Component };
