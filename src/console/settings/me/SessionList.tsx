import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_SESSIONS, type OpenSession } from '#contract/desk/open-sessions.ts';
import { runMutation } from '#console/api/endpoint-mutation.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { signOut } from '#console/session/sign-out.ts';
import { useClientName } from '#console/session/use-client-name.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { useStableOrder } from '#console/ui/use-stable-order.ts';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { endSession, sessionListQuery } from './me-queries.ts';

const IN_USE_MS = 60_000;

export function SessionList() {
  const { t } = useLingui();
  const sessions = useQuery(sessionListQuery());
  const [ended, setEnded] = useState<readonly OpenSession[]>([]);
  const end = useMutation({
    mutationFn: async (chosen: readonly OpenSession[]) => {
      for (const session of chosen) {
        await (session.current ? signOut() : runMutation(endSession, session.id));
        setEnded((before) => [...before, session]);
      }
    },
  });
  const rows = sessions.data ?? [];
  const listed = useStableOrder(
    [...rows, ...ended.filter(({ id }) => !rows.some((row) => row.id === id))],
    ({ id }) => id,
    '',
  );
  if (sessions.error && !sessions.data)
    return <FailureAlert error={sessions.error} onRetry={() => void sessions.refetch()} />;
  if (!sessions.data) return <Skeleton variant="rounded" height={72} />;
  // Sessions that were ended here stay in their place, so that no other one comes under the pointer.
  const isEnded = ({ id }: OpenSession) => ended.some((session) => session.id === id);
  const open = sessions.data.filter((session) => !isEnded(session));
  const others = open.filter(({ current }) => !current);
  return (
    <>
      {end.error && <FormAlert error={end.error} />}
      <List disablePadding aria-label={t`Sesiones`}>
        {listed.map((session) => (
          <SessionItem
            key={session.id}
            session={session}
            isEnded={isEnded(session)}
            isPending={end.isPending && end.variables.includes(session)}
            onEnd={() => end.mutate([session])}
          />
        ))}
      </List>
      <Typography variant="body2" color="textSecondary">
        <Trans>
          Podés tener hasta {MAX_SESSIONS} sesiones a la vez. Al abrir otra, se cierra la que lleva más tiempo
          sin usarse.
        </Trans>
      </Typography>
      {others.length > 1 && (
        <div>
          <Button
            variant="outlined"
            color="inherit"
            loading={end.isPending && end.variables.length > 1}
            onClick={() => end.mutate(others)}
          >
            <Trans>Cerrar todas las demás</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

interface ItemProps {
  session: OpenSession;
  isEnded: boolean;
  isPending: boolean;
  onEnd: () => void;
}

function SessionItem({ session, isEnded, isPending, onEnd }: ItemProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const now = useNow();
  const name = useClientName(session.userAgent);
  const startedAt = formats.moment(session.createdAt);
  return (
    <ListItem
      disableGutters
      divider
      sx={{ flexWrap: 'wrap', columnGap: 2, rowGap: 1, '&:last-of-type': { borderBottom: 0 } }}
    >
      <ListItemText
        sx={{ flex: '1 1 260px' }}
        primary={
          <Stack direction="row" component="span" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            <Tooltip describeChild title={session.userAgent}>
              <b>{name}</b>
            </Tooltip>
            {session.current && (
              <Chip component="span" size="small" color="success" label={<Trans>esta sesión</Trans>} />
            )}
          </Stack>
        }
        secondary={
          <>
            {now - session.seenAt < IN_USE_MS ? (
              <Trans>En uso ahora</Trans>
            ) : (
              <Trans>
                Último uso <Moment at={session.seenAt} />
              </Trans>
            )}
            {' · '}
            {t`desde ${session.address}`}
            {' · '}
            {t`abierta el ${startedAt}`}
          </>
        }
      />
      <Button
        variant="outlined"
        color="inherit"
        size="small"
        loading={isPending}
        disabled={isEnded}
        aria-label={isEnded ? undefined : t`Cerrar sesión: ${name}`}
        onClick={onEnd}
      >
        {isEnded ? <Trans>Cerrada</Trans> : <Trans>Cerrar sesión</Trans>}
      </Button>
    </ListItem>
  );
}
