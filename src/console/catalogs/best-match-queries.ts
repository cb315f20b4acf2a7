import { queryOptions } from '@tanstack/react-query';
import { REGION_ADDRESS, catalogEndpoints } from '#contract/catalogs.ts';
import type { MatchKind } from '#contract/desk/matching.ts';
import { addressOf } from '#contract/endpoint.ts';
import { REGIONS } from '#contract/regions.ts';
import { createCatalogMatcher } from '#matching/catalog-matcher.ts';
import type { Candidate, Match } from '#matching/matcher.ts';
import { call } from '#console/api/call.ts';
import { endpointKey } from '#console/api/endpoint-query.ts';
import { Failure } from '#console/api/failure.ts';
import { queryClient } from '#console/api/query-client.ts';
import { WHOLE_LISTS, cityListQuery, colorListQuery } from './catalogs.ts';
import { type Entry, toEntry } from './entries.ts';
import type { MatchRequest } from './address.ts';

/** `errors` has the service's messages by parameter. */
export type BestMatch =
  | { outcome: 'match'; entry: Entry }
  | { outcome: 'no-match'; errors: Record<string, string[]> };

const MATCH_ENDPOINTS = {
  make: 'matchMake',
  bodystyle: 'matchBodyStyle',
  city: 'matchCity',
  // decided: the interface matches no colours; the console scores the whole list.
  color: 'listColors',
} as const;

export const matchResultQuery = (request: MatchRequest) =>
  queryOptions({
    queryKey: endpointKey(MATCH_ENDPOINTS[request.kind], { body: request }),
    queryFn: async ({ signal }): Promise<BestMatch> => {
      try {
        const entry = await fetchMatch(request, signal);
        return entry ? { outcome: 'match', entry } : { outcome: 'no-match', errors: {} };
      } catch (error) {
        if (error instanceof Failure && error.status === 400 && !error.code)
          return { outcome: 'no-match', errors: error.errors };
        throw error;
      }
    },
  });

async function fetchMatch(
  { kind, value, state }: MatchRequest,
  signal: AbortSignal,
): Promise<Entry | undefined> {
  if (kind === 'make')
    return toEntry(await call(catalogEndpoints.matchMake, { query: { make: value }, signal }));
  if (kind === 'bodystyle')
    return toEntry(await call(catalogEndpoints.matchBodyStyle, { query: { bodystyle: value }, signal }));
  if (kind === 'city')
    return toEntry(await call(catalogEndpoints.matchCity, { query: { state, city: value }, signal }));
  return rankEntries('color', value, await queryClient.fetchQuery(colorListQuery()))[0]?.candidate.entry;
}

export interface EntryCandidate extends Candidate {
  entry: Entry;
}

export interface MatchScores {
  region?: Match<Candidate & { name: string }> | undefined;
  matches: Match<EntryCandidate>[];
  comparedCount: number;
}

export const matchScoresQuery = (request: MatchRequest) =>
  queryOptions({
    queryKey: endpointKey(MATCH_ENDPOINTS[request.kind], { body: request }, 'scores'),
    queryFn: () => scoreEntries(request),
  });

async function scoreEntries({ kind, value, state }: MatchRequest): Promise<MatchScores> {
  if (kind === 'city') {
    const region = regionEntryMatcher.best(state);
    const cities = region ? await queryClient.fetchQuery(cityListQuery({ region: region.candidate.id })) : [];
    return { region, matches: rankEntries('city', value, cities), comparedCount: cities.length };
  }
  const entries = await queryClient.fetchQuery(WHOLE_LISTS[kind]());
  return { matches: rankEntries(kind, value, entries), comparedCount: entries.length };
}

const regionEntryMatcher = createCatalogMatcher(
  'region',
  REGIONS.map(({ id, iso, name }) => ({
    id,
    name,
    codes: [String(id), iso, addressOf(REGION_ADDRESS, { id })],
    names: [name],
  })),
);

export function rankEntries(
  kind: MatchKind,
  value: string,
  entries: readonly Entry[],
): Match<EntryCandidate>[] {
  const candidates = entries.map((entry): EntryCandidate => {
    const { id, path, name, codes, htmlColor } = entry;
    return {
      entry,
      id: Number(id),
      codes: [id, path, ...codes, htmlColor ?? ''].filter(Boolean),
      names: [name, ...codes],
    };
  });
  return createCatalogMatcher(kind, candidates).ranked(value);
}
