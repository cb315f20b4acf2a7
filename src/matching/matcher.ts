import { findAbbreviated } from './consonants.ts';
import { isAbbreviated, isPlaceholder } from './normalize.ts';
import { listReadings } from './readings.ts';
import {
  type PreparedName,
  type PreparedValue,
  type Signal,
  type SignalName,
  UNCLEAR_LEAD_WEIGHT,
  computeNameSignals,
  listRuns,
  prepareName,
  prepareText,
} from './signals.ts';

/** A catalog entry that a value is matched against. */
export interface Candidate {
  id: number;
  /** Unique identifiers: id, URLs, codename, ISO code. */
  codes: readonly string[];
  /** Its name, then its synonyms. */
  names: readonly string[];
}

export interface Match<C extends Candidate> {
  candidate: C;
  /** Highest weight of the signals. */
  score: number;
  /** Highest weight first. */
  signals: readonly Signal[];
}

/** Lower scores are no match. */
export const MIN_MATCH_SCORE = 0.6;

/** The best match is sure from this score on, unless another one is as near. */
export const SURE_SCORE = 0.9;
const MIN_SURE_LEAD = 0.015;

/** Longer values match nothing, which bounds the work for any input. */
export const MAX_COMPARED_LENGTH = 200;

export type Certainty = 'sure' | 'doubtful' | 'none';

/** @param scores of all matches of a value, highest first */
export function getCertainty([best, next = 0]: readonly number[]): Certainty {
  if (best === undefined) return 'none';
  return best >= SURE_SCORE && best - next >= MIN_SURE_LEAD ? 'sure' : 'doubtful';
}

interface IndexedCandidate<C extends Candidate> {
  candidate: C;
  codes: ReadonlySet<string>;
  names: readonly PreparedName[];
}

interface MatchedText extends PreparedValue {
  code: string;
  /** A number or URL. */
  isIdentifier: boolean;
  isVague: boolean;
  isAbbreviation: boolean;
  /** True if text that is not known follows a name with shades: `rojo ferrari`. */
  hasUnknownDetail: boolean;
}

interface MatcherOptions {
  /** True if text after a name describes it further, as a model after a make. */
  allowsDetails?: boolean;
  /** True if an abbreviation alone may be sure. */
  trustsAbbreviations?: boolean;
  /** Words of other languages and other spellings, by folded word. */
  vocabulary?: ReadonlyMap<string, string>;
  /** Words after a name that make no other entry of it, as `metalizado`. */
  harmlessDetails?: ReadonlySet<string>;
}

/** Another reading of a value counts this much of the value itself. */
const READING_FACTOR = 0.97;
/** Highest weight of what is never sure. */
const MAX_UNSURE_WEIGHT = 0.89;
/** A shade that a value resembles comes before its base colour. */
const SHADE_LEAD = 0.02;

/** Scores values against candidates (decisions, Catalogs). Deterministic. */
export function createMatcher<C extends Candidate>(
  candidates: readonly C[],
  {
    allowsDetails = false,
    trustsAbbreviations = false,
    vocabulary = new Map(),
    harmlessDetails = new Set(),
  }: MatcherOptions = {},
) {
  const indexed = candidates
    .toSorted((a, b) => a.id - b.id)
    .map((candidate): IndexedCandidate<C> => ({
      candidate,
      codes: new Set(candidate.codes.map(normalizeCode)),
      names: candidate.names.map((name) => prepareName(name, allowsDetails)),
    }));
  /** Candidates by name. */
  const owners = new Map<string, Set<C>>();
  for (const { candidate, names } of indexed)
    for (const { words } of names) owners.set(words, (owners.get(words) ?? new Set()).add(candidate));
  const maxWords = Math.max(0, ...[...owners.keys()].map((words) => words.split(' ').length));
  /** Candidates with shades: others whose names begin with theirs. */
  const shaded = new Set<C>();
  for (const [name, own] of allowsDetails ? owners : [])
    for (const [other, others] of owners)
      if (other.startsWith(`${name} `) && [...others].some((one) => !own.has(one)))
        for (const owner of own) shaded.add(owner);

  return {
    /** Match with the highest score; undefined below `MIN_SCORE`. Equal scores: the lower id. */
    best(value: string): Match<C> | undefined {
      let best: Match<C> | undefined;
      for (const match of matches(value)) if (!best || match.score > best.score) best = match;
      return best;
    },
    /** All matches from `MIN_SCORE` on, highest score first. */
    ranked: (value: string): Match<C>[] => matches(value).toSorted((a, b) => b.score - a.score),
  };

  function matches(text: string): Match<C>[] {
    if (text.trim() === '' || text.trim().length > MAX_COMPARED_LENGTH) return [];
    const written = matchReading(text, 1);
    const value = prepareValue(text);
    if (value.isIdentifier || value.isVague) return [...written.values()];
    for (const reading of listReadings(text, vocabulary))
      for (const [candidate, match] of matchReading(reading, READING_FACTOR))
        if (match.score > (written.get(candidate)?.score ?? 0)) written.set(candidate, match);
    const abbreviated = findAbbreviated(value, indexed, allowsDetails ? 2 : 3);
    if (abbreviated) {
      const { entry, isWhole } = abbreviated;
      const weight = isWhole ? 0.8 : value.letters.length > 2 ? 0.72 : 0.64;
      const signals = [
        { signal: 'abbreviation' as const, weight },
        ...(written.get(entry.candidate)?.signals ?? []),
      ];
      written.set(entry.candidate, toMatch(entry.candidate, signals));
    }
    return indexed.flatMap(({ candidate }) => written.get(candidate) ?? []);
  }

  function matchReading(text: string, factor: number): Map<C, Match<C>> {
    const value = prepareValue(text);
    const { leadingName } = value;
    const found: { entry: IndexedCandidate<C>; signals: Signal[] }[] = [];
    for (const entry of indexed) {
      const signals = computeSignals(value, entry);
      if (signals.some(({ weight }) => weight * factor >= MIN_MATCH_SCORE)) found.push({ entry, signals });
    }
    // `gris claor` begins with the name `gris`, but is nearer to `gris claro`.
    const shades = found.filter(
      ({ entry: { candidate, names } }) =>
        leadingName !== undefined &&
        !owners.get(leadingName)?.has(candidate) &&
        names.some(
          ({ words, parts }) => words.startsWith(`${leadingName} `) && parts.length === value.parts.length,
        ),
    );
    const bestShade = Math.max(0, ...shades.flatMap(({ signals }) => signals.map(({ weight }) => weight)));
    const isClear = bestShade === 0 && !value.hasUnknownDetail && factor === 1;
    const highestLead = isClear
      ? 1
      : Math.max(MIN_MATCH_SCORE, Math.min(UNCLEAR_LEAD_WEIGHT, (bestShade || 1) - SHADE_LEAD));
    return new Map(
      found.map(({ entry: { candidate, names }, signals }) => {
        const highest = isUnsure(value, names) ? MAX_UNSURE_WEIGHT : 1;
        const limited = signals.map(({ signal, weight }) => ({
          signal,
          weight:
            factor * Math.min(weight, signal === 'lead' ? highestLead : 1, signal === 'code' ? 1 : highest),
        }));
        return [candidate, toMatch(candidate, limited)];
      }),
    );
  }

  /** An abbreviation alone may mean several things, unless it is the name of the entry itself. */
  function isUnsure(value: MatchedText, [own]: readonly PreparedName[]): boolean {
    if (trustsAbbreviations || own?.written.toLowerCase() === value.written.toLowerCase()) return false;
    return value.isAbbreviation || (value.letters.length <= 2 && own?.letters !== value.letters);
  }

  function prepareValue(text: string): MatchedText {
    const prepared = prepareText(text, allowsDetails);
    const { parts } = prepared;
    const leadLength = allowsDetails
      ? range(Math.min(maxWords, parts.length - 1)).find((size) => owners.has(parts.slice(0, size).join(' ')))
      : undefined;
    const leadingName = leadLength === undefined ? undefined : parts.slice(0, leadLength).join(' ');
    const isShaded = [...(owners.get(leadingName ?? '') ?? [])].some((owner) => shaded.has(owner));
    return {
      ...prepared,
      code: normalizeCode(text),
      // Names are not tried if an identifier is unknown.
      isIdentifier: /^[+-]?\d+$|^\/|:\/\//.test(prepared.written) || prepared.words === '',
      isVague: isPlaceholder(prepared.words),
      isAbbreviation: isAbbreviated(text),
      leadingName,
      hasUnknownDetail: isShaded && parts.slice(leadLength).some((word) => !harmlessDetails.has(word)),
      hasOtherName: leadingName !== undefined && hasOtherName(leadingName, parts.slice(leadLength)),
      runs: listRuns(parts, maxWords + 1, allowsDetails),
    };
  }

  function hasOtherName(name: string, parts: readonly string[]): boolean {
    const own = owners.get(name);
    return parts.some((_, start) =>
      range(Math.min(maxWords, parts.length - start)).some((size) => {
        const others = owners.get(parts.slice(start, start + size).join(' '));
        return others && [...others].some((other) => !own?.has(other));
      }),
    );
  }

  function computeSignals(value: MatchedText, { codes, names }: IndexedCandidate<C>): Signal[] {
    if (codes.has(value.code)) return [{ signal: 'code', weight: 1 }];
    if (value.isIdentifier) return [];
    const weights = new Map<SignalName, number>();
    for (const name of names) {
      if (value.isVague && name.words !== value.words) continue;
      for (const { signal, weight } of computeNameSignals(value, name, allowsDetails))
        weights.set(signal, Math.max(weight, weights.get(signal) ?? 0));
    }
    return [...weights].map(([signal, weight]) => ({ signal, weight }));
  }
}

export type Matcher<C extends Candidate> = ReturnType<typeof createMatcher<C>>;

/** Codes are compared without case and without a trailing slash. */
function normalizeCode(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/(?<=.)\/$/, '');
}

function toMatch<C extends Candidate>(candidate: C, signals: readonly Signal[]): Match<C> {
  const sorted = signals.toSorted((a, b) => b.weight - a.weight);
  return { candidate, score: sorted[0]?.weight ?? 0, signals: sorted };
}

function range(highest: number): number[] {
  return Array.from({ length: Math.max(0, highest) }, (_, at) => highest - at);
}
