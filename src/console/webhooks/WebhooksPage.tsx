import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { type Column, DataTable } from '#console/ui/DataTable.tsx';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Freshness } from '#console/ui/Freshness.tsx';
import { useNavigationNotice } from '#console/ui/navigation-notice.ts';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { CallbackUrl } from './CallbackUrl.tsx';
import { TopicHealth } from './TopicHealth.tsx';
import { TopicSwitch } from './TopicSwitch.tsx';
import {
  type Topic,
  gatewayTopicQuery,
  gatewayTopicsQuery,
  topicListQuery,
  webhookQuery,
} from './webhooks-queries.ts';

const columns: readonly Column<Topic>[] = [
  { name: 'topic', head: msg({ context: 'webhook', message: 'Tema' }), Cell: TopicLink, lead: true },
  { name: 'destination', head: msg`Adónde llega`, Cell: Destination, width: '28%' },
  { name: 'health', head: msg`Actividad`, Cell: Health, width: '26%' },
  { name: 'state', head: msg({ context: 'webhook', message: 'Estado' }), Cell: State, width: '170px' },
];

function WebhooksPage() {
  const { t } = useLingui();
  const topics = useQuery(topicListQuery());
  const [notice, closeNotice] = useNavigationNotice<{ deleted: string }>();
  const deleted = notice?.deleted;
  return (
    <DetailPage
      title={t`Avisos`}
      loadingLabel={t`Cargando los temas`}
      query={topics}
      actions={<Freshness query={topics} />}
    >
      {({ _entries: all }) => (
        <Stack spacing={4}>
          {all.length === 0 && (
            <EmptyState>
              <Trans>
                El servicio no ofrece ningún tema a esta aplicación. Se piden a su equipo de desarrollo.
              </Trans>
            </EmptyState>
          )}
          <TopicGroup
            title={t`Configurados`}
            description={t`El servicio envía cada aviso al callback del tema.`}
            topics={all.filter(({ Configurado, Activo }) => Configurado && Activo !== false)}
          />
          <TopicGroup
            title={t`Suspendidos`}
            description={t`Tienen callback, y mientras tanto no se envía nada: lo que pasa ahora no se avisa después.`}
            topics={all.filter(({ Configurado, Activo }) => Configurado && Activo === false)}
          />
          <TopicGroup
            title={t`Disponibles`}
            description={t`La aplicación puede recibirlos; falta decir adónde.`}
            topics={all.filter(({ Configurado }) => !Configurado)}
          />
          <UndoNotice done={deleted && t`Se borró la configuración de ${deleted}.`} onClose={closeNotice} />
        </Stack>
      )}
    </DetailPage>
  );
}

interface TopicGroupProps {
  title: string;
  description: string;
  topics: Topic[];
}

function TopicGroup({ title, description, topics }: TopicGroupProps) {
  if (topics.length === 0) return null;
  return (
    <Box component="section" aria-label={title}>
      <Typography variant="h2">{title}</Typography>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        {description}
      </Typography>
      <DataTable label={title} columns={columns} rows={topics} getRowKey={({ Topic: topic }) => topic} />
    </Box>
  );
}

function TopicLink({ row: { Topic: topic, Description } }: { row: Topic }) {
  return (
    <>
      <MuiLink component={Link} to={paths.webhook(topic)} underline="hover" sx={{ fontWeight: 600 }}>
        {topic}
      </MuiLink>
      {Description && (
        <Typography variant="body2" color="textSecondary">
          {Description}
        </Typography>
      )}
    </>
  );
}

function useDestination({ Topic: topic, Configurado }: Topic) {
  const webhook = useQuery({ ...webhookQuery(topic), enabled: Configurado === true });
  const gatewayTopic = useQuery(gatewayTopicQuery(topic)).data;
  const callback = webhook.data?.Callback;
  return { webhook, gatewayTopic, callback, isHere: callback === gatewayTopic?.receiver };
}

function Destination({ row }: { row: Topic }) {
  const { webhook, callback, isHere } = useDestination(row);
  if (!callback)
    return (
      webhook.isError && (
        <Typography color="textSecondary">
          <Trans>no se pudo leer adónde</Trans>
        </Typography>
      )
    );
  return isHere ? (
    <Chip size="small" color="primary" variant="outlined" label={<Trans>a esta consola</Trans>} />
  ) : (
    <CallbackUrl>{callback}</CallbackUrl>
  );
}

function Health({ row }: { row: Topic }) {
  const { gatewayTopic, callback, isHere } = useDestination(row);
  if (!callback || !gatewayTopic) return null;
  return <TopicHealth {...gatewayTopic} isHere={isHere} isActive={row.Activo !== false} />;
}

function State({ row: { Topic: topic, Configurado, Activo } }: { row: Topic }) {
  const { may } = useSession();
  if (Configurado)
    return (
      <Box sx={{ my: -1 }}>
        <TopicSwitch topic={topic} isActive={Activo !== false} />
      </Box>
    );
  return (
    may.includes('createWebhook') && (
      <Button variant="outlined" component={Link} to={paths.editWebhook(topic)}>
        <Trans>Configurar</Trans>
      </Button>
    )
  );
}

export const loader = () =>
  Promise.all([
    queryClient.ensureQueryData(topicListQuery()),
    queryClient.ensureQueryData(gatewayTopicsQuery()),
  ]);

export { WebhooksPage as Component };
