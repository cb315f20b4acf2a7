import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { FOLLOW_UP_STATES, type FollowUpState } from '#contract/follow-up-state.ts';
import { DUE_SOON_MS } from '#contract/overview.ts';
import { fold } from '#contract/search.ts';
import type { IndexedAgencyTables } from './agencies.ts';
import {
  type FacetName,
  type InquiryQuery,
  type ListContext,
  type ListTables,
  STATUS_BY_STANDING,
  buildFilters,
  isSeen,
  partQuery,
  viewParts,
} from './conditions.ts';
import type { ListRequest } from './lists.ts';
import type { Scope } from './scope.ts';

type Tables = ListTables & IndexedAgencyTables;

export interface FacetValue {
  value: string;
  /** Matching inquiries with this value. */
  count: number;
}

const FLAG_VALUE = 'si';

/** Counts the values of each facet over inquiries that match all filters but this facet. */
export async function countFacets(
  db: Kysely<Tables>,
  { scope, filters, context }: ListRequest,
): Promise<{ facets: Record<FacetName, FacetValue[]>; total: number }> {
  const { buscar, ...chosen } = filters.narrowing;
  const chosenKeys = Object.entries(chosen).flatMap(([name, value]) =>
    value ? [{ name: name as FacetName, key: fold(value) }] : [],
  );
  const counts: Record<FacetName, Map<string, FacetValue>> = mapFacets(() => new Map());
  let total = 0;
  // Without a search, agency by agency, so that other work can run in between.
  const scopes = buscar ? [scope] : await splitScope(db, scope);
  for (const agencies of scopes)
    for (const part of viewParts(filters.view, context)) {
      const where = buildFilters(db, agencies, { ...filters, narrowing: { buscar } }, context) ?? [];
      for (const row of await fetchGroups(partQuery(db, part, { scope: agencies, where }), context)) {
        const values = mapFacets((name) => FACET_VALUES[name](row));
        const mismatches = chosenKeys.filter(
          ({ name, key }) => !values[name].some((value) => fold(value) === key),
        );
        if (mismatches.length === 0) total += row.count;
        if (mismatches.length < 2)
          for (const name of mismatches[0] ? [mismatches[0].name] : FACET_NAMES)
            for (const value of values[name]) addCount(counts[name], value, row.count);
      }
      await yieldToEventLoop();
    }
  return { facets: mapFacets((name) => sortValues(name, counts[name], chosen[name])), total };
}

/** One scope per agency. */
async function splitScope(db: Kysely<Tables>, scope: Scope): Promise<Scope[]> {
  const agencies =
    scope.agencies ??
    (await db.selectFrom('indexed_agency').select('agency_key').execute()).map(
      ({ agency_key }) => agency_key,
    );
  return agencies.map((agency) => Object.assign({}, scope, { agencies: [agency] }));
}

/** Counts inquiries grouped by all facet values. */
async function fetchGroups(query: InquiryQuery, { me, now }: ListContext) {
  const keys = [
    'i.make',
    'i.origin',
    'i.listing_type',
    'i.interest',
    'i.condition',
    'i.province',
    'i.trade_in',
    'i.finance',
    'i.insurance',
    'i.status',
  ] as const;
  const states = {
    waits_unseen: sql<0 | 1>`case when i.waits = 1 and not ${isSeen(me)} then 1 else 0 end`,
    due_soon: sql<0 | 1>`case when i.waits = 1 and i.due_at > ${now} and i.due_at <= ${now + DUE_SOON_MS}
      and coalesce(i.snoozed_until, 0) <= ${now} then 1 else 0 end`,
    mine: sql<0 | 1>`case when i.claimed_by = ${me} then 1 else 0 end`,
    snooze: sql<Snooze>`case when i.snoozed_until > ${now} then 'asleep'
      when i.snoozed_until is not null then 'back' else 'none' end`,
  };
  return query
    .select(keys)
    .select(({ fn }) => [
      states.waits_unseen.as('waits_unseen'),
      states.due_soon.as('due_soon'),
      states.mine.as('mine'),
      states.snooze.as('snooze'),
      fn.countAll<number>().as('count'),
    ])
    .groupBy([...keys, 'waits_unseen', 'due_soon', 'mine', 'snooze'])
    .execute();
}
type Snooze = 'asleep' | 'back' | 'none';
type FacetGroup = Awaited<ReturnType<typeof fetchGroups>>[number];

const toValues = (value: string | null) => (value === null ? [] : [value]);
const toFlagValues = (isSet: boolean) => (isSet ? [FLAG_VALUE] : []);

const FACET_VALUES: Record<FacetName, (row: FacetGroup) => readonly string[]> = {
  marca: ({ make }) => toValues(make),
  origen: ({ origin }) => toValues(origin),
  tipo: ({ listing_type }) => toValues(listing_type),
  interes: ({ interest }) => toValues(interest),
  condicion: ({ condition }) => toValues(condition),
  provincia: ({ province }) => toValues(province),
  permuta: ({ trade_in }) => toFlagValues(trade_in === 1),
  financia: ({ finance }) => toFlagValues(finance === 1),
  seguro: ({ insurance }) => toFlagValues(insurance === 1),
  mias: ({ mine }) => toFlagValues(mine === 1),
  seguimiento: getStandings,
};
const FACET_NAMES = Object.keys(FACET_VALUES) as FacetName[];

function getStandings({ status, waits_unseen, due_soon, snooze }: FacetGroup): FollowUpState[] {
  const statusStanding =
    FOLLOW_UP_STATES.find((standing) => STATUS_BY_STANDING[standing] === status) ?? 'nueva';
  return [
    statusStanding,
    ...(statusStanding === 'nueva' && waits_unseen === 1 ? (['sin-leer'] as const) : []),
    ...(due_soon === 1 ? (['por-vencer'] as const) : []),
    ...(snooze === 'asleep' ? (['pospuesta'] as const) : []),
    ...(snooze === 'back' ? (['volvio'] as const) : []),
  ];
}

function mapFacets<T>(create: (name: FacetName) => T): Record<FacetName, T> {
  return Object.fromEntries(FACET_NAMES.map((name) => [name, create(name)])) as Record<FacetName, T>;
}

/** Adds a count; values that differ only in case and accents are merged under the first spelling. */
function addCount(counts: Map<string, FacetValue>, value: string, count: number): void {
  const key = fold(value);
  const existing = counts.get(key);
  if (existing) existing.count += count;
  else counts.set(key, { value, count });
}

/** Sorts by frequency, standings in their own order; the chosen value is included even without matches. */
function sortValues(
  name: FacetName,
  counts: Map<string, FacetValue>,
  chosen: string | undefined,
): FacetValue[] {
  if (chosen && !counts.has(fold(chosen))) counts.set(fold(chosen), { value: chosen, count: 0 });
  const values = [...counts.values()];
  const toPosition = ({ value }: FacetValue) => FOLLOW_UP_STATES.findIndex((standing) => standing === value);
  return name === 'seguimiento'
    ? values.toSorted((a, b) => toPosition(a) - toPosition(b))
    : values.toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value));
}
