import { editDistance } from './edit-distance.ts';
import { toForeignSoundKey } from './foreign-sound.ts';
import { normalizeWords, stemAdjective, stemWords, stripKind, toSoundKey } from './normalize.ts';

export type SignalName =
  | 'code'
  | 'name'
  | 'same'
  | 'form'
  | 'sound'
  | 'lead'
  | 'prefix'
  | 'words'
  | 'part'
  | 'initials'
  | 'abbreviation'
  | 'closeness';

/** One reason why a value matches a candidate, with a weight from 0 to 1. */
export interface Signal {
  signal: SignalName;
  weight: number;
}

/** The value identifies the candidate from this score on. */
export const CERTAIN_SCORE = 0.95;

const MIN_PART_LENGTH = 3;
const MIN_PART_SHARE = 0.5;
/** Weight of a leading name where the rest may belong to another one. */
export const UNCLEAR_LEAD_WEIGHT = 0.85;
/** Shorter texts are not matched by sound and edit distance. */
const MIN_FUZZY_LENGTH = 4;
const MIN_SIMILARITY = 0.71;
/** Words within a longer value need this similarity. */
const MIN_PART_SIMILARITY = 0.8;
const MIN_FUZZY_PART_LENGTH = 5;
const MIN_FUZZY_WORD_LENGTH = 6;
/** Bounds the work for long values. */
const MAX_RUN_WORDS = 12;
/** A text that sounds the same counts a little less than one that is spelled the same. */
const SOUND_FACTOR = 0.97;
const FOREIGN_SOUND_FACTOR = 0.9;
const MIN_FOREIGN_LENGTH = 3;

const LINKING_WORDS = new Set(['d', 'de', 'del', 'la', 'las', 'el', 'los', 'y']);

/** Letters without spaces, prepared for comparison. */
interface Letters {
  letters: string;
  sound: string;
  /** Empty in catalogs without foreign names. */
  foreignSound: string;
  /** Sets of their characters. */
  letterMask: number;
  soundMask: number;
  foreignMask: number;
}

/** A name or a value in every form that signals compare. */
export interface PreparedText extends Letters {
  written: string;
  words: string;
  parts: readonly string[];
  stripped: string;
  stems: string;
  /** Words without linking ones, if they are several. */
  content: string;
}

export interface PreparedName extends PreparedText {
  initials: readonly string[];
  /** Long words of a name of several. */
  longParts: readonly Letters[];
}

export interface PreparedValue extends PreparedText {
  /** Name of some candidate with which the value begins; the longest. */
  leadingName: string | undefined;
  /** True if the text after `leadingName` contains the name of another candidate. */
  hasOtherName: boolean;
  /** Runs of words, shorter than the value, with whether they begin it; by their number of words. */
  runs: Map<number, readonly { letters: Letters; isLead: boolean }[]>;
}

/** @param isForeign true if names are foreign words */
export function prepareText(text: string, isForeign: boolean): PreparedText {
  const words = normalizeWords(text);
  const contentWords = words.split(' ').filter((word) => !LINKING_WORDS.has(word));
  return {
    written: text.trim(),
    words,
    parts: words.split(' '),
    stripped: stripKind(words),
    stems: stemWords(words),
    content: contentWords.length > 1 ? contentWords.join(' ') : '',
    ...prepareLetters(words.replaceAll(' ', ''), isForeign),
  };
}

export function prepareName(name: string, isForeign: boolean): PreparedName {
  const text = prepareText(name, isForeign);
  const initialsOf = (parts: readonly string[]) => parts.map(([first = '']) => first).join('');
  const initials = [text.parts, text.parts.filter((part) => !LINKING_WORDS.has(part))].map(initialsOf);
  return {
    ...text,
    initials: initials.filter(({ length }) => length >= MIN_PART_LENGTH),
    longParts:
      text.parts.length > 1
        ? text.parts
            .filter(({ length }) => length >= MIN_FUZZY_WORD_LENGTH)
            .map((part) => prepareLetters(part, isForeign))
        : [],
  };
}

/** @param maxRun the most words in a run */
export function listRuns(
  words: readonly string[],
  maxRun: number,
  isForeign: boolean,
): PreparedValue['runs'] {
  const runs: PreparedValue['runs'] = new Map();
  const parts = words.slice(0, MAX_RUN_WORDS);
  for (let size = 1; size <= Math.min(maxRun, words.length - 1, parts.length); size += 1) {
    const starts = Array.from({ length: parts.length - size + 1 }, (_, start) => start);
    const listed = starts.map((start) => ({
      letters: prepareLetters(parts.slice(start, start + size).join(''), isForeign),
      isLead: start === 0,
    }));
    runs.set(
      size,
      listed.filter(
        ({ letters: { letters } }) =>
          letters.length >= (isForeign ? MIN_FOREIGN_LENGTH : MIN_FUZZY_PART_LENGTH),
      ),
    );
  }
  return runs;
}

function prepareLetters(letters: string, isForeign: boolean): Letters {
  const sound = toSoundKey(letters);
  const foreignSound = isForeign ? toForeignSoundKey(letters) : '';
  return {
    letters,
    sound,
    foreignSound,
    letterMask: toMask(letters),
    soundMask: toMask(sound),
    foreignMask: toMask(foreignSound),
  };
}

/** @param allowsDetails what follows a name describes it further, as a model after a make */
export function* computeNameSignals(
  value: PreparedValue,
  name: PreparedName,
  allowsDetails: boolean,
): Generator<Signal> {
  const { letters, words } = value;
  if (value.written === name.written) yield { signal: 'name', weight: 0.99 };
  if (words === name.words) {
    yield { signal: 'same', weight: 0.97 };
    return;
  }
  if (letters === name.letters || value.stripped === name.words) {
    yield { signal: 'same', weight: CERTAIN_SCORE };
    return;
  }
  const share = Math.min(letters.length, name.letters.length) / Math.max(letters.length, name.letters.length);
  const long = letters.length >= MIN_PART_LENGTH;
  if (long && value.stems === name.stems) yield { signal: 'form', weight: allowsDetails ? 0.93 : 0.88 };
  else if (value.content !== '' && value.content === name.content) yield { signal: 'form', weight: 0.93 };
  else if (allowsDetails && stemAdjective(words) === name.stems) yield { signal: 'form', weight: 0.85 };
  if (long && value.sound === name.sound)
    yield { signal: 'sound', weight: name.letters.length < MIN_FUZZY_LENGTH ? 0.8 : 0.9 };
  else if (soundsForeign(value, name)) yield { signal: 'sound', weight: 0.86 };
  if (long && (name.words.startsWith(words) || areWordPrefixes(value.parts, name.parts)))
    yield { signal: 'prefix', weight: 0.7 + 0.2 * share };
  else if (allowsDetails && isPrefixWithDetails(value.parts, name.words))
    yield { signal: 'prefix', weight: 0.65 + 0.15 * share };
  else if (isForeignPrefix(value, name)) yield { signal: 'prefix', weight: 0.6 + 0.15 * share };
  if (allowsDetails && name.words === value.leadingName)
    yield { signal: 'lead', weight: value.hasOtherName ? UNCLEAR_LEAD_WEIGHT : 0.9 + 0.05 * share };
  else if (` ${words} `.includes(` ${name.words} `)) yield { signal: 'words', weight: 0.72 + 0.18 * share };
  else if (long && ` ${name.words} `.includes(` ${words} `))
    yield { signal: 'words', weight: 0.68 + 0.2 * share };
  else if (long && share >= MIN_PART_SHARE && name.letters.includes(letters))
    yield { signal: 'part', weight: 0.6 + 0.2 * share };
  if (name.initials.includes(letters)) yield { signal: 'initials', weight: 0.75 };
  const similarity = computeSimilarity(value, name, MIN_SIMILARITY);
  const swapped = isSwapped(letters, name.letters) ? 0.76 : 0;
  const weight = Math.max(0.92 * similarity, swapped, weighParts(value, name));
  if (weight > 0) yield { signal: 'closeness', weight };
}

/** Weight of a name that a part of the value resembles, or the reverse: `chebrolet corsa`, `barilohe`. */
function weighParts(value: PreparedValue, name: PreparedName): number {
  const { runs } = value;
  let highest = 0;
  for (const part of name.longParts)
    highest = Math.max(highest, 0.75 * computeSimilarity(value, part, MIN_PART_SIMILARITY));
  const isShort = name.letters.length < MIN_FUZZY_PART_LENGTH;
  const size = name.parts.length;
  // Words are often joined or split.
  for (const near of [size - 1, size, size + 1])
    for (const { letters, isLead } of runs.get(near) ?? []) {
      // This is no resemblance: the signals of whole words count it.
      if (letters.letters === name.letters) continue;
      const factor = isLead ? 0.88 : 0.8;
      if (soundsForeign(letters, name)) highest = Math.max(highest, factor * FOREIGN_SOUND_FACTOR);
      if (isShort || letters.letters.length < MIN_FUZZY_PART_LENGTH) continue;
      highest = Math.max(highest, factor * computeSimilarity(letters, name, MIN_PART_SIMILARITY));
    }
  return highest;
}

/** Returns true if each word is a prefix: `s c de bariloche` of `san carlos de bariloche`. */
function areWordPrefixes(parts: readonly string[], words: readonly string[]): boolean {
  return parts.length === words.length && parts.every((part, at) => words[at]?.startsWith(part));
}

function soundsForeign(a: Letters, b: Letters): boolean {
  return a.foreignSound.length >= MIN_FOREIGN_LENGTH && a.foreignSound === b.foreignSound;
}

/** `jatch` of `hatchback`. */
function isForeignPrefix(value: PreparedValue, name: PreparedName): boolean {
  return (
    value.parts.length === 1 &&
    value.letters.length >= MIN_FUZZY_LENGTH &&
    value.foreignSound.length >= MIN_FOREIGN_LENGTH &&
    name.foreignSound.startsWith(value.foreignSound)
  );
}

/** Returns true if a short name is written with two neighbours swapped: `kai` of `kia`. */
function isSwapped(letters: string, name: string): boolean {
  return (
    name.length >= MIN_PART_LENGTH &&
    name.length <= MIN_FUZZY_LENGTH &&
    letters.length === name.length &&
    letters !== name &&
    editDistance(letters, name, 1) === 1 &&
    toMask(letters) === toMask(name)
  );
}

/** `hatch 5p` of `hatchback`. */
function isPrefixWithDetails([first = '']: readonly string[], name: string): boolean {
  return first.length >= MIN_FUZZY_LENGTH && name.startsWith(first) && name.charAt(first.length) !== ' ';
}

/**
 * Returns 1 for equal texts, down to 0 for texts that differ by more than a typing error, in letters or in
 * sound.
 */
function computeSimilarity(a: Letters, b: Letters, minimum: number): number {
  if (Math.min(a.letters.length, b.letters.length) < MIN_FUZZY_LENGTH) return 0;
  return Math.max(
    compareSignals(a.letters, b.letters, { masks: [a.letterMask, b.letterMask], minimum }),
    SOUND_FACTOR * compareSignals(a.sound, b.sound, { masks: [a.soundMask, b.soundMask], minimum }),
    Math.min(a.foreignSound.length, b.foreignSound.length) < MIN_FUZZY_LENGTH
      ? 0
      : FOREIGN_SOUND_FACTOR *
          compareSignals(a.foreignSound, b.foreignSound, { masks: [a.foreignMask, b.foreignMask], minimum }),
  );
}

function compareSignals(
  a: string,
  b: string,
  { masks: [maskA, maskB], minimum }: { masks: readonly [number, number]; minimum: number },
): number {
  const maxLength = Math.max(a.length, b.length);
  // The addition corrects floating point, by which 10 × (1 − 0.8) is a little less than 2.
  const limit = Math.floor(maxLength * (1 - minimum) + 1e-9);
  // One edit brings or removes one character: a quick lower bound of the distance.
  if (countBits(maskA & ~maskB) > limit || countBits(maskB & ~maskA) > limit) return 0;
  const distance = editDistance(a, b, limit);
  return distance > limit ? 0 : 1 - distance / maxLength;
}

function toMask(text: string): number {
  let mask = 0;
  // 31 buckets; characters that share one only make the bound less strict.
  for (let at = 0; at < text.length; at += 1) mask |= 1 << (text.charCodeAt(at) % 31);
  return mask;
}

function countBits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
