import { createHash, randomBytes } from 'node:crypto';
import type { Kysely, QueryCreator } from 'kysely';
import { ulid } from 'ulid';
import type { OpenSession } from '#contract/desk/open-sessions.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import { type PeopleTables, type Person, personById } from '#gateway/people/store.ts';

export const STAGES = ['second-factor', 'set-up-second-factor', 'in'] as const;
/** How far a person has come in signing in; only `in` is a session that opens anything. */
export type Stage = (typeof STAGES)[number];

export interface SessionTables {
  session: {
    token_hash: string;
    /** What it is called where sessions are listed: the token is known to its browser alone. */
    id: string;
    person_id: string;
    stage: Stage;
    created_at: number;
    seen_at: number;
    address: string;
    user_agent: string;
  };
}

type Tables = SessionTables & PeopleTables;

const MINUTE = 60_000;
/** decided: what is left to do after the password is done in this time. */
const SIGNING_IN_MS = 10 * MINUTE;

/** How long sessions last, and whose hold only with a second factor. */
export type SessionRules = Pick<GatewayConfig, 'sessions' | 'requireSecondFactor'>;

/** Where a session is used from. */
export interface Origin {
  address: string;
  userAgent: string;
}

/** A session as its token found it. */
export interface FoundSession {
  id: string;
  stage: Stage;
  person: Person;
  /** Until it ends, in milliseconds: if nothing more is done, and whatever is done. */
  endsInMs: number;
  endsAtLatestInMs: number;
}

/** Opens a session; the token is returned and only its hash is kept. Sessions that ended long ago are removed. */
export async function openSession(
  db: Kysely<Tables>,
  { personId, stage, address, userAgent }: { personId: string; stage: Stage } & Origin,
  { absoluteMs }: SessionRules['sessions'],
  now: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .deleteFrom('session')
    .where('created_at', '<=', now - absoluteMs)
    .execute();
  await db
    .insertInto('session')
    .values({
      token_hash: sha256(token),
      id: ulid(now),
      person_id: personId,
      stage,
      created_at: now,
      seen_at: now,
      address,
      user_agent: userAgent.slice(0, 200),
    })
    .execute();
  return token;
}

/** Sessions that go on: neither idle nor too old, of nobody disabled, and with a second factor where their role needs one. */
function lastingSessions(
  db: Kysely<Tables>,
  { sessions: { idleMs, absoluteMs }, requireSecondFactor }: SessionRules,
  now: number,
) {
  return db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .where('session.created_at', '>', now - absoluteMs)
    .where('session.seen_at', '>', now - idleMs)
    .where('person.disabled_at', 'is', null)
    .$if(requireSecondFactor.length > 0, (query) =>
      query.where((eb) =>
        eb.or([
          eb('session.stage', '!=', 'in'),
          eb('person.second_factor_secret', 'is not', null),
          eb('person.role', 'not in', requireSecondFactor),
        ]),
      ),
    );
}

/**
 * The session a token stands for; undefined when it is unknown, has ended, or the person is disabled. `byItself`: the
 * page asks without the person, which does not keep it alive.
 */
export async function findSession(
  db: Kysely<Tables>,
  token: string,
  { byItself, address }: { byItself: boolean; address: string },
  rules: SessionRules,
  now: number,
): Promise<FoundSession | undefined> {
  const { idleMs, absoluteMs } = rules.sessions;
  const token_hash = sha256(token);
  const row = await lastingSessions(db, rules, now)
    .select(['session.id', 'person_id', 'stage', 'session.created_at', 'seen_at', 'address'])
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
  if (!row || (row.stage !== 'in' && now - row.created_at >= SIGNING_IN_MS)) return undefined;
  const person = await personById(db, row.person_id);
  if (!person) return undefined;
  let seenAt = row.seen_at;
  // Not at every call: a write costs more than the rest.
  if (!byItself && (now - seenAt >= Math.min(MINUTE, idleMs / 10) || row.address !== address)) {
    seenAt = now;
    await db
      .updateTable('session')
      .set({ seen_at: now, address })
      .where('token_hash', '=', token_hash)
      .execute();
  }
  const endsAtLatestInMs = row.created_at + absoluteMs - now;
  return {
    id: row.id,
    stage: row.stage,
    person,
    endsInMs: Math.min(seenAt + idleMs - now, endsAtLatestInMs),
    endsAtLatestInMs,
  };
}

/** Every session that is open and whole, or one of them, with the version of its person's rights. */
export async function openSessions(
  db: Kysely<Tables>,
  rules: SessionRules,
  now: number,
  id?: string,
): Promise<Map<string, number>> {
  const rows = await lastingSessions(db, rules, now)
    .select(['session.id', 'person.version'])
    .where('session.stage', '=', 'in')
    .$if(id !== undefined, (query) => query.where('session.id', '=', id ?? ''))
    .execute();
  return new Map(rows.map(({ id, version }) => [id, version]));
}

export async function closeSession(db: Kysely<SessionTables>, token: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', sha256(token)).execute();
}

/** Ends every session of a person, or all but one, at once and on every instance. */
export async function closeSessionsOf(
  db: QueryCreator<SessionTables>,
  personId: string,
  except?: string,
): Promise<void> {
  const sessions = db.deleteFrom('session').where('person_id', '=', personId);
  await (except === undefined ? sessions : sessions.where('id', '!=', except)).execute();
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A person's sessions, those used last first. */
export async function sessionsOf(
  db: Kysely<Tables>,
  { personId, current }: { personId: string; current: string },
  rules: SessionRules,
  now: number,
): Promise<OpenSession[]> {
  const rows = await lastingSessions(db, rules, now)
    .select(['session.id', 'session.created_at', 'seen_at', 'address', 'user_agent'])
    .where('person_id', '=', personId)
    .where('stage', '=', 'in')
    .orderBy('seen_at', 'desc')
    .orderBy('session.id', 'desc')
    .execute();
  return rows.map(({ id, created_at, seen_at, address, user_agent }) => ({
    id,
    createdAt: created_at,
    seenAt: seen_at,
    address,
    userAgent: user_agent,
    current: id === current,
  }));
}

/** Ends one session of a person; false when it is not one of theirs. */
export async function endSession(db: Kysely<SessionTables>, personId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
