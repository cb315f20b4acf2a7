import { edits } from './closeness.ts';
import { normalise } from './normalise.ts';

/** What a value may mean. */
export interface Candidate {
  id: number;
  /** Identifiers that mean it and nothing else: id, addresses, codename, ISO code. */
  codes: readonly string[];
  /** Its name, then other names. */
  names: readonly string[];
}

export type SignalName = 'code' | 'name' | 'same' | 'prefix' | 'words' | 'part' | 'closeness';

/** One reason why a value may mean a candidate, and how much it weighs: 0 to 1. */
export interface Signal {
  signal: SignalName;
  weight: number;
}

export interface Match<C extends Candidate> {
  candidate: C;
  /** Weight of the heaviest signal. */
  score: number;
  /** Heaviest first. */
  signals: readonly Signal[];
}

/** Below it nothing is a match; a signal at or above `CERTAIN` names the candidate, the others only suggest it. */
export const FLOOR = 0.6;
export const CERTAIN = 0.95;

/** A longer value means nothing: the work for any input is bounded. */
export const LONGEST = 200;

const SHORTEST_PART = 3;
const SHORTEST_TYPED = 4;
const LEAST_SIMILAR = 0.72;

interface Known<C extends Candidate> {
  candidate: C;
  codes: ReadonlySet<string>;
  names: readonly { written: string; words: string; letters: string }[];
}

/** Scores values against candidates (decisions, Catalogs). Pure: the same value always gives the same answer. */
export function createMatcher<C extends Candidate>(candidates: readonly C[]) {
  const known = candidates
    .toSorted((a, b) => a.id - b.id)
    .map((candidate): Known<C> => ({
      candidate,
      codes: new Set(candidate.codes.map(asCode)),
      names: candidate.names.map((name) => {
        const words = normalise(name);
        return { written: name.trim(), words, letters: words.replaceAll(' ', '') };
      }),
    }));

  return {
    /** The candidate that the value means best, or undefined below the floor. Equal scores: the lower id. */
    best(value: string): Match<C> | undefined {
      let best: Match<C> | undefined;
      for (const match of matches(value)) if (!best || match.score > best.score) best = match;
      return best;
    },
    /** All candidates over the floor, best first. */
    ranked: (value: string): Match<C>[] => [...matches(value)].toSorted((a, b) => b.score - a.score),
  };

  function* matches(value: string): Generator<Match<C>> {
    const text = value.trim();
    if (text === '' || text.length > LONGEST) return;
    const typed = { text, code: asCode(text), words: normalise(text) };
    for (const one of known) {
      const signals = signalsOf(typed, one).toSorted((a, b) => b.weight - a.weight);
      const score = signals[0]?.weight ?? 0;
      if (score >= FLOOR) yield { candidate: one.candidate, score, signals };
    }
  }
}

export type Matcher<C extends Candidate> = ReturnType<typeof createMatcher<C>>;

/** Codes compare without case, and as addresses without a trailing slash. */
function asCode(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/(?<=.)\/$/, '');
}

interface Typed {
  text: string;
  code: string;
  words: string;
}

function signalsOf(typed: Typed, { codes, names }: Known<Candidate>): Signal[] {
  if (codes.has(typed.code)) return [{ signal: 'code', weight: 1 }];
  // A number or an address is an identifier: when it is nobody's, no name is meant.
  if (/^[+-]?\d+$|^\/|:\/\//.test(typed.text) || typed.words === '') return [];
  const found = new Map<SignalName, number>();
  for (const name of names)
    for (const { signal, weight } of nameSignals(typed, name))
      found.set(signal, Math.max(weight, found.get(signal) ?? 0));
  return [...found].map(([signal, weight]) => ({ signal, weight }));
}

function* nameSignals({ text, words }: Typed, name: Known<Candidate>['names'][number]): Generator<Signal> {
  if (name.words === '') return;
  const letters = words.replaceAll(' ', '');
  if (text === name.written) yield { signal: 'name', weight: 0.99 };
  if (words === name.words) yield { signal: 'same', weight: 0.97 };
  else if (letters === name.letters) yield { signal: 'same', weight: CERTAIN };
  else {
    const share =
      Math.min(letters.length, name.letters.length) / Math.max(letters.length, name.letters.length);
    const long = letters.length >= SHORTEST_PART;
    if (long && (name.words.startsWith(words) || beginsEachWord(words, name.words)))
      yield { signal: 'prefix', weight: 0.7 + 0.2 * share };
    if (` ${words} `.includes(` ${name.words} `)) yield { signal: 'words', weight: 0.72 + 0.18 * share };
    else if (long && ` ${name.words} `.includes(` ${words} `))
      yield { signal: 'words', weight: 0.68 + 0.2 * share };
    else if (long && name.letters.includes(letters)) yield { signal: 'part', weight: 0.6 + 0.2 * share };
    const similar = similarity(letters, name.letters);
    if (similar >= LEAST_SIMILAR) yield { signal: 'closeness', weight: 0.92 * similar };
  }
}

/** `s c de bariloche` for `san carlos de bariloche`. */
function beginsEachWord(typed: string, name: string): boolean {
  const [parts, words] = [typed.split(' '), name.split(' ')];
  return parts.length === words.length && parts.every((part, at) => words[at]?.startsWith(part));
}

/** 1 for equal texts, 0 where too much differs for a slip of typing. */
function similarity(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  if (Math.min(a.length, b.length) < SHORTEST_TYPED) return 0;
  const limit = Math.floor(longest * (1 - LEAST_SIMILAR));
  const counted = edits(a, b, limit);
  return counted > limit ? 0 : 1 - counted / longest;
}
