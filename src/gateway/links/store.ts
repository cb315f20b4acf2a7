import type { ExpressionBuilder, Kysely, QueryCreator, Transaction } from 'kysely';
import { DAY_MS, HOUR_MS } from '#contract/durations.ts';
import type { PeopleTables } from '#gateway/people/store.ts';
import { enqueueMail } from '#work/mails.ts';
import type { MailTables } from '#work/mail-table.ts';
import { sha256 } from '#signing/sha256.ts';
import type { Stamp } from '#system/random.ts';
import type { ClaimColumns } from '#work/claims.ts';
import { type BuildLinkMail, buildInvitationMail, buildRecoveryMail } from './mails.ts';

export type LinkKind = 'invitation' | 'recovery';

export interface LinkTables {
  link: { token_hash: string; person_id: string; kind: LinkKind; created_at: number; expires_at: number };
}

/** A requested recovery that is not processed yet, also of an unknown mail. */
export interface RecoveryRow extends ClaimColumns {
  id: string;
  mail: string;
}

export interface RecoveryTables {
  recovery_request: RecoveryRow;
}

type Tables = LinkTables & PeopleTables & MailTables;

/** Links created further ahead were sent while the clock was wrong: they would work for longer than they say. */
const LINK_CLOCK_TOLERANCE_MS = 5 * 60_000;
/** The page that each kind of link opens, how long it works and the mail with it. decided: a recovery link works for an hour. */
export const LINKS: Record<LinkKind, { path: string; lifetimeMs: number; buildMail: BuildLinkMail }> = {
  invitation: { path: 'welcome', lifetimeMs: 72 * HOUR_MS, buildMail: buildInvitationMail },
  recovery: { path: 'recover', lifetimeMs: HOUR_MS, buildMail: buildRecoveryMail },
};

/** Creates a link, deletes older ones of the person, and queues its mail. Only the token's hash is stored. */
export async function sendLink(
  transaction: Transaction<Tables>,
  {
    person,
    kind,
    inviter,
    publicUrl,
  }: {
    person: { id: string; mail: string; name: string };
    kind: LinkKind;
    /** Name of the person who invites; absent in recovery links. */
    inviter?: string;
    publicUrl: string;
  },
  stamp: Stamp,
): Promise<void> {
  const { path, lifetimeMs, buildMail } = LINKS[kind];
  const { now, random } = stamp;
  const token = random.bytes(32).toString('base64url');
  await deleteLinks(transaction, person.id);
  await transaction
    .insertInto('link')
    .values({
      token_hash: sha256(token),
      person_id: person.id,
      kind,
      created_at: now,
      expires_at: now + lifetimeMs,
    })
    .execute();
  const mail = buildMail({
    to: person.mail,
    name: person.name,
    link: `${publicUrl}/${path}/${token}`,
    inviter,
  });
  await enqueueMail(transaction, mail, { kind: 'link', ...stamp });
}

/** Deletes all links of a person. */
export async function deleteLinks(db: QueryCreator<LinkTables>, personId: string): Promise<void> {
  await db.deleteFrom('link').where('person_id', '=', personId).execute();
}

/** Condition of a link that works at `now`. */
export function isLinkValid(now: number) {
  return (eb: ExpressionBuilder<LinkTables, 'link'>) =>
    eb.and([eb('link.expires_at', '>', now), eb('link.created_at', '<=', now + LINK_CLOCK_TOLERANCE_MS)]);
}

/** decided: a clock that was wrong for less ends no link for good. */
const ENDED_LINK_MS = 30 * DAY_MS;

/** Condition of a link that will never work again. */
export function isLinkOver(eb: ExpressionBuilder<LinkTables, 'link'>, now: number) {
  const latestEnd = now + LINK_CLOCK_TOLERANCE_MS + LINKS.invitation.lifetimeMs;
  return eb.or([eb('expires_at', '<=', now - ENDED_LINK_MS), eb('expires_at', '>', latestEnd)]);
}

/** The person of a link; undefined: unknown, expired, or the person is disabled. */
export async function findLink(db: Kysely<Tables>, token: string, now: number) {
  return db
    .selectFrom('link')
    .innerJoin('person', 'person.id', 'link.person_id')
    .select(['link.kind', 'person.id', 'person.mail', 'person.name'])
    .where('link.token_hash', '=', sha256(token))
    .where(isLinkValid(now))
    .where('person.disabled_at', 'is', null)
    .executeTakeFirst();
}

/** Deletes a link and returns it; only one of concurrent calls succeeds. */
export async function consumeLink(transaction: Transaction<Tables>, token: string, now: number) {
  return transaction
    .deleteFrom('link')
    .where('token_hash', '=', sha256(token))
    .where(isLinkValid(now))
    .returning(['person_id', 'kind'])
    .executeTakeFirst();
}
