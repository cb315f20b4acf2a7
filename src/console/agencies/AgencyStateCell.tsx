import { Trans, useLingui } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import type { Agency } from '#console/agency-select/agencies-queries.ts';
import { Moment } from '#console/ui/Moment.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { agencyStateTone, useAgenciesText } from './agencies-text.ts';
import { isOverdue } from './invitation-state.ts';

/** Marks an invited agency, and how long it has not registered; the usual state is plain text. */
export function AgencyStateCell({ row: { Estado, FechaInvitacion } }: { row: Agency }) {
  const { t } = useLingui();
  const text = useAgenciesText();
  const now = useNow();
  if (!Estado) return <Typography color="text.secondary">{t`sin dato`}</Typography>;
  if (Estado === 'Registrada') return text.state(Estado);
  if (Estado !== 'Invitada')
    return <StatusChip tone={agencyStateTone(Estado)}>{text.state(Estado)}</StatusChip>;
  const isUnanswered = isOverdue(FechaInvitacion, now);
  return (
    <>
      <StatusChip tone={isUnanswered ? 'caution' : 'waiting'}>
        {isUnanswered ? <Trans>Invitada, sin respuesta</Trans> : text.state(Estado)}
      </StatusChip>
      {FechaInvitacion && (
        <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
          <Moment at={FechaInvitacion} />
        </Typography>
      )}
    </>
  );
}
