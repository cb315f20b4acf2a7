import type { Delivery } from '#contract/desk/deliveries.ts';
import parts from '#console/ui/parts.module.css';
import { State, type Tone } from '#console/ui/State.tsx';
import { useDeliveryText } from './delivery-text.ts';

const TONES: Record<Delivery['outcome'], Tone> = {
  received: 'good',
  arrived: 'good',
  caused: 'waiting',
  refused: 'bad',
};

/** What became of it, and why it was refused or who asked for it. */
export function DeliveryOutcome({ delivery }: { delivery: Delivery }) {
  const text = useDeliveryText();
  const { outcome, reason, by } = delivery;
  const why = reason ? text.reason[reason] : by;
  return (
    <>
      <State tone={TONES[outcome]}>{text.outcome[outcome]}</State>
      {why && <span className={parts.small}>{why}</span>}
    </>
  );
}
