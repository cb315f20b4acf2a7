import type { MatchCandidate } from '#contract/desk/matching.ts';
import type { Member } from './members.ts';

/** `unknown`: not in the catalog of places; `no-region`: a city without its province. */
export type FaultKind = 'missing' | 'short' | 'long' | 'format' | 'unknown' | 'no-region';

export type Values = Partial<Record<Member, string>>;

/** What replaces the values of a group, by its key. An empty text leaves the member out. */
export type Mends = ReadonlyMap<string, Values>;

/** A value of a row. */
export interface CheckedValue {
  /** Values with the same key are mended together. */
  key: string;
  member: Member;
  given: string;
  /** Mended, or as the catalog has it. */
  value: string;
  isMended: boolean;
  /** undefined: no fault. */
  kind?: FaultKind | undefined;
  /** Of what was given. */
  givenKind?: FaultKind | undefined;
  /** Of a city. */
  province?: string;
  /** Of a place; undefined: it was not looked up, or that failed. */
  candidates?: readonly MatchCandidate[] | undefined;
}
