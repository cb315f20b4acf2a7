import type { Delivery } from '#contract/desk/deliveries.ts';

const RESEND_OUTCOMES = new Set<Delivery['outcome']>(['caused', 'arrived', 'unseen', 'elsewhere']);

/** The last requested resend among the deliveries of one inquiry, newest first. */
export function findLastResend(deliveries: readonly Delivery[]): Delivery | undefined {
  return deliveries.find(({ outcome }) => RESEND_OUTCOMES.has(outcome));
}

/** The message of a resend. */
export interface Arrival {
  /** Of its delivery. */
  id: string;
  /** From request to arrival, both by the gateway's clock, ms. */
  tookMs: number;
  bodySigned: boolean | null;
}

/** The message of an arrived resend is another delivery of the inquiry. */
export function findArrival(
  resend: Delivery | undefined,
  deliveries: readonly Delivery[],
): Arrival | undefined {
  const message = deliveries.find(({ id }) => id === resend?.pairedId);
  if (!resend || !message) return undefined;
  return { id: message.id, tookMs: Math.max(0, message.at - resend.at), bodySigned: message.bodySigned };
}
