import type { Delivery } from '#contract/desk/deliveries.ts';

/** How long a resend is waited for, ms: the service tries at once. */
export const WATCHED_MS = 60_000;

export interface Seen {
  /** Of the delivery that arrived. */
  id: string;
  /** From asking to arriving, both by the gateway's clock, ms. */
  lastedMs: number;
  bodySigned: boolean | null;
}

/**
 * The arrival of the last resend, among one inquiry's deliveries, newest first. What was read before the service had
 * accepted it tells of other resends only.
 */
export function seenOf(deliveries: readonly Delivery[], readSince: boolean): Seen | undefined {
  const resend = deliveries.find(({ outcome }) => outcome === 'caused' || outcome === 'arrived');
  if (!readSince || resend?.outcome !== 'arrived') return undefined;
  const message = deliveries.find(
    ({ outcome, hookId }) => outcome === 'received' && hookId === resend.hookId,
  );
  if (!message) return undefined;
  return { id: message.id, lastedMs: Math.max(0, message.at - resend.at), bodySigned: message.bodySigned };
}
