import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { PathSafeSid } from '#contract/desk/follow-up.ts';
import { type Term, parseSearch } from '#contract/search.ts';
import { selectFullTextMatches } from '#database/full-text.ts';
import { agencyToken, formerAgencyToken } from './agency-token.ts';
import type { Scope } from './scope.ts';
import { FULL_TEXT_INDEX } from './tables.ts';

/** Searching for the tokens of more agencies costs more than it saves. */
const MAX_SEARCH_AGENCIES = 20;

/** Numbers of the inquiries that match a search; undefined: no word of it is searched. */
export function selectSearchMatches(
  db: QueryExecutorProvider,
  { agencies }: Scope,
  text: string,
): RawBuilder<unknown> | undefined {
  const toTerms = (key: string): Term[] =>
    [agencyToken(key), formerAgencyToken(key)].map((token) => ({ token, prefix: false }));
  const agencyTerms = agencies && agencies.length <= MAX_SEARCH_AGENCIES ? [agencies.flatMap(toTerms)] : [];
  const numbers: RawBuilder<unknown>[] = parseSearch(text).map((groups) =>
    selectFullTextMatches(db, FULL_TEXT_INDEX, [...agencyTerms, ...groups]),
  );
  if (PathSafeSid.safeParse(text).success) numbers.push(selectBySids([text.toUpperCase()], agencies));
  return numbers.length > 0 ? sql`${sql.join(numbers, sql` union `)}` : undefined;
}

/** Selects by agency first, with which the index of sids begins. */
export function selectBySids(
  sids: readonly string[],
  agencies: readonly string[] | undefined,
): RawBuilder<unknown> {
  const keys = agencies?.length ? sql.join(agencies) : sql`select agency_key from indexed_agency`;
  return sql`select number from inquiry where sid in (${sql.join(sids)}) and agency_key in (${keys})`;
}
