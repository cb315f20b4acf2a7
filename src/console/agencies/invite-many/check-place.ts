import {
  MAX_VALUE_LENGTH,
  type MatchCandidate,
  type MatchedEntry,
  type MatchedValue,
} from '#contract/desk/matching.ts';
import { getCertainty } from '#matching/matcher.ts';
import { CERTAIN_SCORE } from '#matching/signals.ts';
import { toValueKey } from '#matching/value-key.ts';
import { regionMatcher } from '#console/catalogs/regions.ts';
import type { CheckedValue, Mends, Values } from './members.ts';

export interface CityRequest {
  key: string;
  value: string;
  province: string;
}

interface PlaceContext {
  mends: Mends;
  cities: ReadonlyMap<string, MatchedValue>;
  regionsKnown: boolean;
}

interface CheckedPlace {
  checked: CheckedValue[];
  values: Values;
  request: CityRequest | undefined;
}

/** The service takes only places that its catalogs have for certain. */
export function checkPlace(original: Values, context: PlaceContext): CheckedPlace {
  const region = checkRegion(original.Region ?? '', context);
  const regionName = region?.value ?? '';
  const city = checkCity(original.Ciudad ?? '', regionName, context);
  if (!city || region?.kind === 'unknown')
    return { checked: region ? [region] : [], values: { Region: regionName }, request: undefined };
  return {
    checked: region ? [region, city.checked] : [city.checked],
    values: { Region: city.region, Ciudad: city.checked.value },
    request: city.request,
  };
}

function checkRegion(text: string, { mends, regionsKnown }: PlaceContext): CheckedValue | undefined {
  if (text === '') return undefined;
  const key = JSON.stringify(['Region', toValueKey(text)]);
  const checked = { key, member: 'Region', original: text, originalKind: 'unknown' } as const;
  if (!regionsKnown) return { ...checked, value: text, isMended: false };
  const mend = mends.get(key)?.Region;
  const { name, candidates } = matchRegion(text);
  if (mend !== undefined) return { ...checked, value: mend, isMended: true, candidates };
  if (name !== undefined) return { ...checked, value: name, isMended: false };
  return { ...checked, value: text, isMended: false, kind: 'unknown', candidates };
}

const MAX_CANDIDATES = 5;

function matchRegion(text: string): { name: string | undefined; candidates: MatchCandidate[] } {
  const matches = regionMatcher.ranked(text);
  const candidates = matches.slice(0, MAX_CANDIDATES).map(({ candidate, score, signals }) => {
    const name = candidate.names[0] ?? '';
    const entry = { id: String(candidate.id), link: '', name, region: null };
    return { entry, score, reason: signals[0]?.signal ?? 'closeness' };
  });
  const [best] = candidates;
  const isCertain = getCertainty(matches.map(({ score }) => score)) === 'sure' && isCertainScore(best);
  return { name: isCertain ? best?.entry.name : undefined, candidates };
}

const isCertainScore = (candidate: MatchCandidate | undefined) => (candidate?.score ?? 0) >= CERTAIN_SCORE;

function checkCity(
  text: string,
  region: string,
  { mends, cities }: PlaceContext,
): { checked: CheckedValue; region: string; request?: CityRequest } | undefined {
  if (text === '') return undefined;
  const key = JSON.stringify(['Ciudad', toValueKey(text), region]);
  const originalKind = region === '' ? 'no-region' : 'unknown';
  const checked = {
    key,
    member: 'Ciudad',
    original: text,
    originalKind,
    province: region,
    isMended: false,
  } as const;
  if (text.length > MAX_VALUE_LENGTH)
    return { checked: { ...checked, value: text, kind: 'long', originalKind: 'long' }, region };
  const request = { key, value: text, province: region };
  const result = cities.get(key);
  const candidates = result?.answer?.entry === null ? [] : result?.candidates;
  const mend = mends.get(key);
  if (mend)
    return {
      checked: { ...checked, value: mend.Ciudad ?? '', isMended: true, candidates },
      region: mend.Region ?? region,
    };
  const entry = findCertainCity(result, region);
  if (entry) return { checked: { ...checked, value: entry.name }, region: entry.region ?? region, request };
  const isChecked = region === '' || result !== undefined;
  const kind = isChecked ? originalKind : undefined;
  return { checked: { ...checked, value: text, kind, candidates }, region, request };
}

/** A city without a province is certain only where somebody of this installation has chosen it. */
function findCertainCity(result: MatchedValue | undefined, region: string) {
  if (result?.answer) return result.answer.entry ?? undefined;
  const [best] = result?.candidates ?? [];
  const isCertain = region !== '' && result?.certainty === 'sure' && isCertainScore(best);
  return isCertain ? best?.entry : undefined;
}

export function toPlaceMend({ member, province }: CheckedValue, { name, region }: MatchedEntry): Values {
  if (member === 'Region') return { Region: name };
  return { Ciudad: name, Region: region ?? province ?? '' };
}
