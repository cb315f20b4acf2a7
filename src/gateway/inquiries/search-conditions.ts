import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { PathSafeSid } from '#contract/desk/follow-up.ts';
import { AGENCY_MARK, parseSearch, parseWholeSearch } from '#contract/search.ts';
import { selectFullTextMatches } from '#database/full-text.ts';
import type { Scope } from './scope.ts';
import { FULL_TEXT_INDEX } from './tables.ts';
import { sha256 } from '#signing/sha256.ts';

/** Full-text token of all inquiries of an agency; makes searches within the agency selective. */
export function agencyToken(agencyKey: string): string {
  return AGENCY_MARK + sha256(agencyKey).slice(0, 16);
}

/** Searching for the tokens of more agencies costs more than it saves. */
const MAX_SEARCH_AGENCIES = 20;

/** Numbers of the inquiries that match a search in some agencies, or in all; undefined: no word of it is searched. */
export function selectSearchMatches(
  db: QueryExecutorProvider,
  { agencies }: Scope,
  text: string,
  { hidesContacts = false }: { hidesContacts?: boolean } = {},
): RawBuilder<unknown> | undefined {
  const agencyTerms =
    agencies && agencies.length <= MAX_SEARCH_AGENCIES
      ? [agencies.map((key) => ({ token: agencyToken(key), prefix: false }))]
      : [];
  const numbers: RawBuilder<unknown>[] = (hidesContacts ? parseWholeSearch : parseSearch)(text).map(
    (groups) => selectFullTextMatches(db, FULL_TEXT_INDEX, [...agencyTerms, ...groups]),
  );
  if (PathSafeSid.safeParse(text).success) numbers.push(selectBySids([text.toUpperCase()], agencies));
  return numbers.length > 0 ? sql`${sql.join(numbers, sql` union `)}` : undefined;
}

/** Selects by agency first, with which the index of sids begins; at least one is given, or all are meant. */
export function selectBySids(
  sids: readonly string[],
  agencies: readonly string[] | undefined,
): RawBuilder<unknown> {
  const keys = agencies ? sql.join(agencies) : sql`select agency_key from indexed_agency`;
  return sql`select number from inquiry where sid in (${sql.join(sids)}) and agency_key in (${keys})`;
}
