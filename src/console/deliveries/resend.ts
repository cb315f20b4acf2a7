import type { Delivery } from '#contract/desk/deliveries.ts';

const RESEND_OUTCOMES = new Set<Delivery['outcome']>(['caused', 'arrived', 'unseen', 'elsewhere']);

export function findLastResend(deliveries: readonly Delivery[]): Delivery | undefined {
  return deliveries.find(({ outcome }) => RESEND_OUTCOMES.has(outcome));
}

export interface Arrival {
  id: string;
  tookMs: number;
  bodySigned: boolean | null;
}

export function findArrival(
  resend: Delivery | undefined,
  deliveries: readonly Delivery[],
): Arrival | undefined {
  const message = deliveries.find(({ id }) => id === resend?.pairedId);
  if (!resend || !message) return undefined;
  return { id: message.id, tookMs: Math.max(0, message.at - resend.at), bodySigned: message.bodySigned };
}
