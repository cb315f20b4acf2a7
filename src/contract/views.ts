import type { BuiltInView } from './inbox-filter-names.ts';

// Definitions of the built-in views. The gateway translates them to SQL; the tests have an oracle in memory.

/** Condition of a view on an inquiry and its follow-up. */
export type ViewCondition =
  /** Neither won nor lost nor snoozed, and not answered, or not changed since its snooze expired. */
  | 'waiting'
  /** Waiting, never answered, and past its due time. */
  | 'overdue'
  /** Claimed by the person, and open. */
  | 'mine'
  /** Arrived today, in the service's time zone. */
  | 'today'
  /** Snoozed, or its snooze expired, unchanged since and open. */
  | 'snoozed';

/** `newest` and `oldest`: by Momento; `return`: by the end of the snooze. */
export type ViewOrder = 'newest' | 'oldest' | 'return';

interface ViewDefinition {
  condition: ViewCondition;
  order: ViewOrder;
  /** True for views that only people who may read follow-up see. */
  needsFollowUp: boolean;
}

export const BUILT_IN_VIEWS: Record<BuiltInView, ViewDefinition> = {
  esperando: { condition: 'waiting', order: 'oldest', needsFollowUp: true },
  tarde: { condition: 'overdue', order: 'oldest', needsFollowUp: true },
  mias: { condition: 'mine', order: 'newest', needsFollowUp: true },
  hoy: { condition: 'today', order: 'newest', needsFollowUp: false },
  pospuestas: { condition: 'snoozed', order: 'return', needsFollowUp: true },
};
