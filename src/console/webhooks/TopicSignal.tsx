import { Trans } from '@lingui/react/macro';
import { useSession } from '#console/session/session.ts';
import { Moment } from '#console/ui/Moment.tsx';
import parts from '#console/ui/parts.module.css';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { useFormats } from '#console/ui/use-formats.ts';

interface Props {
  /** Whether its callback is this console's receiver; null: not known. */
  here: boolean | null;
  lastHeardAt: number | null;
  unseenAt: number | null;
}

/** What this console has heard of a topic that is configured and active. */
export function TopicSignal({ here, lastHeardAt, unseenAt }: Props) {
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const momentOf = (at: number) => format.moment(new Date(at).toISOString());
  const since = momentOf(lastHeardAt ?? 0);
  const requested = momentOf(unseenAt ?? 0);
  if (here === true && unseenAt !== null) {
    return (
      <>
        <StatusChip tone="bad">
          {lastHeardAt === null ? (
            <Trans>Sin señales: nunca llegó nada acá</Trans>
          ) : (
            <Trans>Sin señales desde el {since}</Trans>
          )}
        </StatusChip>
        <span className={parts.small}>
          <Trans>No llegó el reenvío que se pidió el {requested}. Revisá el callback y su secreto.</Trans>
        </span>
      </>
    );
  }
  return (
    <span className={parts.small}>
      {lastHeardAt === null ? (
        here === false ? (
          <Trans>Desde acá no se ve si llega.</Trans>
        ) : (
          <Trans>Todavía no llegó nada.</Trans>
        )
      ) : here === false ? (
        <Trans>Desde acá no se ve si llega: sin señales desde el {since}.</Trans>
      ) : (
        <Trans>
          Último: <Moment at={lastHeardAt} />
        </Trans>
      )}
    </span>
  );
}
