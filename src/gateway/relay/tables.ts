import type { Generated, Selectable } from 'kysely';
import type { RelayAttempt } from '#contract/desk/relay.ts';
import type { FollowUpEvent } from '#contract/follow-up/follow-up-message.ts';
import type { ClaimColumns } from '#work/claims.ts';

export interface RelayTables {
  relay_target: {
    id: string;
    url: string;
    /** JSON. */
    topics: string;
    /** Encrypted. */
    secret: string;
    active: 0 | 1;
    version: Generated<number>;
    created_at: number;
    delivered_at: number | null;
    /** All attempts have failed since then. */
    failing_since: number | null;
    failed_at: number | null;
    failed_status: number | null;
    failed_error: string | null;
  };
  /** Messages that wait for a target. Their bodies are those of `delivery` and `relay_event`. */
  relay: ClaimColumns & {
    number: Generated<number>;
    target_id: string;
    /** Id in `delivery` or `relay_event`. */
    delivery_id: string;
    /** Messages of a target with the same key are sent one after the other; null: in any order. */
    order_key: string | null;
    queued_at: number;
    attempts: Generated<number>;
    /** Time of `Retry-After`. */
    not_before: number | null;
    /** 1: due before its time; 2: that attempt failed too. */
    resumed: Generated<0 | 1 | 2>;
  };
  /** Changes of follow-ups that some target gets. */
  relay_event: {
    /** Id of the timeline entry. */
    id: string;
    topic: FollowUpEvent;
    agency_key: string;
    sid: string;
    at: number;
    /** JSON. */
    data: string;
  };
  relay_attempt: {
    id: string;
    target_id: string;
    delivery_id: string;
    at: number;
    duration_ms: number;
    status: number | null;
    error: string | null;
    outcome: RelayAttempt['outcome'];
  };
}

export type RelayRow = Selectable<RelayTables['relay']>;
export type RelayTargetRow = Selectable<RelayTables['relay_target']>;
