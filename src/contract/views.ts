import type { BuiltInView } from './queue-names.ts';

// What the built-in views are, as data: the gateway makes SQL of it, and tests a predicate.

/** What a view asks of an inquiry and its follow-up. */
export type Condition =
  /** Neither won nor lost, not snoozed, and nobody turned to the buyer since it arrived or returned. */
  | 'waiting'
  /** Nobody turned to the buyer in the open minutes that the agency has for it. */
  | 'overdue'
  /** The person took it or was handed it, and it is open. */
  | 'mine'
  /** It arrived today, in the service's time zone. */
  | 'today'
  /** It rests until a time to come, or is back, untouched since, and open. */
  | 'snoozed';

/** `newest` and `oldest` by the moment of the inquiry; `return`: by when a snoozed one returns. */
export type Order = 'newest' | 'oldest' | 'return';

export const BUILT_IN_VIEWS: Record<BuiltInView, { condition: Condition; order: Order }> = {
  esperando: { condition: 'waiting', order: 'oldest' },
  tarde: { condition: 'overdue', order: 'oldest' },
  mias: { condition: 'mine', order: 'newest' },
  hoy: { condition: 'today', order: 'newest' },
  pospuestas: { condition: 'snoozed', order: 'return' },
};
