import { createHash } from 'node:crypto';
import { type Kysely, type QueryCreator, sql } from 'kysely';
import { addressKey } from '#gateway/client-address.ts';
import { mailKey } from '#gateway/people/store.ts';
import { refusal } from '#gateway/problems.ts';

export interface AttemptTables {
  /** Tries of one kind by one key; from `free_at` on the next one is taken. Times are milliseconds since 1970. */
  attempt: { key: string; tries: number; since: number; free_at: number };
}

/** What is limited: so many tries in a window that begins with the first, and waits before each of the last ones. */
export interface Limit {
  name: string;
  most: number;
  windowMs: number;
  /** Before the try with this number is taken, in seconds. */
  waits?: Record<number, number>;
}

const MINUTE = 60_000;

// decided: all of the numbers.
/** Of a mail from an address: whoever fails goes slower and is then locked out there, and nobody elsewhere is. */
export const PAIR: Limit = {
  name: 'pair',
  most: 10,
  windowMs: 15 * MINUTE,
  waits: { 4: 1, 5: 2, 6: 4, 7: 8, 8: 16, 9: 30, 10: 60 },
};
/** Of an address, whoever it says it is. */
export const ADDRESS: Limit = { name: 'address', most: 100, windowMs: 15 * MINUTE };
/** Of a mail, wherever the guesses come from: slow, and neither sessions that are open nor recovery wait for it. */
export const ACCOUNT: Limit = {
  name: 'account',
  most: 60,
  windowMs: 60 * MINUTE,
  waits: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [at + 21, 60])),
};
/** Of the codes of one session that waits for its second factor. */
export const CODES: Limit = { name: 'codes', most: 5, windowMs: 15 * MINUTE };
/**
 * Of the authenticator's codes of one person, wherever the password came from: nobody guesses six digits at this speed.
 * Recovery codes do not count, so that whoever knows the password cannot lock the owner out.
 */
export const CODES_OF_PERSON: Limit = { name: 'codes-of-person', most: 100, windowMs: 24 * 60 * MINUTE };
/** Of the password that somebody who is signed in shows again. */
export const PROOFS: Limit = { name: 'proofs', most: 10, windowMs: 15 * MINUTE };
/** Of links that do not work, from an address. */
export const LINKS: Limit = { name: 'links', most: 30, windowMs: 15 * MINUTE };
/** Of recoveries that an address asks for, whoever they are for. */
export const ASKS: Limit = { name: 'asks', most: 30, windowMs: 15 * MINUTE };
/** Of recovery mails to one person. */
export const RECOVERIES: Limit = { name: 'recoveries', most: 3, windowMs: 60 * MINUTE };

const LONGEST_WINDOW_MS = CODES_OF_PERSON.windowMs;

export interface TakenAttempt {
  /** It was no failure: it does not count. */
  forgive: () => Promise<void>;
  /** Nor do those before it. */
  forget: () => Promise<void>;
}

/**
 * Counts a try before it is judged, so that many at once cannot all slip through; the database decides.
 * @returns `wait` in seconds when it is not taken, which does not count
 */
export async function attempt(
  db: QueryCreator<AttemptTables>,
  limit: Limit,
  subject: string,
  now: number,
): Promise<{ wait: number } | TakenAttempt> {
  const key = keyOf(limit, subject);
  await db
    .deleteFrom('attempt')
    .where('key', '=', key)
    .where('since', '<=', now - limit.windowMs)
    .execute();
  const taken = await db
    .insertInto('attempt')
    .values({ key, tries: 1, since: now, free_at: now + waitAfter(limit, 1) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((eb) => ({
          tries: eb('attempt.tries', '+', 1),
          free_at: freeAfter(limit, now),
        }))
        .where('attempt.free_at', '<=', now),
    )
    .returning('tries')
    .executeTakeFirst();
  if (!taken) {
    const held = await db.selectFrom('attempt').select('free_at').where('key', '=', key).executeTakeFirst();
    return { wait: Math.max(1, Math.ceil(((held?.free_at ?? now) - now) / 1000)) };
  }
  return {
    forgive: async () => {
      await db
        .updateTable('attempt')
        .set((eb) => ({ tries: eb('tries', '-', 1), free_at: now }))
        .where('key', '=', key)
        .execute();
    },
    forget: async () => {
      await db.deleteFrom('attempt').where('key', '=', key).execute();
    },
  };
}

/**
 * Takes a try of each limit. One that is not taken gives those before it back: waiting for one limit uses up no other.
 * @throws ProblemError `too-many-attempts`
 */
export async function attemptAll<Limits extends Partial<Record<string, readonly [Limit, subject: string]>>>(
  db: QueryCreator<AttemptTables>,
  limits: Limits,
  now: number,
): Promise<{ [Name in keyof Limits]: TakenAttempt }> {
  const taken: [string, TakenAttempt][] = [];
  for (const [name, [limit, subject]] of Object.entries(limits as Record<string, readonly [Limit, string]>)) {
    const one = await attempt(db, limit, subject, now);
    if ('wait' in one) for (const [, former] of taken) await former.forgive();
    taken.push([name, mustTake(one)]);
  }
  return Object.fromEntries(taken) as { [Name in keyof Limits]: TakenAttempt };
}

/** Forgets the failures of somebody who has just been given another password by mail. */
export async function forgetFailures(
  db: QueryCreator<AttemptTables>,
  { id, mail }: { id: string; mail: string },
  address?: string,
): Promise<void> {
  const keys = [keyOf(ACCOUNT, mail), keyOf(CODES_OF_PERSON, id)];
  if (address !== undefined) keys.push(keyOf(PAIR, pairOf(mail, address)));
  await db.deleteFrom('attempt').where('key', 'in', keys).execute();
}

/** The subject of PAIR. */
export function pairOf(mail: string, address: string): string {
  return `${mailKey(mail)}\n${addressKey(address)}`;
}

/** Hashed: what is typed as a mail may be a password. */
function keyOf({ name }: Limit, subject: string): string {
  return createHash('sha256').update(`${name}\n${subject}`).digest('hex');
}

/** @throws ProblemError `too-many-attempts` when it was not taken */
export function mustTake(taken: { wait: number } | TakenAttempt): TakenAttempt {
  if ('wait' in taken) throw refusal('too-many-attempts', { headers: { 'retry-after': String(taken.wait) } });
  return taken;
}

/** Removes what limits nobody any more. */
export async function pruneAttempts(db: Kysely<AttemptTables>, now: number): Promise<void> {
  await db
    .deleteFrom('attempt')
    .where('since', '<=', now - LONGEST_WINDOW_MS)
    .execute();
}

/**
 * Judges what was tried; each counts when it was wrong, and not when judging itself failed.
 * @returns what `judge` found; undefined: wrong
 */
export async function judged<T>(
  taken: readonly TakenAttempt[],
  judge: () => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    return await judge();
  } catch (error) {
    for (const one of taken) await one.forgive();
    throw error;
  }
}

function waitAfter({ waits, most, windowMs }: Limit, tries: number): number {
  return tries >= most ? windowMs : (waits?.[tries + 1] ?? 0) * 1000;
}

/** After the try that is being counted: the wait before the next, or the end of the window for the last. */
function freeAfter({ waits = {}, most, windowMs }: Limit, now: number) {
  const cases = Object.entries(waits)
    .filter(([number]) => Number(number) <= most)
    .map(([number, seconds]) => sql`when attempt.tries + 2 = ${Number(number)} then ${now + seconds * 1000}`);
  return sql<number>`case when attempt.tries + 1 >= ${most} then attempt.since + ${windowMs} ${sql.join(cases, sql` `)} else ${now} end`;
}
