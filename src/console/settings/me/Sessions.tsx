import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OpenSession } from '#contract/desk/open-sessions.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { useSession } from '#console/session/session.ts';
import { signOut } from '#console/session/sign-out.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { browserName } from './browser-name.ts';
import { endSession, openSessions } from './me-queries.ts';

/** Where the person is signed in; each can be ended from here. */
export function Sessions() {
  const client = useQueryClient();
  const sessions = useQuery(openSessions());
  const end = useMutation({
    mutationFn: async (ended: readonly OpenSession[]) => {
      for (const { id, current } of ended) await (current ? signOut() : endSession(id));
    },
    onSettled: () => client.invalidateQueries({ queryKey: openSessions().queryKey }),
  });
  if (sessions.error && !sessions.data)
    return <FailureAlert error={sessions.error} onRetry={() => void sessions.refetch()} />;
  if (!sessions.data) return <Skeleton variant="rounded" height={72} />;
  const others = sessions.data.filter(({ current }) => !current);
  return (
    <Stack spacing={2}>
      {end.error && <FormAlert error={end.error} />}
      <Box component="ul" sx={{ display: 'grid' }}>
        {sessions.data.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            ending={end.isPending && end.variables.includes(session)}
            onEnd={() => end.mutate([session])}
          />
        ))}
      </Box>
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
    </Stack>
  );
}

function SessionRow({
  session,
  ending,
  onEnd,
}: {
  session: OpenSession;
  ending: boolean;
  onEnd: () => void;
}) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const formats = useFormats(timeZone);
  const now = useNow();
  const { browser, system } = browserName(session.userAgent);
  const name =
    browser && system ? t`${browser} en ${system}` : (browser ?? system ?? t`Navegador desconocido`);
  const seen = new Date(session.seenAt).toISOString();
  const since = formats.moment(new Date(session.createdAt).toISOString());
  const recently = now - session.seenAt < 60_000;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        py: 1.5,
        '& + &': { borderTop: 1, borderColor: 'divider' },
        '&:first-of-type': { pt: 0 },
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>
          <span title={session.userAgent}>{name}</span>
          {session.current && (
            <Typography component="span" variant="body2" color="success" sx={{ fontWeight: 600 }}>
              {' · '}
              <Trans>esta sesión</Trans>
            </Typography>
          )}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          <time dateTime={seen} title={formats.exact(seen)}>
            {recently ? t`En uso ahora` : t`Último uso ${formats.age(seen, now)}`}
          </time>
          {' · '}
          {t`desde ${session.address}`}
          {' · '}
          {t`abierta el ${since}`}
        </Typography>
      </Box>
      <Button
        variant="outlined"
        color="inherit"
        size="small"
        loading={ending}
        aria-label={t`Cerrar sesión: ${name}`}
        onClick={onEnd}
        sx={{ flex: 'none' }}
      >
        <Trans>Cerrar sesión</Trans>
      </Button>
    </Box>
  );
}
