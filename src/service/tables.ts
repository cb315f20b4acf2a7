import type { Generated, Selectable } from 'kysely';
import type { RateLimitTables } from '#database/shared-rate-limiter.ts';
import type { MailTables } from '#work/mail-table.ts';
import type { SettingTables } from '#database/settings.ts';
import type { ClaimColumns } from '#work/claims.ts';
import type { Attempt } from '#contract/attempts.ts';

// Times are milliseconds since 1970, a `_key` is lower-cased for comparison, `body` is JSON text.

export interface Tables extends MailTables, RateLimitTables, SettingTables {
  apps: AppTable;
  dropped_secrets: DroppedSecretRow;
  agencies: AgencyTable;
  added_associations: AddedAssociationRow;
  operators: OperatorRow;
  inquiries: InquiryRow;
  published_inquiries: PublishedInquiryRow;
  packages: PackageRow;
  invitations: InvitationRow;
  topics: TopicRow;
  app_topics: AppTopicRow;
  webhooks: WebhookRow;
  deliveries: DeliveryTable;
  delivery_attempts: AttemptRow;
  demo_marks: DemoMarkRow;
}

interface AppTable {
  key: string;
  secret: string;
  /**
   * The previous secret is accepted until it is dropped; `previous_used_at`: when it was last used, to the
   * minute.
   */
  previous_secret: string | null;
  previous_used_at: number | null;
  name: string;
  created_at: number;
  /** 1: may publish inquiries and packages of any agency. */
  publisher: Generated<0 | 1>;
}

export type AppRow = Selectable<AppTable>;

interface AgencyTable {
  /** `AdminMail`, lower-cased. */
  mail_key: string;
  mail: string;
  /** The app that invited it; `added_associations` has the others that see it. */
  app_key: string;
  invited_at: number;
  registered_at: number | null;
  /** Time at which the association with the inviting app ended. */
  disassociated_at: number | null;
  /** 1: the inviting app also sees inquiries that its own publications did not receive. */
  other_inquiries: Generated<0 | 1>;
  name: string | null;
  legal_name: string | null;
  tax_id: string | null;
  phone: string | null;
  whatsapp: string | null;
  region: string | null;
  city: string | null;
  street: string | null;
  /** Incremented whenever the agency receives inquiries; part of the key of cached counts. */
  received_version: Generated<number>;
}

export type AgencyRow = Selectable<AgencyTable>;

/** Association of an agency with an app other than the one that invited it. */
export interface AddedAssociationRow {
  agency_key: string;
  app_key: string;
  other_inquiries: 0 | 1;
  disassociated_at: number | null;
}

export interface OperatorRow {
  agency_key: string;
  mail_key: string;
  mail: string;
  first_name: string | null;
  last_name: string | null;
}

export interface InquiryRow {
  sid: string;
  agency_key: string;
  momento: number;
  operator_key: string | null;
  external_key: string;
  /** The app that published the publication that received it; null: none, or not known. */
  published_by: string | null;
  /** Time at which it arrived; its moment may be any. */
  received_at: number;
  /** The Consulta as received, with unknown members, without `_links`. */
  body: string;
}

/** Maps a publisher's id to its inquiry. */
export interface PublishedInquiryRow {
  app_key: string;
  agency_key: string;
  id: string;
  sid: string;
  /** SHA-256 of what the publisher sent. */
  content_hash: string;
}

/** Demo inquiries of an agency were generated until this time. */
export interface DemoMarkRow {
  agency_key: string;
  filled_until: number;
}

/** The package of publications of an agency. */
export interface PackageRow {
  agency_key: string;
  name: string;
  /** Days, `AAAA-MM-DD`. */
  since: string;
  until: string;
  /** JSON: `Exposicion`, `Contratadas`, `Utilizadas` of each product. */
  products: string;
}

export interface InvitationRow {
  /** SHA-256 of the token, hexadecimal. */
  token_hash: string;
  agency_key: string;
  expires_at: number;
  /** Time at which it was used or revoked. */
  ended_at: number | null;
}

export interface TopicRow {
  /** Lower case. */
  topic: string;
  description: string;
  /** 1: available to new apps. */
  offered: 0 | 1;
}

/** A secret that an app had and must not have again. */
export interface DroppedSecretRow {
  app_key: string;
  /** SHA-256 of the secret, hexadecimal. */
  secret_hash: string;
}

/** A topic available to an app. */
export interface AppTopicRow {
  app_key: string;
  topic: string;
}

export interface WebhookRow {
  app_key: string;
  topic: string;
  callback: string;
  secret: string | null;
  description: string | null;
  active: 0 | 1;
  /** JSON: the three custom headers, null where unused. */
  headers: string;
  /** Changes with each configuration, so that results of attempts with an older one are ignored. */
  version: string;
  /** Time of the first of the current consecutive failures. */
  failing_since: number | null;
}

/** A queued webhook message, deleted on success. */
export type DeliveryRow = Selectable<DeliveryTable>;

interface DeliveryTable extends ClaimColumns {
  /** The hook id, a UUID. */
  id: string;
  app_key: string;
  topic: string;
  agency_key: string;
  body: string;
  attempts: number;
  /** 1: it was made due because its host answered again; 2: that attempt failed, and it waits for its schedule. */
  resumed: Generated<0 | 1 | 2>;
  /** `Retry-After` of the last reply. */
  not_before: number | null;
}

/** An attempt to deliver a message; `deliveries` has the message until it is delivered or dropped. */
export interface AttemptRow {
  id: string;
  app_key: string;
  topic: string;
  delivery_id: string;
  agency_key: string;
  /** Upper case; null: the message is of no inquiry. */
  sid: string | null;
  at: number;
  duration_ms: number;
  callback: string;
  outcome: Attempt['outcome'];
  status: number | null;
  error: string | null;
}
