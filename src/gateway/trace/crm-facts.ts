import type { Kysely } from 'kysely';
import type { GatewayTables } from '#gateway/store.ts';
import type { CrmFact } from './lead-facts.ts';

/** Fetches what became of the mail of an inquiry to the CRM of its agency; null: there was none, or it was erased. */
export async function fetchCrmFact(
  db: Kysely<GatewayTables>,
  { agency_key, sid }: { agency_key: string; sid: string },
): Promise<CrmFact | null> {
  const row = await db
    .selectFrom('crm_mail')
    .leftJoin('mail', 'mail.id', 'crm_mail.mail_id')
    .select([
      'outcome',
      'crm_mail.at',
      'ended_at',
      'crm_mail.failure',
      'mail.id',
      'mail.failure as lastFailure',
    ])
    .where((eb) => eb.and({ agency_key, sid }))
    .executeTakeFirst();
  if (!row || row.outcome === 'erased') return null;
  const { outcome, at, ended_at, failure, id, lastFailure } = row;
  if (outcome !== null) return { outcome, at: ended_at ?? at, failure };
  return id === null ? null : { outcome: 'waiting', at, failure: lastFailure };
}
