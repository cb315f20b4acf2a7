import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Link from '@mui/material/Link';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link as RouterLink, useSearchParams } from 'react-router';
import type { RelayAttempt } from '#contract/desk/relay.ts';
import { LogPagination } from '#console/filters/LogFilters.tsx';
import { paths } from '#console/paths.ts';
import type { Column } from '#console/ui/DataTable.tsx';
import { RowList } from '#console/ui/ListPage.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { AttemptOutcome } from './AttemptOutcome.tsx';
import { InquiryName } from './InquiryName.tsx';
import { relayAttemptsQuery } from './relay-queries.ts';
import { useTopicName } from './topic-names.ts';

const columns: readonly Column<RelayAttempt>[] = [
  { name: 'message', head: msg`Mensaje`, Cell: MessageCell, lead: true },
  { name: 'when', head: msg`Cuándo`, Cell: ({ row: { at } }) => <Moment at={at} />, width: '22%' },
  {
    name: 'outcome',
    head: msg`Resultado`,
    Cell: ({ row }) => <AttemptOutcome attempt={row} />,
    width: '38%',
  },
];

export function RelayLog({ id }: { id: string }) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const before = search.get('before') ?? undefined;
  const page = useQuery({ ...relayAttemptsQuery(id, before), placeholderData: keepPreviousData });
  return (
    <>
      <RowList
        label={t`Envíos`}
        loadingLabel={t`Cargando los envíos`}
        query={page}
        rows={page.data?.attempts}
        columns={columns}
        getRowKey={(row) => row.id}
        empty={<Trans>Todavía no se envió nada.</Trans>}
      />
      {page.data && (
        <LogPagination
          label={t`Páginas de los envíos`}
          hasOlder={page.data.more}
          lastId={page.data.attempts.at(-1)?.id}
        />
      )}
    </>
  );
}

function MessageCell({ row: { deliveryId, person, sid, topic } }: { row: RelayAttempt }) {
  const getTopicName = useTopicName();
  return (
    <Link component={RouterLink} to={paths.delivery(deliveryId)} underline="hover" sx={{ fontWeight: 600 }}>
      {sid === null && topic !== null ? getTopicName(topic) : <InquiryName person={person} sid={sid} />}
    </Link>
  );
}
