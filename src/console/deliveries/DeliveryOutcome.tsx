import { Trans } from '@lingui/react/macro';
import type { Delivery } from '#contract/desk/deliveries.ts';
import { paths } from '#console/paths.ts';
import parts from '#console/ui/parts.module.css';
import { StatusChip, type Tone } from '#console/ui/StatusChip.tsx';
import { useDeliveryText } from './delivery-text.ts';

const TONES: Record<Delivery['outcome'], Tone> = {
  received: 'good',
  arrived: 'good',
  caused: 'waiting',
  unseen: 'bad',
  elsewhere: 'none',
  refused: 'bad',
};

/** What became of it, why it was refused or who requested it, and the other half of a resend. */
export function DeliveryOutcome({ delivery }: { delivery: Delivery }) {
  const text = useDeliveryText();
  const { outcome, reason, by, pairedId } = delivery;
  const why = reason ? text.reason[reason] : by;
  return (
    <>
      <StatusChip tone={TONES[outcome]}>{text.outcome[outcome]}</StatusChip>
      {why && <span className={parts.small}>{why}</span>}
      {pairedId !== null && (
        <a className={parts.small} href={paths.delivery(pairedId)}>
          {outcome === 'arrived' ? (
            <Trans>Ver lo que llegó</Trans>
          ) : (
            <Trans>Ver el reenvío que la trajo</Trans>
          )}
        </a>
      )}
    </>
  );
}
