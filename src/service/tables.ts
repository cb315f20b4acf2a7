import type { Generated, Selectable } from 'kysely';
import type { MailTables } from '#outbox/mails.ts';

// Times are milliseconds since 1970, a `_key` is lower-cased for comparison, `body` is JSON text.

export interface Tables extends MailTables {
  apps: AppRow;
  agencies: AgencyTable;
  operators: OperatorRow;
  inquiries: InquiryRow;
  packages: PackageRow;
  invitations: InvitationRow;
  topics: TopicRow;
  app_topics: AppTopicRow;
  webhooks: WebhookRow;
  deliveries: DeliveryRow;
  demo_marks: DemoMarkRow;
}

export interface AppRow {
  key: string;
  secret: string;
  name: string;
  created_at: number;
}

interface AgencyTable {
  /** `AdminMail`, lower-cased. */
  mail_key: string;
  mail: string;
  /** The app that invited it: no other one ever sees it. */
  app_key: string;
  invited_at: number;
  registered_at: number | null;
  /** The association with the app has ended. */
  disassociated_at: number | null;
  name: string | null;
  legal_name: string | null;
  tax_id: string | null;
  phone: string | null;
  whatsapp: string | null;
  region: string | null;
  city: string | null;
  street: string | null;
  /** Grows whenever it receives inquiries: what was counted at one number holds while that is the number. */
  received_version: Generated<number>;
}

export type AgencyRow = Selectable<AgencyTable>;

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
  /** The Consulta as it was received, without `_links`: members and values that we do not know live on. */
  body: string;
}

/** How far the demo data has been made, for each of its agencies. */
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
  /** Used, or dead since the association ended. */
  ended_at: number | null;
}

export interface TopicRow {
  /** Lower case. */
  topic: string;
  description: string;
  /** 1: a new app may use it. */
  offered: 0 | 1;
}

/** A topic that an app may configure. */
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
  /** Changes with each configuration: what an older one met does not touch this one. */
  version: string;
  /** Since when every attempt has failed. */
  failing_since: number | null;
}

/** A message on its way to a webhook, removed when it has arrived. */
export interface DeliveryRow {
  /** The hook id, a UUID. */
  id: string;
  app_key: string;
  topic: string;
  agency_key: string;
  body: string;
  /** When it may be tried: a try in progress moves it on, so that nobody else takes it. */
  due_at: number;
  attempts: number;
}
