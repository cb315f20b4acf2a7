import type { MatchCandidate } from '#contract/desk/matching.ts';
import type { Member } from './members.ts';

/** `unknown` is not in the catalog of places; `no-region` is a city without its province. */
export type FaultKind = 'missing' | 'short' | 'long' | 'format' | 'unknown' | 'no-region';

export type Values = Partial<Record<Member, string>>;

/** An empty text leaves the member out. */
export type Mends = ReadonlyMap<string, Values>;

export interface CheckedValue {
  key: string;
  member: Member;
  given: string;
  value: string;
  isMended: boolean;
  kind?: FaultKind | undefined;
  givenKind?: FaultKind | undefined;
  province?: string;
  candidates?: readonly MatchCandidate[] | undefined;
}
