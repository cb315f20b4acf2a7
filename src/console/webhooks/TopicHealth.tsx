import { Trans } from '@lingui/react/macro';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { WebhookDesk } from '#contract/desk/webhooks.ts';
import { useSession } from '#console/session/session.ts';
import { Moment } from '#console/ui/Moment.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { useFormats } from '#console/ui/use-formats.ts';

interface Props extends Pick<WebhookDesk, 'lastHeardAt' | 'unseenAt'> {
  /** Whether the callback is this console's receiver; null: not known. */
  isHere: boolean | null;
}

/** What this console received of a topic that is configured and active. */
export function TopicHealth({ isHere, lastHeardAt, unseenAt }: Props) {
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const formatTime = (at: number | null) => format.moment(new Date(at ?? 0).toISOString());
  const since = formatTime(lastHeardAt);
  const requested = formatTime(unseenAt);
  if (isHere === true && unseenAt !== null)
    return (
      <Problem
        label={
          lastHeardAt === null ? (
            <Trans>Sin señales: nunca llegó nada acá</Trans>
          ) : (
            <Trans>Sin señales desde el {since}</Trans>
          )
        }
      >
        <Trans>No llegó el reenvío que se pidió el {requested}. Revisá el callback y su secreto.</Trans>
      </Problem>
    );
  if (isHere === false)
    return (
      <Explanation>
        {lastHeardAt === null ? (
          <Trans>Desde acá no se ve si llega.</Trans>
        ) : (
          <Trans>Desde acá no se ve si llega: sin señales desde el {since}.</Trans>
        )}
      </Explanation>
    );
  return (
    <Explanation>
      {lastHeardAt === null ? (
        <Trans>Todavía no llegó nada.</Trans>
      ) : (
        <Trans>
          Último: <Moment at={lastHeardAt} />
        </Trans>
      )}
    </Explanation>
  );
}

/** For a suspended topic: whether the service suspended it, rather than this console. */
export function SuspensionHealth({ lastActive }: Pick<WebhookDesk, 'lastActive'>) {
  if (lastActive !== true) return null;
  return (
    <Problem label={<Trans>No se suspendió desde acá</Trans>}>
      <Trans>
        El servicio suspende un tema cuando su callback no responde por días, o dice que ya no está.
      </Trans>
    </Problem>
  );
}

function Problem({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Stack sx={{ alignItems: 'start', gap: 0.5 }}>
      <StatusChip tone="bad">{label}</StatusChip>
      <Explanation>{children}</Explanation>
    </Stack>
  );
}

function Explanation({ children }: { children: ReactNode }) {
  return (
    <Typography variant="body2" component="span" color="text.secondary">
      {children}
    </Typography>
  );
}
