import { queryOptions } from '@tanstack/react-query';
import { addressOf } from '#contract/endpoint.ts';
import { REGION_ADDRESS, catalogRows } from '#contract/catalogs.ts';
import { REGIONS } from '#contract/regions.ts';
import { type Candidate, type Match, createMatcher } from '#matching/matcher.ts';
import { call } from '#console/api/call.ts';
import { Failure } from '#console/api/failure.ts';
import { queryClient } from '#console/api/query-client.ts';
import { bodyStyleList, cityList, colorList, makeList } from './catalogs-queries.ts';
import { type Entry, bodyStyleEntry, cityEntry, makeEntry } from './entries.ts';

export const MATCHED_KINDS = ['make', 'bodystyle', 'city', 'color'] as const;
export type MatchedKind = (typeof MATCHED_KINDS)[number];

/** A value to be matched. `state` counts for cities alone. */
export interface Wanted {
  kind: MatchedKind;
  value: string;
  state: string;
}

/** The address of the page: `?city=…&state=…`; the value's parameter says the kind, and is empty before there is one. */
export function readWanted(search: URLSearchParams): Wanted {
  const kind = MATCHED_KINDS.find((known) => search.has(known)) ?? 'make';
  return {
    kind,
    value: search.get(kind)?.trim() ?? '',
    state: kind === 'city' ? (search.get('state')?.trim() ?? '') : '',
  };
}

export function wantedSearch({ kind, value, state }: Wanted): string {
  return new URLSearchParams(kind === 'city' ? { state, city: value } : { [kind]: value }).toString();
}

export function isComplete({ kind, value, state }: Wanted): boolean {
  return value !== '' && (kind !== 'city' || state !== '');
}

/** What was asked of the service; of a colour nothing can be asked. */
export function requestOf({ kind, value, state }: Wanted): string | undefined {
  if (kind === 'make') return addressOf(catalogRows.matchMake, {}, { make: value });
  if (kind === 'bodystyle') return addressOf(catalogRows.matchBodyStyle, {}, { bodystyle: value });
  if (kind === 'city') return addressOf(catalogRows.matchCity, {}, { state, city: value });
  return undefined;
}

/** `no-match` is an answer; whoever could not be asked throws. `errors`: the service's own words, by parameter. */
export type MatchAnswer =
  | { outcome: 'match'; entry: Entry }
  | { outcome: 'no-match'; errors: Record<string, string[]> };

export const matchAnswer = (wanted: Wanted) =>
  queryOptions({
    queryKey: ['catalogs', 'match', wanted],
    queryFn: async ({ signal }): Promise<MatchAnswer> => {
      try {
        const entry = await bestEntry(wanted, signal);
        return entry ? { outcome: 'match', entry } : { outcome: 'no-match', errors: {} };
      } catch (error) {
        // A 400 of the service, and not of the gateway, says that nothing is like the value.
        if (error instanceof Failure && error.status === 400 && !error.code)
          return { outcome: 'no-match', errors: error.errors };
        throw error;
      }
    },
  });

async function bestEntry(wanted: Wanted, signal: AbortSignal): Promise<Entry | undefined> {
  const { kind, value, state } = wanted;
  if (kind === 'make')
    return makeEntry(await call(catalogRows.matchMake, { query: { make: value }, signal }));
  if (kind === 'bodystyle')
    return bodyStyleEntry(await call(catalogRows.matchBodyStyle, { query: { bodystyle: value }, signal }));
  if (kind === 'city')
    return cityEntry(await call(catalogRows.matchCity, { query: { state, city: value }, signal }));
  // decided: the interface matches no colours; ours are scored over the whole list.
  return ranked(value, await queryClient.fetchQuery(colorList()))[0]?.candidate.entry;
}

export interface EntryCandidate extends Candidate {
  entry: Entry;
}

/** Why: every entry that is like the value, scored by Vitrina's own rules over the whole list. */
export interface Reasons {
  /** The region that the state was read as; only of a city. */
  region?: Match<Candidate & { name: string }> | undefined;
  matches: Match<EntryCandidate>[];
  /** How many entries were looked at. */
  among: number;
}

export const matchReasons = (wanted: Wanted) =>
  queryOptions({
    queryKey: ['catalogs', 'match-reasons', wanted],
    queryFn: () => reasonsOf(wanted),
  });

async function reasonsOf({ kind, value, state }: Wanted): Promise<Reasons> {
  if (kind === 'city') {
    const region = regions.best(state);
    const cities = region ? await queryClient.fetchQuery(cityList({ region: region.candidate.id })) : [];
    return { region, matches: ranked(value, cities), among: cities.length };
  }
  const entries = await LISTS[kind]();
  return { matches: ranked(value, entries), among: entries.length };
}

const LISTS = {
  make: () => queryClient.fetchQuery(makeList()),
  bodystyle: () => queryClient.fetchQuery(bodyStyleList()),
  color: () => queryClient.fetchQuery(colorList()),
};

const regions = createMatcher(
  REGIONS.map(({ id, iso, name }) => ({
    id,
    name,
    codes: [String(id), iso, addressOf(REGION_ADDRESS, { id })],
    names: [name],
  })),
);

/** Entries over the floor, best first. */
export function ranked(value: string, entries: readonly Entry[]): Match<EntryCandidate>[] {
  const candidates = entries.map((entry): EntryCandidate => {
    const { id, path, name, codes, htmlColor } = entry;
    return {
      entry,
      id: Number(id),
      codes: [id, path, ...codes, htmlColor ?? ''].filter(Boolean),
      names: [name, ...codes],
    };
  });
  return createMatcher(candidates).ranked(value);
}
