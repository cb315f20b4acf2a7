import type { Kysely, Transaction } from 'kysely';
import { isPostgres } from '#database/database.ts';
import { endSessionsAndTokens } from '#gateway/api-tokens/store.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { deleteLinks, isLinkValid } from '#gateway/links/store.ts';
import type { PeopleTables } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import type { OpenIdAccount } from '#gateway/sessions/start-session.ts';
import type { GatewayTables } from '#gateway/store.ts';

/** Finds the person who is linked to an account, whatever its mail is now; also a disabled one. */
export function findLinkedPerson(db: Kysely<PeopleTables>, { issuer, subject }: OpenIdAccount) {
  return db
    .selectFrom('person')
    .select(['id', 'mail', 'role'])
    .where((eb) => eb.and({ openid_issuer: issuer, openid_subject: subject }))
    .executeTakeFirst();
}

/**
 * Links an account to the person with its mail, which the provider has verified, and accepts an open invitation. Sessions
 * and mailed links of before end, since somebody else may have them. A link to an account of another provider, which is
 * not configured any more, is replaced.
 * @throws ProblemError `mail-unknown`, `linked-otherwise`
 */
export async function linkAccount(
  { db, now }: Pick<Gateway, 'db' | 'now'>,
  id: string,
  { issuer, subject }: OpenIdAccount,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const person = await transaction
      .selectFrom('person')
      .select(['accepted_at', 'disabled_at', 'openid_issuer'])
      .where('id', '=', id)
      .$if(isPostgres(transaction), (query) => query.forUpdate())
      .executeTakeFirst();
    const mayEnter =
      person?.disabled_at === null &&
      (person.accepted_at !== null || (await hasOpenInvitation(transaction, id, now())));
    if (!mayEnter) throw createProblem('mail-unknown');
    if (person.openid_issuer === issuer) throw createProblem('linked-otherwise');
    await transaction
      .updateTable('person')
      .set((eb) => ({
        openid_issuer: issuer,
        openid_subject: subject,
        accepted_at: person.accepted_at ?? now(),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute();
    await endSessionsAndTokens(transaction, id, now());
    await deleteLinks(transaction, id);
  });
}

/** decided: an invitation that has expired admits nobody until it is sent again. */
async function hasOpenInvitation(
  transaction: Transaction<GatewayTables>,
  id: string,
  now: number,
): Promise<boolean> {
  const link = await transaction
    .selectFrom('link')
    .select('person_id')
    .where((eb) => eb.and({ person_id: id, kind: 'invitation' }))
    .where(isLinkValid(now))
    .executeTakeFirst();
  return link !== undefined;
}
