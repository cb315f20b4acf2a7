import type { Connection } from '#contract/desk/connection.ts';
import type { Delivery } from '#contract/desk/deliveries.ts';

/** How long a resend is waited for, ms: the service tries at once. */
export const WATCHED_MS = 60_000;

/** Of one inquiry's deliveries, newest first: the last resend that was asked for. It is noted before it is sent. */
export function lastResend(deliveries: readonly Delivery[]): Delivery | undefined {
  return deliveries.find(({ outcome }) => outcome === 'caused' || outcome === 'arrived');
}

/** Whether a resend was asked for lately and has not arrived. */
export function isInFlight(resend: Delivery | undefined, now: number): boolean {
  return resend?.outcome === 'caused' && now - resend.at < WATCHED_MS;
}

/** How long a resend took to arrive, ms: by then its message is among the deliveries as well. */
export function tookMs(resend: Delivery | undefined, deliveries: readonly Delivery[]): number | undefined {
  if (resend?.outcome !== 'arrived') return undefined;
  const message = deliveries.find((one) => one.outcome === 'received' && one.hookId === resend.hookId);
  return (message ?? resend).at - resend.at;
}

/** Whether what is sent for a topic arrives here; null: not known. */
export function arrivesHere(connection: Connection | undefined, topic: string): boolean | null {
  return connection?.topics.find((one) => one.topic.toLowerCase() === topic.toLowerCase())?.here ?? null;
}
