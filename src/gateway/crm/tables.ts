import type { CrmFormat } from '#contract/desk/crm.ts';

export interface CrmTables {
  agency_crm: {
    agency_key: string;
    /** null: it gets no mails. */
    mail: string | null;
    format: CrmFormat;
    /** Older inquiries are not mailed: the address was set then, or another one. */
    since: number;
    version: number;
  };
  /** Mails to CRMs, with what became of them. */
  crm_mail: {
    mail_id: string;
    agency_key: string;
    /** An inquiry is mailed once; null: a test. */
    sid: string | null;
    at: number;
    /** null: it waits. */
    outcome: 'accepted' | 'given-up' | 'erased' | null;
    ended_at: number | null;
    /** Answer of the mail server, or the code of the error. */
    failure: string | null;
  };
}
