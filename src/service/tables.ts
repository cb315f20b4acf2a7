// Times are milliseconds since 1970, a `_key` is lower-cased for comparison, `body` is JSON text.

export interface Tables {
  apps: AppRow;
  agencies: AgencyRow;
  operators: OperatorRow;
  inquiries: InquiryRow;
  demo_marks: DemoMarkRow;
}

export interface AppRow {
  key: string;
  secret: string;
  name: string;
  created_at: number;
}

export interface AgencyRow {
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
  /** The Consulta as it was received, without `_links`: members and values that we do not know live on. */
  body: string;
}

/** How far the demo data has been made, for each of its agencies. */
export interface DemoMarkRow {
  agency_key: string;
  filled_until: number;
}
