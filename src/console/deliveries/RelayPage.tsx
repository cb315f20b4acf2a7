import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { RelayTarget } from '#contract/desk/relay.ts';
import { MAX_RELAY_TARGETS } from '#contract/desk/relay.ts';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import type { Column } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { PlusIcon } from '#console/ui/icons.tsx';
import { ListPage } from '#console/ui/ListPage.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { DeliveryTabs } from './DeliveryTabs.tsx';
import { RelayStatus } from './RelayStatus.tsx';
import { relayTargetsQuery } from './relay-queries.ts';
import { useTopicName } from './topic-names.ts';

const columns: readonly Column<RelayTarget>[] = [
  { name: 'target', head: msg`Adónde`, Cell: TargetCell, lead: true },
  { name: 'topics', head: msg`Avisos`, Cell: TopicsCell, width: '26%' },
  { name: 'state', head: msg`Cómo está`, Cell: ({ row }) => <RelayStatus target={row} />, width: '26%' },
  { name: 'delivered', head: msg`Última entrega`, Cell: DeliveredCell, width: '16%' },
];

function RelayPage() {
  const { t } = useLingui();
  const { may } = useSession();
  const targets = useQuery(relayTargetsQuery());
  const rows = targets.data?.targets;
  const canAdd = may.includes('addRelayTarget');
  return (
    <ListPage
      title={t`Entregas`}
      tab={[t`Copias a otros sistemas`, t`Entregas`]}
      label={t`Copias a otros sistemas`}
      loadingLabel={t`Cargando las copias`}
      freshness={targets}
      actions={canAdd && rows && rows.length > 0 && rows.length < MAX_RELAY_TARGETS && <NewTargetButton />}
      filters={
        <>
          <DeliveryTabs current={paths.relay()} />
          <Typography color="textSecondary">
            <Trans>
              Vitrina envía a las direcciones de acá los avisos que recibe y comprueba, y los cambios de
              seguimiento: en orden por consulta, y con reintentos durante tres días.
            </Trans>
          </Typography>
        </>
      }
      query={targets}
      rows={rows}
      columns={columns}
      getRowKey={({ id }) => id}
      empty={<NoTargets canAdd={canAdd} />}
    />
  );
}

function NewTargetButton() {
  return (
    <Button component={Link} to={paths.newRelayTarget()} variant="contained" startIcon={<PlusIcon />}>
      <Trans>Nueva copia</Trans>
    </Button>
  );
}

function NoTargets({ canAdd }: { canAdd: boolean }) {
  return (
    <EmptyState actions={canAdd && <NewTargetButton />}>
      <Trans>
        Ningún sistema recibe copias. Si otro sistema recibía los avisos antes que Vitrina, agregalo acá y los
        sigue recibiendo.
      </Trans>
    </EmptyState>
  );
}

function TargetCell({ row: { id, url } }: { row: RelayTarget }) {
  return (
    <MuiLink
      component={Link}
      to={paths.relayTarget(id)}
      underline="hover"
      title={url}
      sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
    >
      {URL.parse(url)?.host ?? url}
    </MuiLink>
  );
}

function TopicsCell({ row: { topics } }: { row: RelayTarget }) {
  return topics.map(useTopicName()).join(', ');
}

function DeliveredCell({ row: { lastDeliveredAt } }: { row: RelayTarget }) {
  return lastDeliveredAt === null ? <Trans>todavía ninguna</Trans> : <Moment at={lastDeliveredAt} />;
}

export const loader = () => queryClient.ensureQueryData(relayTargetsQuery());

export { RelayPage as Component };
