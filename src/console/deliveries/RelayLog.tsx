import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Link as RouterLink, useParams } from 'react-router';
import type { RelayAttempt, RelayAttemptsQuery } from '#contract/desk/relay.ts';
import { FOLLOW_UP_EVENTS } from '#contract/follow-up/follow-up-message.ts';
import { type LogAddress, parseLogAddress, textUpTo, useLogAddress } from '#console/filters/log-address.ts';
import { LogPagination } from '#console/filters/LogFilters.tsx';
import { UnreadableParameters } from '#console/filters/FilterBar.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import type { Column } from '#console/ui/DataTable.tsx';
import { RowList } from '#console/ui/ListPage.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { AttemptOutcome } from './AttemptOutcome.tsx';
import { InquiryName } from './InquiryName.tsx';
import { relayAttemptsQuery, resendRelayed } from './relay-queries.ts';
import { TopicFilter } from './TopicFilter.tsx';
import { useTopicName } from './topic-names.ts';

export const parseRelayLogAddress = (search: URLSearchParams): LogAddress<RelayAttemptsQuery> =>
  parseLogAddress(search, { topic: textUpTo(80) });

const columns: readonly Column<RelayAttempt>[] = [
  { name: 'message', head: msg`Mensaje`, Cell: MessageCell, lead: true },
  { name: 'when', head: msg`Cuándo`, Cell: ({ row: { at } }) => <Moment at={at} />, width: '20%' },
  {
    name: 'outcome',
    head: msg`Resultado`,
    Cell: ({ row }) => <AttemptOutcome attempt={row} />,
    width: '28%',
  },
  { name: 'resend', head: msg`Reenvío`, Cell: ResendCell, width: '16%' },
];

export function RelayLog({ id }: { id: string }) {
  const { t } = useLingui();
  const { query, unreadable, setFilters } = useLogAddress(parseRelayLogAddress);
  const page = useQuery({ ...relayAttemptsQuery(id, query), placeholderData: keepPreviousData });
  return (
    <>
      <Stack direction="row">
        <TopicFilter
          value={query.topic}
          others={Object.values(FOLLOW_UP_EVENTS)}
          onChange={(topic) => setFilters({ topic })}
        />
      </Stack>
      <UnreadableParameters parameters={unreadable} />
      <RowList
        label={t`Envíos`}
        loadingLabel={t`Cargando los envíos`}
        query={page}
        rows={page.data?.attempts}
        columns={columns}
        getRowKey={(row) => row.id}
        empty={
          query.topic === undefined ? (
            <Trans>Todavía no se envió nada.</Trans>
          ) : (
            <Trans>No se envió ningún aviso de este tipo.</Trans>
          )
        }
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

function MessageCell({ row: { deliveryId, agency, person, sid, topic } }: { row: RelayAttempt }) {
  const topicName = useTopicName()(topic ?? '');
  const to =
    deliveryId !== null
      ? paths.delivery(deliveryId)
      : agency !== null && sid !== null
        ? paths.inquiry(agency, sid)
        : undefined;
  const name = sid === null && topic !== null ? topicName : <InquiryName person={person} sid={sid} />;
  return (
    <Stack sx={{ alignItems: 'start' }}>
      {to === undefined ? (
        name
      ) : (
        <Link component={RouterLink} to={to} underline="hover" sx={{ fontWeight: 600 }}>
          {name}
        </Link>
      )}
      {sid !== null && topic !== null && (
        <Typography variant="body2" color="textSecondary">
          {topicName}
        </Typography>
      )}
    </Stack>
  );
}

function ResendCell({ row: { id: attempt, isStored, outcome } }: { row: RelayAttempt }) {
  const { id = '' } = useParams();
  const { may } = useSession();
  const resend = useMutation(resendRelayed);
  if (!may.includes('resendRelayed') || !isStored || outcome === 'retried') return null;
  return (
    <Stack sx={{ alignItems: 'start', gap: 0.5 }}>
      <Button size="small" loading={resend.isPending} onClick={() => resend.mutate({ id, attempt })}>
        <Trans>Reenviar</Trans>
      </Button>
      {resend.isSuccess && (
        <Typography component="output" variant="body2" color="textSecondary">
          <Trans>En la cola</Trans>
        </Typography>
      )}
      {resend.error && <FormAlert error={resend.error} />}
    </Stack>
  );
}
