import type { ExpressionBuilder, Kysely, QueryCreator } from 'kysely';
import type { ApiToken } from '#contract/desk/api-tokens.ts';
import type { OpenSession } from '#contract/desk/open-sessions.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { matchesAny } from '#database/database.ts';
import { ignoreDiskFull } from '#database/disk-full-error.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import { type PeopleTables, type Person, findPersonById } from '#gateway/people/store.ts';
import { hasSecondFactor } from '#gateway/second-factor/has-second-factor.ts';
import { sha256 } from '#signing/sha256.ts';
import type { Stamp } from '#system/random.ts';

export const STAGES = ['second-factor', 'set-up-second-factor', 'in'] as const;
/** Stage of sign-in; only `in` is a full session. */
export type Stage = (typeof STAGES)[number];

export interface SessionTables {
  session: {
    token_hash: string;
    /** Public id; the token is known to its browser only. */
    id: string;
    person_id: string;
    stage: Stage;
    created_at: number;
    seen_at: number;
    address: string;
    user_agent: string;
    /** Encrypted ID token of the provider of OpenID Connect, to sign out there; null: the session began with a password. */
    id_token: string | null;
  };
}

type Tables = SessionTables & PeopleTables;

/** decided: time to finish signing in after the password. */
const SIGN_IN_TIMEOUT_MS = 10 * MINUTE_MS;
/** Sessions that begin further ahead were created while the clock was wrong: they would hardly ever end. */
const SESSION_CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;

/** Lifetime of sessions, the roles whose sessions need a second factor, and how people may sign in. */
export type SessionRules = Pick<GatewayConfig, 'sessions' | 'requireSecondFactor' | 'openId'>;

/** Client of a session. */
export interface Client {
  address: string;
  userAgent: string;
}

/** A session that has not ended, with its person. */
export interface ActiveSession {
  id: string;
  stage: Stage;
  person: Person;
  /** Present in a call by a token, whose id is that of the session. */
  token?: Pick<ApiToken, 'kind' | 'name' | 'scopes'>;
  /** Time left, ms: without further activity, and at most. */
  endsInMs: number;
  endsAtLatestInMs: number;
}

/** Condition of a session that nothing can continue. */
export function isSessionOver(
  eb: ExpressionBuilder<SessionTables, 'session'>,
  absoluteMs: number,
  now: number,
) {
  return eb.or([
    eb('created_at', '<=', now - absoluteMs),
    eb('created_at', '>', now + SESSION_CLOCK_TOLERANCE_MS),
  ]);
}

/** Creates a session. Only the token's hash is stored. @returns the token */
export async function createSession(
  db: QueryCreator<Tables>,
  {
    personId,
    stage,
    idToken = null,
    address,
    userAgent,
  }: { personId: string; stage: Stage; idToken?: string | null } & Client,
  { now, random }: Stamp,
): Promise<string> {
  const token = random.bytes(32).toString('base64url');
  await db
    .insertInto('session')
    .values({
      token_hash: sha256(token),
      id: random.ulid(now),
      person_id: personId,
      stage,
      created_at: now,
      seen_at: now,
      address,
      user_agent: userAgent.slice(0, 200),
      id_token: idToken,
    })
    .execute();
  return token;
}

/**
 * Selects sessions that are neither idle nor expired, of enabled people with the second factor their role requires. With
 * OIDC_ONLY those that began with a password are out, unless a command has just given it.
 */
function selectActiveSessions(
  db: Kysely<Tables>,
  { sessions: { idleMs, absoluteMs }, requireSecondFactor, openId }: SessionRules,
  now: number,
) {
  return db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .where('session.created_at', '>', now - absoluteMs)
    .where('session.created_at', '<=', now + SESSION_CLOCK_TOLERANCE_MS)
    .where('session.seen_at', '>', now - idleMs)
    .where('person.disabled_at', 'is', null)
    .$if(openId?.isOnly ?? false, (query) =>
      query.where((eb) =>
        eb.or([
          eb('session.id_token', 'is not', null),
          eb('session.created_at', '<', eb.ref('person.password_accepted_until')),
        ]),
      ),
    )
    .$if(requireSecondFactor.length > 0, (query) =>
      query.where((eb) =>
        eb.or([
          eb('session.stage', '!=', 'in'),
          hasSecondFactor(eb),
          eb('person.role', 'not in', requireSecondFactor),
        ]),
      ),
    );
}

/**
 * Finds a session by its token; undefined: unknown, ended, or the person is disabled. `isBackground` calls of the page
 * do not extend it.
 */
export async function findSession(
  db: Kysely<Tables>,
  token: string,
  { isBackground, address }: { isBackground: boolean; address: string },
  rules: SessionRules,
  now: number,
): Promise<ActiveSession | undefined> {
  const { idleMs, absoluteMs } = rules.sessions;
  const token_hash = sha256(token);
  const row = await selectActiveSessions(db, rules, now)
    .select(['session.id', 'person_id', 'stage', 'session.created_at', 'seen_at', 'address'])
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
  if (!row || (row.stage !== 'in' && now - row.created_at >= SIGN_IN_TIMEOUT_MS)) return undefined;
  const person = await findPersonById(db, row.person_id);
  if (!person) return undefined;
  let seenAt = Math.min(row.seen_at, now);
  // Throttled: the write costs more than the rest of the call.
  if (!isBackground && (now - seenAt >= Math.min(MINUTE_MS, idleMs / 10) || row.address !== address)) {
    seenAt = now;
    await ignoreDiskFull(
      db.updateTable('session').set({ seen_at: now, address }).where('token_hash', '=', token_hash).execute(),
    );
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

/** Versions of the person's rights, by id, of those of the given sessions that are full ones. */
export async function fetchRightsVersions(
  db: Kysely<Tables>,
  rules: SessionRules,
  now: number,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await selectActiveSessions(db, rules, now)
    .select(['session.id', 'person.version'])
    .where('session.stage', '=', 'in')
    .where(matchesAny(db, 'session.id', ids))
    .execute();
  return new Map(rows.map(({ id, version }) => [id, version]));
}

export async function isSessionOpen(db: QueryCreator<SessionTables>, id: string): Promise<boolean> {
  const row = await db.selectFrom('session').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Finds the person and the encrypted ID token of a session that began at the provider of OpenID Connect. */
export async function findIdToken(
  db: QueryCreator<SessionTables>,
  token: string | undefined,
): Promise<{ person_id: string; id_token: string } | undefined> {
  if (token === undefined) return undefined;
  return db
    .selectFrom('session')
    .select(['person_id', 'id_token'])
    .where('token_hash', '=', sha256(token))
    .where('id_token', 'is not', null)
    .$narrowType<{ id_token: string }>()
    .executeTakeFirst();
}

/** Purpose under which an ID token is sealed. */
export const toIdTokenUse = (personId: string) => `id token ${personId}`;

export async function deleteSession(db: QueryCreator<SessionTables>, token: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', sha256(token)).execute();
}

/** Deletes all sessions of a person, optionally except one; effective at once on every instance. */
export async function deleteSessionsOfPerson(
  db: QueryCreator<SessionTables>,
  personId: string,
  except?: string,
): Promise<void> {
  const sessions = db.deleteFrom('session').where('person_id', '=', personId);
  await (except === undefined ? sessions : sessions.where('id', '!=', except)).execute();
}

/** Sessions of a person, most recently used first. */
export async function fetchSessions(
  db: Kysely<Tables>,
  { personId, current }: { personId: string; current: string },
  rules: SessionRules,
  now: number,
): Promise<OpenSession[]> {
  const rows = await selectActiveSessions(db, rules, now)
    .select(['session.id', 'session.created_at', 'seen_at', 'address', 'user_agent'])
    .where((eb) => eb.and({ person_id: personId, stage: 'in' }))
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

/** Ids of a person's sessions beyond the `limit` most recently used ones of the same kind: full, or still signing in. */
export async function fetchExcessSessions(
  db: QueryCreator<SessionTables>,
  personId: string,
  stage: Stage,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('session')
    .select('id')
    .where('person_id', '=', personId)
    .where('stage', stage === 'in' ? '=' : '<>', 'in')
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.slice(limit).map(({ id }) => id);
}

/** Deletes one session of a person; false: not found. */
export async function deleteSessionById(db: QueryCreator<SessionTables>, personId: string, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where((eb) => eb.and({ id, person_id: personId }))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
