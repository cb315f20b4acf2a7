import type { Kysely, QueryCreator, Selectable, Transaction } from 'kysely';
import * as z from 'zod/mini';
import {
  API_SCOPES,
  type ApiToken,
  type ApiTokenList,
  type CreateInstallationToken,
  type CreatePersonalToken,
  MAX_INSTALLATION_TOKENS,
  MAX_LISTED_TOKENS,
  MAX_PERSONAL_TOKENS,
  TOKEN_DAYS,
  TOKEN_PREFIX,
} from '#contract/desk/api-tokens.ts';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { countRows } from '#database/count-rows.ts';
import { isPostgres } from '#database/database.ts';
import { ignoreDiskFull } from '#database/disk-full-error.ts';
import type { IndexedAgencyTables } from '#gateway/inquiries/agencies.ts';
import {
  type PeopleTables,
  type Person,
  fetchNames,
  findPersonById,
  mailKey,
} from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import { hasSecondFactor } from '#gateway/second-factor/has-second-factor.ts';
import { type SessionRules, type SessionTables, deleteSessionsOfPerson } from '#gateway/sessions/store.ts';
import { sha256 } from '#signing/sha256.ts';
import type { Stamp } from '#system/random.ts';
import type { ApiTokenTables } from './tables.ts';

type Tables = PeopleTables;
type Row = Selectable<ApiTokenTables['api_token']>;

/** Tokens that end later were created while the clock was wrong. */
const MAX_LIFETIME_MS = Math.max(...TOKEN_DAYS) * DAY_MS + 5 * MINUTE_MS;
/** The last use is written no more often: the write costs more than the rest of the call. */
const USE_INTERVAL_MS = 5 * MINUTE_MS;

type NewToken =
  | ({ kind: 'personal' } & CreatePersonalToken)
  | ({ kind: 'installation' } & CreateInstallationToken);

/** Creates a token. Only its hash is stored. @throws ProblemError `too-many-saved` */
export async function createApiToken(
  db: Kysely<Tables>,
  person: Person,
  token: NewToken,
  { now, random }: Stamp,
): Promise<{ secret: string; token: ApiToken }> {
  const secret = TOKEN_PREFIX + random.bytes(32).toString('base64url');
  const { kind, name, scopes, days } = token;
  const isPersonal = kind === 'personal';
  const row: Row = {
    id: random.ulid(now),
    token_hash: sha256(secret),
    kind,
    name,
    scopes: JSON.stringify(API_SCOPES.filter((scope) => scopes.includes(scope))),
    role: isPersonal ? null : token.role,
    agencies:
      isPersonal || !token.agencies ? null : JSON.stringify([...new Set(token.agencies.map(mailKey))]),
    person_id: person.id,
    created_at: now,
    expires_at: now + days * DAY_MS,
    used_at: null,
    revoked_at: null,
  };
  await db.transaction().execute(async (transaction) => {
    await lockPerson(transaction, person.id);
    const others = await countRows(
      transaction
        .selectFrom('api_token')
        .where((eb) => eb.and({ kind, revoked_at: null }))
        .where('expires_at', '>', now)
        .$if(isPersonal, (query) => query.where('person_id', '=', person.id)),
    );
    if (others >= (isPersonal ? MAX_PERSONAL_TOKENS : MAX_INSTALLATION_TOKENS))
      throw createProblem('too-many-saved');
    await transaction.insertInto('api_token').values(row).execute();
  });
  return { secret, token: toApiToken(row, new Map([[person.id, person.name]])) };
}

/** Orders the creations of a person, and what ends their tokens. @throws ProblemError `sign-in-required` when disabled meanwhile */
async function lockPerson(transaction: Transaction<Tables>, id: string): Promise<void> {
  const row = await transaction
    .selectFrom('person')
    .select('id')
    .where((eb) => eb.and({ id, disabled_at: null }))
    .$if(isPostgres(transaction), (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw createProblem('sign-in-required');
}

/** Tokens that a person may see, newest first. */
export async function fetchApiTokens(
  db: Kysely<Tables>,
  { id, role }: Person,
): Promise<Omit<ApiTokenList, 'needsPassword'>> {
  const rows = await db
    .selectFrom('api_token')
    .selectAll()
    .$if(role !== 'partner', (query) => query.where((eb) => eb.and({ kind: 'personal', person_id: id })))
    .orderBy('id', 'desc')
    .limit(MAX_LISTED_TOKENS + 1)
    .execute();
  const tokens = rows.slice(0, MAX_LISTED_TOKENS);
  const names = await fetchNames(
    db,
    tokens.map(({ person_id }) => person_id),
  );
  return { tokens: tokens.map((row) => toApiToken(row, names)), more: rows.length > tokens.length };
}

/** Revokes a token that a person may see. @returns its name; undefined: there is none */
export async function revokeApiToken(
  db: Kysely<Tables>,
  { id: personId, role }: Person,
  id: string,
  now: number,
): Promise<string | undefined> {
  const row = await db
    .updateTable('api_token')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }))
    .where('id', '=', id)
    .$if(role !== 'partner', (query) =>
      query.where((eb) => eb.and({ kind: 'personal', person_id: personId })),
    )
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

/** Ends the sessions and personal tokens of somebody whose access ends, or whose password or role changes. */
export async function endSessionsAndTokens(
  transaction: QueryCreator<ApiTokenTables & SessionTables>,
  personId: string,
  now: number,
): Promise<void> {
  await deleteSessionsOfPerson(transaction, personId);
  await transaction
    .updateTable('api_token')
    .set({ revoked_at: now })
    .where((eb) => eb.and({ kind: 'personal', person_id: personId, revoked_at: null }))
    .execute();
}

/** A token that was sent: who calls by it; `person` is absent where it is refused. */
interface SentToken {
  row: Row;
  person: Person | undefined;
}

/** Finds a token by its secret; undefined: unknown. */
export async function findSentToken(
  db: Kysely<Tables & IndexedAgencyTables>,
  secret: string,
  rules: Pick<SessionRules, 'requireSecondFactor'>,
  now: number,
): Promise<SentToken | undefined> {
  const row = await db
    .selectFrom('api_token')
    .selectAll()
    .where('token_hash', '=', sha256(secret))
    .executeTakeFirst();
  if (!row) return undefined;
  const isActive = row.revoked_at === null && row.expires_at > now && row.expires_at <= now + MAX_LIFETIME_MS;
  if (!isActive) return { row, person: undefined };
  return {
    row,
    person: row.kind === 'personal' ? await findOwner(db, row, rules) : await createActor(db, row),
  };
}

/** The owner of a personal token, with the rights they have now; undefined: they could not sign in. */
async function findOwner(
  db: Kysely<Tables>,
  { person_id }: Row,
  { requireSecondFactor }: Pick<SessionRules, 'requireSecondFactor'>,
): Promise<Person | undefined> {
  const person = await findPersonById(db, person_id);
  if (!person || !requireSecondFactor.includes(person.role)) return person;
  const secured = await db
    .selectFrom('person')
    .select('id')
    .where('id', '=', person_id)
    .where(hasSecondFactor)
    .executeTakeFirst();
  return secured && person;
}

/** Creates the caller by a token of the installation: no person, but with a role and agencies as one has. */
async function createActor(db: Kysely<IndexedAgencyTables>, row: Row): Promise<Person> {
  const { id, name, role } = toApiToken(row, new Map());
  if (role === null) throw new Error(`The token ${id} has no role`);
  return {
    id,
    mail: toTokenMail(id),
    name,
    role,
    agencies: role === 'seller' ? (parseAgencies(row) ?? (await fetchAgencyKeys(db))) : null,
    ownInquiriesIn: [],
    lastAgency: null,
  };
}

/** Stands for the mail of a token of the installation, which nobody can have. */
const toTokenMail = (id: string) => `api-token:${id.toLowerCase()}`;

async function fetchAgencyKeys(db: Kysely<IndexedAgencyTables>): Promise<string[]> {
  const rows = await db
    .selectFrom('indexed_agency')
    .select('agency_key')
    .where('gone_at', 'is', null)
    .execute();
  return rows.map(({ agency_key }) => agency_key);
}

/** Notes that a token was used, at most every few minutes. */
export async function recordUse(
  db: Kysely<ApiTokenTables>,
  { id, used_at }: Row,
  now: number,
): Promise<void> {
  if (used_at !== null && used_at <= now && now - used_at < USE_INTERVAL_MS) return;
  await ignoreDiskFull(db.updateTable('api_token').set({ used_at: now }).where('id', '=', id).execute());
}

export function parseScopes({ scopes }: Pick<Row, 'scopes'>): ApiToken['scopes'] {
  return z.parse(z.array(z.enum(API_SCOPES)), JSON.parse(scopes));
}

const parseAgencies = ({ agencies }: Pick<Row, 'agencies'>): string[] | null =>
  z.parse(z.nullable(z.array(z.string())), JSON.parse(agencies ?? 'null'));

function toApiToken(row: Row, names: ReadonlyMap<string, string>): ApiToken {
  const { id, kind, name, role, person_id, created_at, expires_at, used_at, revoked_at } = row;
  return {
    id,
    kind,
    name,
    scopes: parseScopes(row),
    role,
    agencies: parseAgencies(row),
    createdBy: { id: person_id, name: names.get(person_id) ?? '' },
    createdAt: created_at,
    expiresAt: expires_at,
    usedAt: used_at,
    revokedAt: revoked_at,
  };
}
