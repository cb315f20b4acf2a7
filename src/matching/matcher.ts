import { editDistance } from './edit-distance.ts';
import { normalizeWords } from './normalize.ts';

/** A catalog entry that a value is matched against. */
export interface Candidate {
  id: number;
  /** Unique identifiers: id, URLs, codename, ISO code. */
  codes: readonly string[];
  /** Its name, then its synonyms. */
  names: readonly string[];
}

export type SignalName = 'code' | 'name' | 'same' | 'prefix' | 'words' | 'part' | 'closeness';

/** One reason why a value matches a candidate, with a weight from 0 to 1. */
export interface Signal {
  signal: SignalName;
  weight: number;
}

export interface Match<C extends Candidate> {
  candidate: C;
  /** Highest weight of the signals. */
  score: number;
  /** Highest weight first. */
  signals: readonly Signal[];
}

/** Lower scores are no match. From `CERTAIN_SCORE` on the value identifies the candidate. */
export const MIN_SCORE = 0.6;
export const CERTAIN_SCORE = 0.95;

/** Longer values match nothing, which bounds the work for any input. */
export const MAX_VALUE_LENGTH = 200;

const MIN_PART_LENGTH = 3;
/** Shorter texts are not matched by edit distance. */
const MIN_FUZZY_LENGTH = 4;
const MIN_SIMILARITY = 0.72;

interface IndexedCandidate<C extends Candidate> {
  candidate: C;
  codes: ReadonlySet<string>;
  names: readonly { written: string; words: string; letters: string }[];
}

/** Scores values against candidates (decisions, Catalogs). Deterministic. */
export function createMatcher<C extends Candidate>(candidates: readonly C[]) {
  const indexed = candidates
    .toSorted((a, b) => a.id - b.id)
    .map((candidate): IndexedCandidate<C> => ({
      candidate,
      codes: new Set(candidate.codes.map(normalizeCode)),
      names: candidate.names.map((name) => {
        const words = normalizeWords(name);
        return { written: name.trim(), words, letters: words.replaceAll(' ', '') };
      }),
    }));

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

  function* matches(value: string): Generator<Match<C>> {
    const text = value.trim();
    if (text === '' || text.length > MAX_VALUE_LENGTH) return;
    const normalized = { text, code: normalizeCode(text), words: normalizeWords(text) };
    for (const entry of indexed) {
      const signals = computeSignals(normalized, entry).toSorted((a, b) => b.weight - a.weight);
      const score = signals[0]?.weight ?? 0;
      if (score >= MIN_SCORE) yield { candidate: entry.candidate, score, signals };
    }
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

interface NormalizedValue {
  text: string;
  code: string;
  words: string;
}

function computeSignals(
  normalized: NormalizedValue,
  { codes, names }: IndexedCandidate<Candidate>,
): Signal[] {
  if (codes.has(normalized.code)) return [{ signal: 'code', weight: 1 }];
  // A number or URL is an identifier: if it is unknown, names are not tried.
  if (/^[+-]?\d+$|^\/|:\/\//.test(normalized.text) || normalized.words === '') return [];
  const weights = new Map<SignalName, number>();
  for (const name of names)
    for (const { signal, weight } of computeNameSignals(normalized, name))
      weights.set(signal, Math.max(weight, weights.get(signal) ?? 0));
  return [...weights].map(([signal, weight]) => ({ signal, weight }));
}

function* computeNameSignals(
  { text, words }: NormalizedValue,
  name: IndexedCandidate<Candidate>['names'][number],
): Generator<Signal> {
  if (name.words === '') return;
  const letters = words.replaceAll(' ', '');
  if (text === name.written) yield { signal: 'name', weight: 0.99 };
  if (words === name.words) yield { signal: 'same', weight: 0.97 };
  else if (letters === name.letters) yield { signal: 'same', weight: CERTAIN_SCORE };
  else {
    const share =
      Math.min(letters.length, name.letters.length) / Math.max(letters.length, name.letters.length);
    const long = letters.length >= MIN_PART_LENGTH;
    if (long && (name.words.startsWith(words) || areWordPrefixes(words, name.words)))
      yield { signal: 'prefix', weight: 0.7 + 0.2 * share };
    if (` ${words} `.includes(` ${name.words} `)) yield { signal: 'words', weight: 0.72 + 0.18 * share };
    else if (long && ` ${name.words} `.includes(` ${words} `))
      yield { signal: 'words', weight: 0.68 + 0.2 * share };
    else if (long && name.letters.includes(letters)) yield { signal: 'part', weight: 0.6 + 0.2 * share };
    const similar = computeSimilarity(letters, name.letters);
    if (similar >= MIN_SIMILARITY) yield { signal: 'closeness', weight: 0.92 * similar };
  }
}

/** Whether each word is a prefix: `s c de bariloche` of `san carlos de bariloche`. */
function areWordPrefixes(normalized: string, name: string): boolean {
  const [parts, words] = [normalized.split(' '), name.split(' ')];
  return parts.length === words.length && parts.every((part, at) => words[at]?.startsWith(part));
}

/** From 1 for equal texts to 0 for texts that differ by more than a typing error. */
function computeSimilarity(a: string, b: string): number {
  const maxLength = Math.max(a.length, b.length);
  if (Math.min(a.length, b.length) < MIN_FUZZY_LENGTH) return 0;
  const limit = Math.floor(maxLength * (1 - MIN_SIMILARITY));
  const distance = editDistance(a, b, limit);
  return distance > limit ? 0 : 1 - distance / maxLength;
}
