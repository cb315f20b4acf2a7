import { isPlaceholder } from './normalize.ts';
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
}

interface MatcherOptions {
  /** True if text after a name describes it further, as a model after a make. */
  allowsDetails?: boolean;
}

/** Scores values against candidates (decisions, Catalogs). Deterministic. */
export function createMatcher<C extends Candidate>(
  candidates: readonly C[],
  { allowsDetails = false }: MatcherOptions = {},
) {
  const indexed = candidates
    .toSorted((a, b) => a.id - b.id)
    .map((candidate): IndexedCandidate<C> => ({
      candidate,
      codes: new Set(candidate.codes.map(normalizeCode)),
      names: candidate.names.map(prepareName),
    }));
  /** Candidates by name. */
  const owners = new Map<string, Set<C>>();
  for (const { candidate, names } of indexed)
    for (const { words } of names) owners.set(words, (owners.get(words) ?? new Set()).add(candidate));
  const maxWords = Math.max(0, ...[...owners.keys()].map((words) => words.split(' ').length));

  return {
    /** Match with the highest score; undefined below `MIN_SCORE`. Equal scores: the lower id. */
    best(value: string): Match<C> | undefined {
      let best: Match<C> | undefined;
      for (const match of matches(value)) if (!best || match.score > best.score) best = match;
      return best;
    },
    /** All matches from `MIN_SCORE` on, highest score first. */
    ranked: (value: string): Match<C>[] => [...matches(value)].toSorted((a, b) => b.score - a.score),
  };

  function* matches(text: string): Generator<Match<C>> {
    if (text.trim() === '' || text.trim().length > MAX_COMPARED_LENGTH) return;
    const value = prepareValue(text);
    const { leadingName } = value;
    const found: { entry: IndexedCandidate<C>; signals: Signal[] }[] = [];
    for (const entry of indexed) {
      const signals = computeSignals(value, entry);
      if (signals.some(({ weight }) => weight >= MIN_MATCH_SCORE)) found.push({ entry, signals });
    }
    const isLeadUnclear =
      leadingName !== undefined &&
      found.some(
        ({ entry: { candidate, names } }) =>
          !owners.get(leadingName)?.has(candidate) &&
          names.some(({ words }) => words.startsWith(`${leadingName} `)),
      );
    for (const {
      entry: { candidate },
      signals,
    } of found) {
      // `gris claor` begins with the name `gris`, but is nearer to `gris claro`.
      const limited = isLeadUnclear ? signals.map(limitLead) : signals;
      const sorted = limited.toSorted((a, b) => b.weight - a.weight);
      yield { candidate, score: Math.max(...sorted.map(({ weight }) => weight)), signals: sorted };
    }
  }

  function prepareValue(text: string): MatchedText {
    const prepared = prepareText(text);
    const { parts } = prepared;
    const leadLength = allowsDetails
      ? range(Math.min(maxWords, parts.length - 1)).find((size) => owners.has(parts.slice(0, size).join(' ')))
      : undefined;
    const leadingName = leadLength === undefined ? undefined : parts.slice(0, leadLength).join(' ');
    return {
      ...prepared,
      code: normalizeCode(text),
      // Names are not tried if an identifier is unknown.
      isIdentifier: /^[+-]?\d+$|^\/|:\/\//.test(prepared.written) || prepared.words === '',
      isVague: isPlaceholder(prepared.words),
      leadingName,
      hasOtherName: leadingName !== undefined && hasOtherName(leadingName, parts.slice(leadLength)),
      runs: listRuns(parts, maxWords + 1),
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

function limitLead({ signal, weight }: Signal): Signal {
  return { signal, weight: signal === 'lead' ? Math.min(weight, UNCLEAR_LEAD_WEIGHT) : weight };
}

function range(highest: number): number[] {
  return Array.from({ length: Math.max(0, highest) }, (_, at) => highest - at);
}
