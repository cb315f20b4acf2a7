import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { queryClient } from '#console/api/query-client.ts';
import { type UnreadableParameter, searchReader } from '#console/filters/search.ts';
import { UnreadableParameters } from '#console/filters/FilterBar.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { useTableColumns } from '#console/session/use-table-columns.tsx';
import { type Column, DataTable } from '#console/ui/DataTable.tsx';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Freshness } from '#console/ui/Freshness.tsx';
import { useNavigationNotice } from '#console/ui/navigation-notice.ts';
import { NavTabs } from '#console/ui/NavTabs.tsx';
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
} from './webhook-queries.ts';

const columns: readonly Column<Topic>[] = [
  { name: 'topic', head: msg({ context: 'webhook', message: 'Tema' }), Cell: TopicLink, lead: true },
  { name: 'destination', head: msg`Adónde llega`, Cell: Destination, width: '28%' },
  { name: 'health', head: msg`Actividad`, Cell: Health, width: '26%' },
  {
    name: 'state',
    head: msg({ context: 'webhook', message: 'Estado' }),
    Cell: TopicStateCell,
    width: '170px',
  },
];

function WebhooksPage() {
  const { t } = useLingui();
  const table = useTableColumns('webhooks', columns);
  const topics = useQuery(topicListQuery());
  const [notice, closeNotice] = useNavigationNotice<{ deleted: string }>();
  const deleted = notice?.deleted;
  const [search] = useSearchParams();
  const { state, unreadable } = parseWebhooksAddress(search);
  const { key: location } = useLocation();
  return (
    <DetailPage
      title={t`Avisos`}
      loadingLabel={t`Cargando los temas`}
      query={topics}
      actions={
        <>
          {table.columnsMenu}
          <Freshness query={topics} />
        </>
      }
    >
      {({ _entries: all }) => (
        <Stack spacing={4}>
          <div>
            <TopicStateTabs topics={all} />
            <UnreadableParameters parameters={unreadable} />
          </div>
          {all.length === 0 && (
            <EmptyState>
              <Trans>
                El servicio no ofrece ningún tema a esta aplicación. Se piden a su equipo de desarrollo.
              </Trans>
            </EmptyState>
          )}
          <TopicGroups key={location} topics={all} state={state} columns={table.columns} />
          <UndoNotice done={deleted && t`Se borró la configuración de ${deleted}.`} onClose={closeNotice} />
        </Stack>
      )}
    </DetailPage>
  );
}

interface TopicGroupsProps {
  topics: readonly Topic[];
  state: TopicState | undefined;
  columns: readonly Column<Topic>[];
}

/** A topic that is switched stays in its group, where it was pressed. */
function TopicGroups({ topics, state, columns: shownColumns }: TopicGroupsProps) {
  const { t } = useLingui();
  const titles = useTopicStateTitles();
  const descriptions: Record<TopicState, string> = {
    active: t`El servicio envía cada aviso al callback del tema.`,
    suspended: t`Tienen callback, y mientras tanto no se envía nada: lo que pasa ahora no se avisa después.`,
    available: t`La aplicación puede recibirlos; falta decir adónde.`,
  };
  const [groups] = useState(() => new Map(topics.map((topic) => [topic.Topic, topicState(topic)])));
  const groupOf = (topic: Topic) => groups.get(topic.Topic) ?? topicState(topic);
  return (state ? [state] : TOPIC_STATES).map((shown) => (
    <TopicGroup
      key={shown}
      title={titles[shown]}
      description={descriptions[shown]}
      topics={topics.filter((topic) => groupOf(topic) === shown)}
      isChosen={shown === state}
      columns={shownColumns}
    />
  ));
}

interface TopicGroupProps {
  title: string;
  description: string;
  topics: Topic[];
  isChosen: boolean;
  columns: readonly Column<Topic>[];
}

function TopicGroup({ title, description, topics, isChosen, columns: shownColumns }: TopicGroupProps) {
  const { t } = useLingui();
  if (topics.length === 0)
    return (
      isChosen && (
        <EmptyState link={{ to: paths.webhooks(), label: t`Ver todos` }}>
          <Trans>Ningún tema está así.</Trans>
        </EmptyState>
      )
    );
  return (
    <Box component="section" aria-label={title}>
      <Typography variant="h2">{title}</Typography>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        {description}
      </Typography>
      <DataTable label={title} columns={shownColumns} rows={topics} getRowKey={({ Topic: topic }) => topic} />
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

function TopicStateCell({ row: { Topic: topic, Configurado, Activo } }: { row: Topic }) {
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

function useTopicStateTitles(): Record<TopicState, string> {
  const { t } = useLingui();
  return { active: t`Configurados`, suspended: t`Suspendidos`, available: t`Disponibles` };
}

function TopicStateTabs({ topics }: { topics: readonly Topic[] }) {
  const { t } = useLingui();
  const titles = useTopicStateTitles();
  const [search] = useSearchParams();
  const formatAddress = (state: TopicState | undefined) => paths.webhooks(state && `state=${state}`);
  return (
    <NavTabs
      label={t({ context: 'webhook', message: 'Estado' })}
      current={formatAddress(parseWebhooksAddress(search).state)}
      tabs={[undefined, ...TOPIC_STATES].map((state) => ({
        to: formatAddress(state),
        label: state
          ? `${titles[state]} ${topics.filter((topic) => topicState(topic) === state).length}`
          : `${t`Todos`} ${topics.length}`,
      }))}
    />
  );
}

const TOPIC_STATES = ['active', 'suspended', 'available'] as const;
type TopicState = (typeof TOPIC_STATES)[number];

function topicState({ Configurado, Activo }: Topic): TopicState {
  if (!Configurado) return 'available';
  return Activo === false ? 'suspended' : 'active';
}

function parseWebhooksAddress(search: URLSearchParams): {
  state: TopicState | undefined;
  unreadable: UnreadableParameter[];
} {
  const { read, unreadable } = searchReader(search);
  return { state: read('state', (text) => TOPIC_STATES.find((state) => state === text)), unreadable };
}

export const loader = () =>
  Promise.all([
    queryClient.ensureQueryData(topicListQuery()),
    queryClient.ensureQueryData(gatewayTopicsQuery()),
  ]);

export { WebhooksPage as Component };
