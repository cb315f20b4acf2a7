import { setImmediate as otherWork } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { FOLLOW_UP_STATES, type FollowUpState } from '#contract/follow-up-state.ts';
import { fold } from '#contract/search.ts';
import type { IndexedAgencyTables } from './agencies.ts';
import {
  type FacetName,
  type InquiryQuery,
  type ListTables,
  type Present,
  STATUS,
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
  /** Inquiries that have it and match everything else. */
  count: number;
}

const YES = 'si';

/** What a list can be narrowed by: a value of a facet counts where everything but this facet matches. */
export async function countFacets(
  db: Kysely<Tables>,
  { scope, filters, present }: ListRequest,
): Promise<{ facets: Record<FacetName, FacetValue[]>; total: number }> {
  const { buscar, ...chosen } = filters.narrowing;
  const asked = Object.entries(chosen).flatMap(([name, value]) =>
    value ? [{ name: name as FacetName, key: fold(value) }] : [],
  );
  const counts: Record<FacetName, Map<string, FacetValue>> = mapFacets(() => new Map());
  let total = 0;
  // A search is asked once; others agency by agency, so that other work has its turn.
  const scopes = buscar ? [scope] : await splitScope(db, scope);
  for (const agencies of scopes)
    for (const part of viewParts(filters.view, present)) {
      const where = buildFilters(db, agencies, { ...filters, narrowing: { buscar } }, present) ?? [];
      for (const group of await fetchGroups(partQuery(db, part, { scope: agencies, where }), present)) {
        const values = mapFacets((name) => VALUES[name](group));
        const missed = asked.filter(({ name, key }) => !values[name].some((value) => fold(value) === key));
        if (missed.length === 0) total += group.count;
        if (missed.length < 2)
          for (const name of missed[0] ? [missed[0].name] : FACET_NAMES)
            for (const value of values[name]) add(counts[name], value, group.count);
      }
      await otherWork();
    }
  return { facets: mapFacets((name) => arranged(name, counts[name], chosen[name])), total };
}

/** The agencies of a scope one by one. */
async function splitScope(db: Kysely<Tables>, scope: Scope): Promise<Scope[]> {
  const agencies =
    scope.agencies ??
    (await db.selectFrom('indexed_agency').select('agency_key').execute()).map(
      ({ agency_key }) => agency_key,
    );
  return agencies.map((agency) => Object.assign({}, scope, { agencies: [agency] }));
}

/** Inquiries that are alike in every facet, and how many they are. */
async function fetchGroups(query: InquiryQuery, { me, now }: Present) {
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
    mine: sql<0 | 1>`case when i.claimed_by = ${me} then 1 else 0 end`,
    snooze: sql<Snooze>`case when i.snoozed_until > ${now} then 'asleep'
      when i.snoozed_until is not null then 'back' else 'none' end`,
  };
  return query
    .select(keys)
    .select(({ fn }) => [
      states.waits_unseen.as('waits_unseen'),
      states.mine.as('mine'),
      states.snooze.as('snooze'),
      fn.countAll<number>().as('count'),
    ])
    .groupBy([...keys, 'waits_unseen', 'mine', 'snooze'])
    .execute();
}
type Snooze = 'asleep' | 'back' | 'none';
type Group = Awaited<ReturnType<typeof fetchGroups>>[number];

const one = (value: string | null) => (value === null ? [] : [value]);
const yes = (holds: boolean) => (holds ? [YES] : []);

const VALUES: Record<FacetName, (group: Group) => readonly string[]> = {
  marca: ({ make }) => one(make),
  origen: ({ origin }) => one(origin),
  tipo: ({ listing_type }) => one(listing_type),
  interes: ({ interest }) => one(interest),
  condicion: ({ condition }) => one(condition),
  provincia: ({ province }) => one(province),
  permuta: ({ trade_in }) => yes(trade_in === 1),
  financia: ({ finance }) => yes(finance === 1),
  seguro: ({ insurance }) => yes(insurance === 1),
  mias: ({ mine }) => yes(mine === 1),
  seguimiento: standingsOf,
};
const FACET_NAMES = Object.keys(VALUES) as FacetName[];

function standingsOf({ status, waits_unseen, snooze }: Group): FollowUpState[] {
  const named = FOLLOW_UP_STATES.find((standing) => STATUS[standing] === status) ?? 'nueva';
  return [
    named,
    ...(named === 'nueva' && waits_unseen === 1 ? (['sin-leer'] as const) : []),
    ...(snooze === 'asleep' ? (['pospuesta'] as const) : []),
    ...(snooze === 'back' ? (['volvio'] as const) : []),
  ];
}

function mapFacets<T>(make: (name: FacetName) => T): Record<FacetName, T> {
  return Object.fromEntries(FACET_NAMES.map((name) => [name, make(name)])) as Record<FacetName, T>;
}

/** Values that differ in case and accents alone are one, as the first is written. */
function add(counts: Map<string, FacetValue>, value: string, count: number): void {
  const key = fold(value);
  const known = counts.get(key);
  if (known) known.count += count;
  else counts.set(key, { value, count });
}

/** The most frequent first, standings in their own order; what is chosen is there also when nothing has it. */
function arranged(
  name: FacetName,
  counts: Map<string, FacetValue>,
  chosen: string | undefined,
): FacetValue[] {
  if (chosen && !counts.has(fold(chosen))) counts.set(fold(chosen), { value: chosen, count: 0 });
  const values = [...counts.values()];
  const place = ({ value }: FacetValue) => FOLLOW_UP_STATES.findIndex((standing) => standing === value);
  return name === 'seguimiento'
    ? values.toSorted((a, b) => place(a) - place(b))
    : values.toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value));
}
