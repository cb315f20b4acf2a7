import { Trans } from '@lingui/react/macro';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { WebhookDesk } from '#contract/desk/webhooks.ts';
import { Moment } from '#console/ui/Moment.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { useFormats } from '#console/ui/use-formats.ts';

interface Props extends Pick<WebhookDesk, 'lastHeardAt' | 'unseenAt'> {
  isHere: boolean | null;
  isActive?: boolean;
  isPrivate?: boolean | null;
  lastActive?: WebhookDesk['lastActive'];
}

export function TopicHealth({
  isHere,
  isActive = true,
  isPrivate = false,
  lastHeardAt,
  unseenAt,
  lastActive = null,
}: Props) {
  const format = useFormats();
  const formatTime = (at: number | null) => format.moment(new Date(at ?? 0).toISOString());
  const since = formatTime(lastHeardAt);
  const requested = formatTime(unseenAt);
  const hasReceived = lastHeardAt !== null;
  if (!isActive)
    return (
      lastActive === true && (
        <HealthText problem={<Trans>No se suspendió desde acá</Trans>}>
          <Trans>
            El servicio suspende un tema cuando su callback no responde por días, o dice que ya no está.
          </Trans>
        </HealthText>
      )
    );
  if (isHere === true && isPrivate === true && (!hasReceived || unseenAt !== null))
    return (
      <HealthText problem={<Trans>El callback está en una red privada</Trans>}>
        <Trans>
          El servicio no llama a direcciones privadas, salvo a las que permite quien lo opera
          (CALLBACK_ALLOWED_RANGES).
        </Trans>
      </HealthText>
    );
  if (isHere === true && unseenAt !== null) {
    const problem = hasReceived ? (
      <Trans>Sin señales desde el {since}</Trans>
    ) : (
      <Trans>Sin señales: nunca llegó nada acá</Trans>
    );
    return (
      <HealthText problem={problem}>
        <Trans>No llegó el reenvío que se pidió el {requested}. Revisá el callback y su secreto.</Trans>
      </HealthText>
    );
  }
  if (isHere === false)
    return (
      <HealthText>
        {hasReceived ? (
          <Trans>Desde acá no se ve si llega: sin señales desde el {since}.</Trans>
        ) : (
          <Trans>Desde acá no se ve si llega.</Trans>
        )}
      </HealthText>
    );
  return (
    <HealthText>
      {hasReceived ? (
        <Trans>
          Último: <Moment at={lastHeardAt} />
        </Trans>
      ) : (
        <Trans>Todavía no llegó nada.</Trans>
      )}
    </HealthText>
  );
}

function HealthText({ problem, children }: { problem?: ReactNode; children: ReactNode }) {
  return (
    <Stack sx={{ alignItems: 'start', gap: 0.5 }}>
      {problem && <StatusChip tone="bad">{problem}</StatusChip>}
      <Typography color="textSecondary">{children}</Typography>
    </Stack>
  );
}
