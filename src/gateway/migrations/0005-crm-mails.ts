import type { Migration } from 'kysely/migration';
import { executeStatements } from '#database/execute-statements.ts';

/** Adds the mail addresses of agencies' CRMs, and what became of the mails to them. */
export const crmMails: Migration = {
  up: (db) =>
    executeStatements(db, [
      `create table agency_crm (
        agency_key text primary key,
        mail text,
        format text not null,
        since bigint not null,
        version integer not null
      )`,
      `create table crm_mail (
        mail_id text primary key,
        agency_key text not null,
        sid text,
        at bigint not null,
        outcome text,
        ended_at bigint,
        failure text
      )`,
      'create unique index crm_mail_of_inquiry on crm_mail (agency_key, sid)',
      'create index crm_mail_by_age on crm_mail (at)',
    ]),
};
