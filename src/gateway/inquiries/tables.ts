import type { Generated } from 'kysely';
import type { FINDING_DECISIONS, FINDING_KINDS } from '#contract/desk/findings.ts';
import type { Status } from '#contract/follow-up/follow-up-state.ts';

/** Name of the full-text index. */
export const FULL_TEXT_INDEX = 'inquiry_words';

/** An inquiry comes first by a message, by a sweep of the service's lists, or with a person's own read of the service. */
export type DiscoverySource = 'webhook' | 'list' | 'single';

export interface InquiryTable {
  /** The number is also the key in the full-text index. */
  number: Generated<number>;
  agency_key: string;
  sid: string;
  /** Momento, ms since 1970. */
  at: number;
  /** Due time of the answer; null: the agency is never open. */
  due_at: number | null;
  /** Lists omit it since this time, because the service no longer has it or its agency. */
  gone_at: number | null;
  /** Time at which its data was erased at the buyer's request; its row has none. */
  erased_at: Generated<number | null>;
  /**
   * The service answers 404 for it since this time, with no other answer. Null and gone: its agency is gone.
   */
  missing_since: Generated<number | null>;
  /** Time of the last single fetch by a full read that missed it. */
  checked_at: Generated<number | null>;
  /** Copied from the follow-up, so that lists and counts need one index only. Gone inquiries keep the status alone. */
  status: Status;
  /** 1: neither won nor lost, and the buyer was not contacted. */
  is_waiting: 0 | 1;
  claimed_by: string | null;
  /** End of the snooze; kept after it expires until the next change. */
  snoozed_until: number | null;
  operator_key: string | null;
  /** ExternalId of the vehicle, folded. */
  listing_key: string | null;
  /** Facets: original and folded. */
  make: string | null;
  make_key: string | null;
  origin: string | null;
  origin_key: string | null;
  listing_type: string | null;
  listing_type_key: string | null;
  interest: string | null;
  interest_key: string | null;
  condition: string | null;
  condition_key: string | null;
  province: string | null;
  province_key: string | null;
  trade_in: 0 | 1;
  finance: 0 | 1;
  insurance: 0 | 1;
  model: string | null;
  /** Make and model together, folded; null: no model. */
  model_key: string | null;
  year: number | null;
  price: number | null;
  currency: string | null;
  /** Keys that identify the buyer. */
  phone_key: string | null;
  mail_key: string | null;
  document_key: string | null;
  /** First source of the inquiry. */
  discovery_source: DiscoverySource;
  first_seen_at: number;
  last_seen_at: number;
  /** JSON, as the service sent it. */
  data: string;
}

export interface InquiryTables {
  inquiry: InquiryTable;
  /** Changes of the number of inquiries in lists, by triggers; their sum is the count of an agency. */
  inquiry_count: { id: Generated<number>; agency_key: string; change: number };
  /** Inquiries that are never indexed again: their data was erased at the buyer's request. */
  erased_inquiry: {
    agency_key: string;
    sid: string;
    at: number;
    /** Moment of the inquiry; null: it was not known when the data was erased. */
    momento: Generated<number | null>;
  };
  /** Keyed hashes of buyers' phones, mails and documents; inquiries from before `at` are erased when they are read again. */
  erased_buyer: { key_hash: string; at: number };
  /** Keyed hashes of the buyers of inquiries that left the index and have a follow-up, whose notes can still be erased. */
  departed_inquiry: { key_hash: string; agency_key: string; sid: string };
  /** One row: the key of these hashes. decided: kept here, since marks outlive a change of `CONSOLE_KEY`. */
  erasure_secret: { secret: string };
}

export interface FindingTable {
  kind: (typeof FINDING_KINDS)[number];
  /** Empty: no single agency. */
  agency_key: string;
  /** `missing` of `total` would vanish. */
  missing: number;
  total: number;
  found_at: number;
  /** Time of the reading that these numbers come from: `inquiries` not seen since, agencies that were missing then. */
  read_at: Generated<number>;
  decision: (typeof FINDING_DECISIONS)[number] | null;
  decided_by: string | null;
  decided_at: number | null;
}

export interface FindingTables {
  index_finding: FindingTable;
}

export interface KnownTimeTables {
  /** One row. */
  known_time: {
    /** Last time that was confirmed, ms since 1970; 0: none yet. */
    at: number;
    /** The clock shows an unconfirmed time since then; null: it is confirmed. */
    doubted_since: number | null;
  };
}
