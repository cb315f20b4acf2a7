import { RUN_FIELDS, type RunColumn, type RunField } from '#contract/desk/match-runs.ts';
import { type Certainty, MATCH_KINDS, type MatchKind, type MatchedEntry } from '#contract/desk/matching.ts';
import {
  type Decisions,
  type GroupedColumns,
  type Judgement,
  type Results,
  findAnswer,
  getJudgement,
} from '#console/catalogs/runs/value-answers.ts';
import { matchColumnName } from '#console/table-file/column-names.ts';
import { type Mapping, guessColumns } from '#console/table-file/guess-columns.ts';
import type { Table } from '#console/table-file/header.ts';

export type ListingColumns = Mapping<RunField>;

export const VERDICTS = ['ready', 'review', 'impossible', 'unchecked'] as const;
export type Verdict = (typeof VERDICTS)[number];

export type ReasonCode = 'missing' | 'doubtful' | 'none' | 'elsewhere' | 'unchecked' | 'no-catalog';

export interface Reason {
  field: RunField;
  code: ReasonCode;
  value: string;
  entry?: Pick<MatchedEntry, 'name' | 'region'>;
  key?: string;
}

export interface RegionMatch {
  name: string | undefined;
  certainty: Certainty;
}

export interface CheckedListing {
  number: number;
  texts: Partial<Record<RunField, string>>;
  verdict: Verdict;
  reasons: readonly Reason[];
  entries: Partial<Record<MatchKind, MatchedEntry>>;
  keys: Partial<Record<MatchKind, string>>;
}

export function suggestListingColumns(table: Table): ListingColumns {
  return guessColumns(table, RUN_FIELDS, (field, { name }) => {
    const match = matchColumnName(field, name);
    return match === 'exact' ? 2 : match ? 1 : 0;
  });
}

interface Answers {
  grouped: GroupedColumns;
  results: Results;
  decisions: Decisions;
  matchRegion: (text: string) => RegionMatch;
}

export function checkListings(columns: readonly RunColumn[], answers: Answers): CheckedListing[] {
  const [first] = columns;
  return (first?.cells ?? []).map((_, at) => {
    const texts: CheckedListing['texts'] = {};
    for (const { field, cells } of columns) texts[field] = cells[at]?.trim() ?? '';
    const keys: CheckedListing['keys'] = {};
    const entries: CheckedListing['entries'] = {};
    const region = texts.region ? answers.matchRegion(texts.region) : undefined;
    const reasons = MATCH_KINDS.flatMap((catalog): Reason[] => {
      const value = texts[catalog];
      if (value === undefined) return [];
      const key = answers.grouped[catalog]?.rowKeys[at];
      if (key === undefined) return [{ field: catalog, code: 'missing', value }];
      keys[catalog] = key;
      const result = answers.results.get(key);
      const answer = findAnswer(result, answers.decisions.get(key));
      const [best] = result?.candidates ?? [];
      const entry = answer ? answer.entry : best?.entry;
      const reason = (code: ReasonCode): Reason[] => [
        { field: catalog, code, value, key, ...(entry && { entry }) },
      ];
      if (answer?.entry) entries[catalog] = answer.entry;
      if (!answer && !result) return reason('unchecked');
      if (!entry) return reason('none');
      const isChosen = answer?.source === 'hand';
      if (catalog === 'city' && !isChosen && isElsewhere(entry, region)) return reason('elsewhere');
      return answer ? [] : reason('doubtful');
    });
    reasons.push(...findRegionReasons(texts, region, entries));
    if (texts.model !== undefined)
      reasons.push({
        field: 'model',
        code: texts.model === '' ? 'missing' : 'no-catalog',
        value: texts.model,
      });
    return { number: at + 1, texts, reasons, entries, keys, verdict: findVerdict(reasons) };
  });
}

function isElsewhere({ region }: Pick<MatchedEntry, 'region'>, given: RegionMatch | undefined): boolean {
  return given?.certainty === 'sure' && region !== null && region !== given.name;
}

function findRegionReasons(
  { region: value, city }: CheckedListing['texts'],
  region: RegionMatch | undefined,
  { city: entry }: CheckedListing['entries'],
): Reason[] {
  if (value === undefined || entry?.region) return [];
  if (!region) return city ? [] : [{ field: 'region', code: 'missing', value }];
  if (region.certainty === 'sure') return [];
  const best = region.name === undefined ? undefined : { name: region.name, region: null };
  return [{ field: 'region', code: best ? 'doubtful' : 'none', value, ...(best && { entry: best }) }];
}

function toVerdict({ field, code }: Reason): Verdict {
  if (code === 'no-catalog') return 'ready';
  if (code === 'unchecked') return 'unchecked';
  if (code === 'missing') return field === 'make' ? 'impossible' : 'review';
  return code === 'doubtful' ? 'review' : 'impossible';
}

export function listJudgements(
  { keys }: CheckedListing,
  results: Results,
  decisions: Decisions,
): Judgement[] {
  const judgements = Object.values(keys).map((key) =>
    getJudgement(findAnswer(results.get(key), decisions.get(key))),
  );
  return [...new Set(judgements)];
}

const WORST_FIRST: readonly Verdict[] = ['impossible', 'unchecked', 'review'];

export function findVerdict(reasons: readonly Reason[]): Verdict {
  const verdicts = new Set(reasons.map(toVerdict));
  return WORST_FIRST.find((verdict) => verdicts.has(verdict)) ?? 'ready';
}

interface Heads {
  verdict: string;
  reasons: string;
  region: string;
  id: (catalog: MatchKind) => string;
  name: (catalog: MatchKind) => string;
}

export function buildListingRecords(
  { columns, rows }: Table,
  listings: readonly CheckedListing[],
  catalogs: readonly MatchKind[],
  {
    heads,
    verdicts,
    describe,
  }: { heads: Heads; verdicts: Record<Verdict, string>; describe: (reason: Reason) => string },
): string[][] {
  const hasCity = catalogs.includes('city');
  return [
    [
      ...columns,
      heads.verdict,
      heads.reasons,
      ...catalogs.flatMap((catalog) => [heads.id(catalog), heads.name(catalog)]),
      ...(hasCity ? [heads.region] : []),
    ],
    ...listings.map(({ number, verdict, reasons, entries }) => [
      ...columns.map((_, at) => rows[number - 1]?.[at] ?? ''),
      verdicts[verdict],
      reasons.map(describe).join('; '),
      ...catalogs.flatMap((catalog) => [entries[catalog]?.id ?? '', entries[catalog]?.name ?? '']),
      ...(hasCity ? [entries.city?.region ?? ''] : []),
    ]),
  ];
}
