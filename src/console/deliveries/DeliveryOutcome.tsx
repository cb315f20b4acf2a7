import type { Delivery } from '#contract/desk/deliveries.ts';
import css from './deliveries.module.css';
import { useDeliveryText } from './delivery-text.ts';

/** What became of it, and why it was refused or who asked for it. */
export function DeliveryOutcome({ delivery }: { delivery: Delivery }) {
  const text = useDeliveryText();
  const { outcome, reason, by } = delivery;
  const why = reason ? text.reason[reason] : by;
  return (
    <>
      <span className={css.outcome} data-outcome={outcome}>
        {text.outcome[outcome]}
      </span>
      {why && <span className={css.small}>{why}</span>}
    </>
  );
}
