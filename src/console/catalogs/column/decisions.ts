import { type MatchCandidate, type MatchedEntry, type MatchedValue } from '#contract/desk/matching.ts';
import type { ColumnValue } from './column-values.ts';

export type Results = ReadonlyMap<string, MatchedValue>;

export interface Decision {
  entry: MatchedEntry | null;
  by: 'hand' | 'threshold';
}
export type Decisions = ReadonlyMap<string, Decision>;

export type AnswerSource = 'sure' | 'dictionary' | 'threshold' | 'hand';

export interface Answer {
  entry: MatchedEntry | null;
  source: AnswerSource;
}

export function findAnswer(
  result: MatchedValue | undefined,
  decision: Decision | undefined,
): Answer | undefined {
  if (decision) return { entry: decision.entry, source: decision.by };
  if (result?.answer) return { entry: result.answer.entry, source: 'dictionary' };
  const [best] = result?.candidates ?? [];
  return result?.certainty === 'sure' && best ? { entry: best.entry, source: 'sure' } : undefined;
}

/** `missing` values were not compared, since the service could not be asked. */
export type Facet = 'sure' | 'doubtful' | 'none' | 'missing';
export const MATCH_FACETS: readonly Facet[] = ['sure', 'doubtful', 'none', 'missing'];

export function getFacet(result: MatchedValue | undefined): Facet {
  if (!result) return 'missing';
  return result.answer ? 'sure' : result.certainty;
}

export function listAcceptable(
  values: readonly ColumnValue[],
  results: Results,
  { decisions, minScore }: { decisions: Decisions; minScore: number },
): { key: string; candidate: MatchCandidate }[] {
  return values.flatMap(({ key }) => {
    const result = results.get(key);
    const [best, next] = result?.candidates ?? [];
    const isAhead = best !== undefined && best.score > (next?.score ?? 0);
    const isOpen = findAnswer(result, decisions.get(key)) === undefined;
    return isOpen && isAhead && best.score >= minScore ? [{ key, candidate: best }] : [];
  });
}

export function listUnsavedAnswers(
  values: readonly ColumnValue[],
  results: Results,
  decisions: Decisions,
): { value: ColumnValue; entry: MatchedEntry | null }[] {
  return values.flatMap((value) => {
    const decision = decisions.get(value.key);
    if (decision?.by !== 'hand') return [];
    const saved = results.get(value.key)?.answer;
    const isSaved = saved && (saved.entry?.id ?? null) === (decision.entry?.id ?? null);
    return isSaved ? [] : [{ value, entry: decision.entry }];
  });
}

export function getScore(result: MatchedValue | undefined, entry: MatchedEntry | null): number | undefined {
  return entry ? result?.candidates.find((candidate) => candidate.entry.id === entry.id)?.score : undefined;
}
