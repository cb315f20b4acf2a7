import { Trans, useLingui } from '@lingui/react/macro';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import type { DELIVERY_OUTCOMES, Delivery, RefusalReason } from '#contract/desk/deliveries.ts';
import { paths } from '#console/paths.ts';
import { StatusChip, type Tone } from '#console/ui/StatusChip.tsx';
import { useCauseText } from './cause-text.ts';

const OUTCOME_TONES: Record<Delivery['outcome'], Tone> = {
  received: 'good',
  arrived: 'good',
  caused: 'waiting',
  unseen: 'bad',
  elsewhere: 'none',
  refused: 'bad',
};

export function DeliveryOutcome({
  delivery: { outcome, reason, by, pairedId },
}: {
  delivery: Pick<Delivery, 'outcome' | 'reason' | 'by' | 'pairedId'>;
}) {
  const text = useDeliveryText();
  const note = reason ? text.reason[reason] : by;
  return (
    <Stack sx={{ alignItems: 'start', gap: 0.5 }}>
      <StatusChip tone={OUTCOME_TONES[outcome]}>
        {outcome === 'received' && pairedId !== null ? (
          <Trans>Llegó por un reenvío</Trans>
        ) : (
          text.outcome[outcome]
        )}
      </StatusChip>
      {note && (
        <Typography variant="body2" color="textSecondary">
          {note}
        </Typography>
      )}
      {pairedId !== null && (
        <Link component={RouterLink} to={paths.delivery(pairedId)} variant="body2">
          {outcome === 'arrived' ? (
            <Trans>Ver lo que llegó</Trans>
          ) : (
            <Trans>Ver el reenvío que la trajo</Trans>
          )}
        </Link>
      )}
    </Stack>
  );
}

export function useDeliveryText() {
  const { t } = useLingui();
  const outcome: Record<(typeof DELIVERY_OUTCOMES)[number], string> = {
    received: t`Llegó`,
    refused: t`Rechazada`,
    caused: t`Reenvío en camino`,
    arrived: t`Reenvío que llegó`,
    unseen: t`Reenvío que no llegó acá`,
    elsewhere: t`Reenvío a otro lado`,
  };
  const reason: Record<RefusalReason, string> = useCauseText().present;
  return { outcome, reason };
}
