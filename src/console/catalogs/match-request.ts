import { catalogEndpoints } from '#contract/catalogs.ts';
import { MATCH_KINDS, type MatchKind } from '#contract/desk/matching.ts';
import { addressOf } from '#contract/endpoint.ts';

export interface MatchRequest {
  kind: MatchKind;
  value: string;
  state: string;
}

export function readMatchRequest(search: URLSearchParams): MatchRequest {
  const kind = MATCH_KINDS.find((known) => search.has(known)) ?? 'make';
  return {
    kind,
    value: search.get(kind)?.trim() ?? '',
    state: kind === 'city' ? (search.get('state')?.trim() ?? '') : '',
  };
}

export function toMatchSearch({ kind, value, state }: MatchRequest): string {
  return new URLSearchParams(kind === 'city' ? { state, city: value } : { [kind]: value }).toString();
}

export function isComplete({ kind, value, state }: MatchRequest): boolean {
  return value !== '' && (kind !== 'city' || state !== '');
}

export function requestPath({ kind, value, state }: MatchRequest): string | undefined {
  if (kind === 'make') return addressOf(catalogEndpoints.matchMake, {}, { make: value });
  if (kind === 'bodystyle') return addressOf(catalogEndpoints.matchBodyStyle, {}, { bodystyle: value });
  if (kind === 'city') return addressOf(catalogEndpoints.matchCity, {}, { state, city: value });
  return undefined;
}
