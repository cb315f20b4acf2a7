import type { ExpressionBuilder, Kysely } from 'kysely';
import { countRows } from '#database/count-rows.ts';
import { executeStatements } from '#database/execute-statements.ts';
import { firstUlidAt } from '#system/random.ts';
import { CLAIM_COLUMNS, type ClaimColumns, createClaimIndexes } from './claims.ts';

/** A queued e-mail. It is deleted once sent, unless the queue has `keepSent`. Times are milliseconds since 1970. */
export interface MailRow extends ClaimColumns {
  id: string;
  recipient: string;
  subject: string;
  /** Empty, like `html`, once the mail is given up: it may contain a token. */
  text: string;
  html: string;
  created_at: number;
  /** Mails with a lower one are sent first. */
  priority: number;
  attempts: number;
  /** Answer of the mail server to the last attempt, or the code of the error; null: none failed. */
  failure: string | null;
  sent_at: number | null;
}

export type FailedMail = Pick<MailRow, 'recipient' | 'subject' | 'failure' | 'attempts' | 'due_at'>;

export interface MailTables {
  mail: MailRow;
}

/** Creates the table, for migrations. */
export const createMailTable = (db: Kysely<unknown>): Promise<void> =>
  executeStatements(db, [
    `create table mail (
      id text primary key,
      recipient text not null,
      subject text not null,
      text text not null,
      html text not null,
      created_at bigint not null,
      priority integer not null default 0,
      ${CLAIM_COLUMNS},
      attempts integer not null,
      sent_at bigint
    )`,
    ...createClaimIndexes('mail', ['priority', 'due_at']),
  ]);

/** Adds the column of why a mail failed, for migrations. */
export const addMailFailure = (db: Kysely<unknown>): Promise<void> =>
  executeStatements(db, ['alter table mail add column failure text']);

// decided: the lines of mails that were given up, and sent mails that are kept, stay for 90 days.
const MAIL_LINE_MS = 90 * 86_400_000;

/** Condition of a mail that nobody reads any more; those that are due are younger. */
export function isMailOld(eb: ExpressionBuilder<MailTables, 'mail'>, now: number) {
  return eb.and([eb('due_at', 'is', null), eb('id', '<', firstUlidAt(now - MAIL_LINE_MS))]);
}

/** Number of mails that the mail server refused, and that will be tried again. */
export const countRefusedMails = (db: Kysely<MailTables>): Promise<number> =>
  countRows(db.selectFrom('mail').where('attempts', '>', 0).where('due_at', 'is not', null));

/** Number of mails since a time that were given up after their last attempt. */
export const countLostMails = (db: Kysely<MailTables>, since: number): Promise<number> =>
  countRows(
    db
      .selectFrom('mail')
      .where('due_at', 'is', null)
      .where('sent_at', 'is', null)
      .where('id', '>=', firstUlidAt(since)),
  );

/** Mails that the mail server refused, the newest first. `due_at`: time of the next attempt; null: the mail was given up. */
export const listFailedMails = (db: Kysely<MailTables>, limit: number): Promise<FailedMail[]> =>
  db
    .selectFrom('mail')
    .select(['recipient', 'subject', 'failure', 'attempts', 'due_at'])
    .where('sent_at', 'is', null)
    .where('attempts', '>', 0)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Sent mails, newest first; empty without `keepSent`. */
export const listSentMails = (db: Kysely<MailTables>): Promise<MailRow[]> =>
  db
    .selectFrom('mail')
    .selectAll()
    .where('sent_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1000)
    .execute();
