import type { BuiltInView } from './inbox-filter-names.ts';

// Definitions of the built-in views. The gateway translates them to SQL; the tests have an oracle in memory.

/** Condition of a view on an inquiry and its follow-up. */
export type ViewCondition =
  /** Neither won nor lost nor snoozed, and not answered, or not changed since its snooze expired; without old ones. */
  | 'waiting'
  /** Waiting, never answered, and past its due time; without old ones. */
  | 'overdue'
  /** Waiting, never answered nor snoozed, and overdue since `OLD_AFTER_DAYS`. */
  | 'old'
  /** Claimed by the person, and open. */
  | 'mine'
  /** Arrived today, in the service's time zone. */
  | 'today'
  /** Snoozed, or its snooze expired, unchanged since and open. */
  | 'snoozed';

/** `newest` and `oldest`: by Momento; `return`: by the end of the snooze; `urgency`: by `URGENCIES`, then the oldest. */
export type ViewOrder = 'newest' | 'oldest' | 'return' | 'urgency';

/**
 * Urgencies of waiting inquiries, the most urgent first: due within the hour, late today, returned from a snooze, arrived
 * since yesterday, others.
 */
export const URGENCIES = ['soon', 'late', 'returned', 'recent', 'other'] as const;
export type Urgency = (typeof URGENCIES)[number];

interface ViewDefinition {
  condition: ViewCondition;
  order: ViewOrder;
  /** True for views that only people who may read follow-up see. */
  needsFollowUp: boolean;
}

export const BUILT_IN_VIEWS: Record<BuiltInView, ViewDefinition> = {
  esperando: { condition: 'waiting', order: 'urgency', needsFollowUp: true },
  tarde: { condition: 'overdue', order: 'oldest', needsFollowUp: true },
  mias: { condition: 'mine', order: 'newest', needsFollowUp: true },
  hoy: { condition: 'today', order: 'newest', needsFollowUp: false },
  pospuestas: { condition: 'snoozed', order: 'return', needsFollowUp: true },
  viejas: { condition: 'old', order: 'oldest', needsFollowUp: true },
};
