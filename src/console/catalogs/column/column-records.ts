import type { MatchKind, MatchedEntry, MatchedValue } from '#contract/desk/matching.ts';
import {
  type AnswerSource,
  type Decisions,
  type GroupedColumn,
  type Results,
  findAnswer,
} from '#console/catalogs/runs/value-answers.ts';
import { toPoints } from '#console/table-file/candidates.ts';
import type { Table } from '#console/table-file/header.ts';

/** `missing` values were not compared, since the service could not be asked. */
export type Facet = 'sure' | 'doubtful' | 'none' | 'missing';

export function getFacet(result: MatchedValue | undefined): Facet {
  if (!result) return 'missing';
  return result.answer ? 'sure' : result.certainty;
}

export function getScore(result: MatchedValue | undefined, entry: MatchedEntry | null): number | undefined {
  return entry ? result?.candidates.find((candidate) => candidate.entry.id === entry.id)?.score : undefined;
}

export type RowState = AnswerSource | 'undecided' | 'none' | 'missing' | 'empty';

interface Texts {
  heads: { id: string; name: string; region: string; link: string; score: string; state: string };
  states: Record<RowState, string>;
}

interface Matched {
  catalog: MatchKind;
  grouped: GroupedColumn;
  results: Results;
  decisions: Decisions;
}

/** A row that was not compared never looks like one without a match. */
export function buildRecords(
  { columns, rows }: Table,
  { catalog, grouped, results, decisions }: Matched,
  { heads, states }: Texts,
): string[][] {
  const isCity = catalog === 'city';
  const cells = new Map(
    grouped.values.map(({ key }) => {
      const result = results.get(key);
      const answer = findAnswer(result, decisions.get(key));
      const entry = answer?.entry ?? null;
      const score = getScore(result, entry);
      const state: RowState = answer
        ? answer.entry
          ? answer.source
          : 'none'
        : !result
          ? 'missing'
          : result.certainty === 'none'
            ? 'none'
            : 'undecided';
      const region = isCity ? [entry?.region ?? ''] : [];
      const points = score === undefined ? '' : String(toPoints(score));
      return [key, [entry?.id ?? '', entry?.name ?? '', ...region, entry?.link ?? '', points, states[state]]];
    }),
  );
  const empty = ['', '', ...(isCity ? [''] : []), '', '', states.empty];
  const { id, name, region, link, score, state } = heads;
  return [
    [...columns, id, name, ...(isCity ? [region] : []), link, score, state],
    ...rows.map((row, at) => [...row, ...(cells.get(grouped.rowKeys[at] ?? '') ?? empty)]),
  ];
}
