import type { Delivery } from '#contract/desk/deliveries.ts';

const RESEND_OUTCOMES = new Set<Delivery['outcome']>(['caused', 'arrived', 'unseen', 'elsewhere']);

/** Of one inquiry's deliveries, newest first: the last resend that was requested. It is stored before it is sent. */
export function lastResend(deliveries: readonly Delivery[]): Delivery | undefined {
  return deliveries.find(({ outcome }) => RESEND_OUTCOMES.has(outcome));
}

export interface Arrival {
  /** Of the message's delivery. */
  id: string;
  /** From the request to the arrival, both by the gateway's clock, ms. */
  tookMs: number;
  bodySigned: boolean | null;
}

/** The message of a resend that arrived: it is among the inquiry's deliveries as well. */
export function arrivalOf(
  resend: Delivery | undefined,
  deliveries: readonly Delivery[],
): Arrival | undefined {
  const message = deliveries.find(({ id }) => id === resend?.pairedId);
  if (!resend || !message) return undefined;
  return { id: message.id, tookMs: Math.max(0, message.at - resend.at), bodySigned: message.bodySigned };
}
