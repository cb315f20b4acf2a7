import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { Connection } from '#contract/desk/connection.ts';
import { BACKGROUND, queryClient } from '#console/api/query-client.ts';
import { type Column, DataTable } from '#console/ui/DataTable.tsx';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Value } from '#console/ui/Facts.tsx';
import { Freshness } from '#console/ui/Freshness.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { TopicHealth } from '#console/webhooks/TopicHealth.tsx';
import { ConnectionFacts } from './ConnectionFacts.tsx';
import { InstallationAlerts } from './InstallationAlerts.tsx';
import { IndexFindings } from './IndexFindings.tsx';
import { connectionQuery } from './connection-queries.ts';
import { findingsQuery } from './finding-queries.ts';

const CONNECTION_REFETCH_MS = 15_000;

type Topic = Connection['topics'][number];

const columns: readonly Column<Topic>[] = [
  { name: 'topic', head: msg({ context: 'webhook', message: 'Tema' }), Cell: TopicCell, lead: true },
  { name: 'state', head: msg({ context: 'webhook', message: 'Estado' }), Cell: StateCell, width: '24%' },
  { name: 'target', head: msg`Adónde llega`, Cell: TargetCell, width: '26%' },
  { name: 'delivery', head: msg`Última entrega acá`, Cell: LastDeliveryCell, width: '20%' },
];

function ConnectionPage() {
  const { t } = useLingui();
  const query = useQuery({
    ...connectionQuery(),
    refetchInterval: CONNECTION_REFETCH_MS,
    // Polling does not extend the session.
    meta: BACKGROUND,
  });
  return (
    <DetailPage
      title={t`Conexión`}
      actions={<Freshness query={query} />}
      loadingLabel={t`Cargando la conexión`}
      query={query}
    >
      {(connection) => (
        <>
          <ConnectionStatus connection={connection} />
          <InstallationAlerts connection={connection} />
          <IndexFindings refetchIntervalMs={CONNECTION_REFETCH_MS} />
          <ConnectionFacts connection={connection} />
          <Typography variant="h2">
            <Trans>Temas</Trans>
          </Typography>
          {connection.topics.length > 0 ? (
            <DataTable
              label={t`Temas`}
              columns={columns}
              rows={connection.topics}
              getRowKey={({ topic }) => topic}
            />
          ) : (
            <EmptyState>
              <Trans>No se pudieron cargar los temas.</Trans>
            </EmptyState>
          )}
        </>
      )}
    </DetailPage>
  );
}

function ConnectionStatus({ connection: { state, refusal } }: { connection: Connection }) {
  const { t } = useLingui();
  const texts: Record<Connection['state'], { what: string; advice: string }> = {
    working: { what: t`El servicio responde`, advice: t`Reconoce nuestras credenciales.` },
    refused: {
      what: t`El servicio responde, pero no nos reconoce`,
      advice: t`Revisá la clave y el secreto de la aplicación, y el reloj de este servidor.`,
    },
    limited: {
      what: t`El servicio responde que hubo demasiados pedidos`,
      advice: t`Vuelve a atender en un minuto. Si se repite, pedile al servicio un límite mayor.`,
    },
    failing: {
      what: t`El servicio responde que tuvo un problema`,
      advice: t`Es del servicio: reintentá en unos minutos y, si sigue, avisale a su soporte.`,
    },
    unreachable: {
      what: t`El servicio no responde`,
      advice: t`Está detenido o no se puede acceder a él desde este servidor. Revisá la dirección y la red.`,
    },
    broken: {
      what: t`El servicio responde algo que no se entiende`,
      advice: t`Revisá que la dirección sea la del servicio y no la de otra cosa.`,
    },
  };
  const { what, advice } = texts[state];
  return (
    <Alert
      severity={state === 'working' ? 'success' : 'error'}
      variant="outlined"
      sx={{ bgcolor: 'background.paper' }}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- replaces the role of Alert
      role="region"
      aria-label={t({ context: 'connection', message: 'Estado' })}
    >
      <AlertTitle component="h2" sx={{ fontWeight: 600 }}>
        {what}
      </AlertTitle>
      {advice}
      {refusal !== null && (
        <p lang="es">
          <Trans>El servicio dice:</Trans> «{refusal}»
        </p>
      )}
    </Alert>
  );
}

function TopicCell({ row: { topic } }: { row: Topic }) {
  return <strong>{topic}</strong>;
}

function StateCell({ row: { configured, active } }: { row: Topic }) {
  const { t } = useLingui();
  if (!configured) return <Typography color="textSecondary">{t`sin configurar`}</Typography>;
  if (active === null) return <Value value={null} />;
  return active ? t`activo` : <StatusChip tone="caution">{t`suspendido`}</StatusChip>;
}

function TargetCell({ row: { configured, here } }: { row: Topic }) {
  const { t } = useLingui();
  if (!configured) return null;
  return here === null ? <Value value={null} /> : here ? t`a esta consola` : t`a otro lado`;
}

function LastDeliveryCell({
  row: { configured, active, here, isPrivate, lastHeardAt, unseenAt },
}: {
  row: Topic;
}) {
  return configured && active !== false ? (
    <TopicHealth isHere={here} isPrivate={isPrivate} lastHeardAt={lastHeardAt} unseenAt={unseenAt} />
  ) : (
    lastHeardAt !== null && <Moment at={lastHeardAt} />
  );
}

export const loader = () => {
  void queryClient.prefetchQuery(findingsQuery());
  return queryClient.ensureQueryData(connectionQuery());
};

export { ConnectionPage as Component };
