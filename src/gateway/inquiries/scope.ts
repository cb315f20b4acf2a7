import { type Expression, type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from 'kysely';
import { ALL_AGENCIES } from '#contract/inbox-filter-names.ts';
import { isPostgres } from '#database/database.ts';
import { type Person, mailKey } from '#gateway/people/store.ts';
import { isLimitedToOwnInquiries } from '#gateway/permissions/own-inquiries.ts';
import { createProblem } from '#gateway/problems.ts';
import { textWithoutIndex } from '#database/without-index.ts';

/** The inquiries that a person may see; required by every query of the index. */
export interface Scope {
  /** Keys of agencies; undefined: all. */
  agencies: readonly string[] | undefined;
  /** Those where the person is limited to their own inquiries. */
  ownInquiriesIn: readonly string[];
  /** The person's mail, lower-case. */
  operator: string;
}

/** All inquiries, for work that no person asked for. */
export const EVERYTHING: Scope = { agencies: undefined, ownInquiriesIn: [], operator: '' };

/**
 * Scope of the requested agencies, by default all that the person may see.
 * @throws ProblemError `foreign-agency` whether or not that agency exists
 */
export function resolveScope(person: Person, adminMails?: readonly string[]): Scope {
  const keys = adminMails && [...new Set(adminMails.map(mailKey))];
  const { agencies: ownAgencies } = person;
  if (ownAgencies && keys?.some((key) => !ownAgencies.includes(key))) throw createProblem('foreign-agency');
  const agencies = keys ?? ownAgencies ?? undefined;
  return {
    agencies,
    ownInquiriesIn: person.ownInquiriesIn.filter(
      (key) => isLimitedToOwnInquiries(person, key) && (agencies?.includes(key) ?? true),
    ),
    operator: mailKey(person.mail),
  };
}

/** Returns true if a scope has every inquiry of another. */
export function includesScope(scope: Scope, { agencies, ownInquiriesIn, operator }: Scope): boolean {
  const { agencies: heldAgencies } = scope;
  const hasAgencies = !heldAgencies || (agencies?.every((key) => heldAgencies.includes(key)) ?? false);
  const isAsLimited = scope.ownInquiriesIn.every(
    (key) => ownInquiriesIn.includes(key) || !(agencies?.includes(key) ?? true),
  );
  return hasAgencies && isAsLimited && (ownInquiriesIn.length === 0 || scope.operator === operator);
}

/** Scope of a saved view, without foreign agencies; undefined: the view names no agencies. */
export function resolveSavedScope(person: Person, search: string): Scope | undefined {
  const agencyMails = new URLSearchParams(search).getAll('agencia').map((mail) => mail.trim());
  const requested = agencyMails.filter(Boolean);
  if (requested.length === 0) return undefined;
  if (requested.includes(ALL_AGENCIES)) return resolveScope(person);
  const { agencies: ownAgencies } = person;
  return resolveScope(
    person,
    requested.filter((mail) => !ownAgencies || ownAgencies.includes(mailKey(mail))),
  );
}

/**
 * Condition: the inquiry `i` is in the scope. `inOrder`: the query should use an index in list order, not that of agencies, instead of sorting
 * rows of several agencies.
 */
export function isInScope(
  db: QueryExecutorProvider,
  { agencies, ownInquiriesIn, operator }: Scope,
  { inOrder = false } = {},
): Expression<SqlBool> {
  const column = sql.ref<string>('i.agency_key');
  const agency = inOrder && agencies && agencies.length > 1 ? textWithoutIndex(column) : column;
  const conditions = [
    ...(agencies ? [isOneOf(db, agency, agencies)] : []),
    ...(ownInquiriesIn.length > 0
      ? [sql`(not ${isOneOf(db, agency, ownInquiriesIn)} or i.operator_key = ${operator})`]
      : []),
    sql`1 = 1`,
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** Many keys are one parameter: a statement with thousands of them takes long to build. */
function isOneOf(db: QueryExecutorProvider, column: RawBuilder<unknown>, keys: readonly string[]) {
  const [first] = keys;
  if (first === undefined) return sql`(1 = 0)`;
  if (keys.length === 1) return sql`(${column} = ${first})`;
  return isPostgres(db)
    ? sql`(${column} = any(${keys}::text[]))`
    : sql`(${column} in (select value from json_each(${JSON.stringify(keys)})))`;
}
