import type { Kysely } from 'kysely';
import type { RateLimitTables } from '#database/shared-rate-limiter.ts';
import type { AuditTables } from '#gateway/audit/store.ts';
import { addressKey } from '#gateway/client-address.ts';
import type { PeopleTables } from '#gateway/people/store.ts';
import { firstUlidAt } from '#system/random.ts';
import {
  ACCOUNT_LIMIT,
  ADDRESS_LIMIT,
  PAIR_LIMIT,
  PERSON_CODE_LIMIT,
  pairKey,
  toLimitKey,
} from './attempts.ts';

type Tables = RateLimitTables & AuditTables & PeopleTables;

/** A person, or everybody at an address, whose next sign-in is refused. */
export interface LockOut {
  /** Mail of the person; null: everybody at the address. */
  mail: string | null;
  /** Network address; null: at all addresses. */
  address: string | null;
  /** Milliseconds since 1970. */
  until: number;
}

/** Mails and addresses of the sign-ins that failed within the windows of the limits. Keys of limits are hashes of these. */
export async function fetchFailedSignIns(
  db: Kysely<AuditTables>,
  now: number,
): Promise<{ person_mail: string | null; address: string }[]> {
  return db
    .selectFrom('audit')
    .select(['person_mail', 'address'])
    .distinct()
    .where('action', 'in', [
      'signIn',
      'completeOpenIdSignIn',
      'completePasskeySignIn',
      'proveSecondFactor',
      'provePasskey',
    ])
    .where('id', '>=', firstUlidAt(now - ACCOUNT_LIMIT.windowMs))
    .where('status', '>=', 400)
    .execute();
}

/** Lists who cannot sign in now after too many attempts, the longest first. */
export async function fetchLockOuts(db: Kysely<Tables>, now: number): Promise<LockOut[]> {
  const people = await db.selectFrom('person').select(['id', 'mail']).execute();
  const failures = await fetchFailedSignIns(db, now);
  const toRowKey = (name: string, subject: string) => `${name} ${toLimitKey(subject)}`;
  const subjects = new Map<string, Omit<LockOut, 'until'>>();
  for (const { id, mail } of people) {
    subjects.set(toRowKey(ACCOUNT_LIMIT.name, mail), { mail, address: null });
    subjects.set(toRowKey(PERSON_CODE_LIMIT.name, id), { mail, address: null });
  }
  for (const { person_mail: mail, address } of failures) {
    subjects.set(toRowKey(ADDRESS_LIMIT.name, addressKey(address)), { mail: null, address });
    if (mail !== null) subjects.set(toRowKey(PAIR_LIMIT.name, pairKey(mail, address)), { mail, address });
  }
  const rows = await db
    .selectFrom('rate_limit')
    .select(['name', 'key', 'retry_at'])
    .where('name', 'in', [ACCOUNT_LIMIT.name, PERSON_CODE_LIMIT.name, PAIR_LIMIT.name, ADDRESS_LIMIT.name])
    .where('retry_at', '>', now)
    .orderBy('retry_at', 'desc')
    .execute();
  return rows.flatMap(({ name, key, retry_at }) => {
    const subject = subjects.get(`${name} ${key}`);
    return subject ? [{ ...subject, until: retry_at }] : [];
  });
}
