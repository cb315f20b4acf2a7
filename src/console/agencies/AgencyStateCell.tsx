import { Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { Caption } from '#console/ui/Caption.tsx';
import type { Agency } from '#console/agency-select/agency-queries.ts';
import { Value } from '#console/ui/Facts.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { agencyStateTone, useAgenciesText } from './agencies-text.ts';
import { isInvitationUnanswered } from './invitation-state.ts';

export function AgencyStateCell({ row: { Estado, FechaInvitacion } }: { row: Agency }) {
  const text = useAgenciesText();
  const now = useNow();
  if (!Estado) return <Value value={null} />;
  if (Estado === 'Registrada') return <Typography color="textSecondary">{text.state(Estado)}</Typography>;
  if (Estado !== 'Invitada')
    return <StatusChip tone={agencyStateTone(Estado)}>{text.state(Estado)}</StatusChip>;
  const isUnanswered = isInvitationUnanswered(FechaInvitacion, now);
  return (
    <>
      <StatusChip tone={isUnanswered ? 'caution' : 'waiting'}>
        {isUnanswered ? <Trans>Invitada, sin respuesta</Trans> : text.state(Estado)}
      </StatusChip>
      {FechaInvitacion && (
        <Caption>
          <Moment at={FechaInvitacion} />
        </Caption>
      )}
    </>
  );
}
