import { type Expression, type SqlBool, sql } from 'kysely';
import { ALL_AGENCIES } from '#contract/queue-names.ts';
import { type Person, mailKey } from '#gateway/people/store.ts';
import { isLimitedIn } from '#gateway/permissions/own-inquiries.ts';
import { refusal } from '#gateway/problems.ts';

/** Of which inquiries a person may know, as every question to the index is asked. */
export interface Scope {
  /** Keys of agencies; undefined: all. */
  agencies: readonly string[] | undefined;
  /** Those of them where the person is shown their own inquiries only. */
  limitedIn: readonly string[];
  /** The person's mail, lower-case. */
  operator: string;
}

/**
 * The agencies that a person asks for, or all that they may see.
 * @throws ProblemError `foreign-agency` whether or not that agency exists
 */
export function resolveScope(person: Person, adminMails?: readonly string[]): Scope {
  const keys = adminMails && [...new Set(adminMails.map(mailKey))];
  const { agencies: own } = person;
  if (own && keys?.some((key) => !own.includes(key))) throw refusal('foreign-agency');
  const agencies = keys ?? own ?? undefined;
  return {
    agencies,
    limitedIn: person.ownInquiriesIn.filter(
      (key) => isLimitedIn(person, key) && (agencies?.includes(key) ?? true),
    ),
    operator: mailKey(person.mail),
  };
}

/** The scope of a saved view that is for agencies of its own; those that the person may not see are left out. */
export function savedScope(person: Person, search: string): Scope | undefined {
  const named = new URLSearchParams(search).getAll('agencia').map((mail) => mail.trim());
  const asked = named.filter(Boolean);
  if (asked.length === 0) return undefined;
  if (asked.includes(ALL_AGENCIES)) return resolveScope(person);
  const { agencies: own } = person;
  return resolveScope(
    person,
    asked.filter((mail) => !own || own.includes(mailKey(mail))),
  );
}

/**
 * Whether the inquiry `i` of a query is one of the scope. `inOrder`: the query is to read an index that has the order of
 * the list, where those of several agencies would have to be sorted.
 */
export function isInScope(
  { agencies, limitedIn, operator }: Scope,
  { inOrder = false } = {},
): Expression<SqlBool> {
  const column = sql.ref('i.agency_key');
  // An expression is in no index.
  const agency = inOrder && agencies && agencies.length > 1 ? sql`(${column} || '')` : column;
  const conditions = [
    ...(agencies ? [agencies.length > 0 ? sql`${agency} in (${sql.join(agencies)})` : sql`1 = 0`] : []),
    ...(limitedIn.length > 0
      ? [sql`(${agency} not in (${sql.join(limitedIn)}) or i.operator_key = ${operator})`]
      : []),
    sql`1 = 1`,
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}
