import type { Generated } from 'kysely';
import type { Status } from '#contract/desk/follow-up.ts';

export type DiscoverySource = 'webhook' | 'list' | 'single';

export interface InquiryTable {
  /** Also the key in the full-text index. */
  number: Generated<number>;
  agency_key: string;
  sid: string;
  /** Momento, ms since 1970. */
  at: number;
  /** Due time of the answer; null: the agency is never open. */
  due_at: number | null;
  /** When the service no longer had it. */
  gone_at: number | null;
  /** When its data was erased at the buyer's request. */
  erased_at: Generated<number | null>;
  /** Copied from the follow-up, so that lists and counts need one index only. Gone inquiries keep the status alone. */
  status: Status;
  /** 1: neither won nor lost, and the buyer was not contacted. */
  waits: 0 | 1;
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
  year: number | null;
  price: number | null;
  currency: string | null;
  /** Keys that identify the buyer. */
  phone_key: string | null;
  mail_key: string | null;
  document_key: string | null;
  /** First source of the inquiry. */
  learned: DiscoverySource;
  first_seen_at: number;
  last_seen_at: number;
  /** JSON, as the service sent it. */
  data: string;
}

export interface InquiryTables {
  inquiry: InquiryTable;
}
