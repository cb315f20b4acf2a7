import { setImmediate as otherWork } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { STANDINGS, type Standing } from '#contract/standing.ts';
import { fold } from '#contract/search.ts';
import {
  type FacetName,
  type JoinedQuery,
  type ListTables,
  type Present,
  STATUS,
  buildFilters,
  partQuery,
  viewParts,
} from './conditions.ts';
import { type ListRequest, isAfter } from './lists.ts';

export interface FacetValue {
  value: string;
  /** Inquiries that have it and match everything else. */
  count: number;
}

/** Rows that are counted before other work has its turn. */
const SLICE = 2000;
const YES = 'si';

/** What a list can be narrowed by: a value of a facet counts where everything but this facet matches. */
export async function countFacets(
  db: Kysely<ListTables>,
  { scope, filters, present }: ListRequest,
): Promise<{ facets: Record<FacetName, FacetValue[]>; total: number }> {
  const { buscar, ...chosen } = filters.narrowing;
  const asked = Object.entries(chosen).flatMap(([name, value]) =>
    value ? [{ name: name as FacetName, key: fold(value) }] : [],
  );
  const counts: Record<FacetName, Map<string, FacetValue>> = mapFacets(() => new Map());
  let total = 0;
  const built = buildFilters(db, scope, { ...filters, narrowing: { buscar } }, present);
  const where = built?.where ?? [];
  for (const part of viewParts(filters.view, present)) {
    let rows: Row[] = [];
    do {
      const last = rows.at(-1);
      const after = last ? [isAfter('oldest', [last.at, last.at, last.sid, last.agency_key])] : [];
      const narrowed = { where: [...where, ...after], ofFollowUp: true };
      rows = await rowsOf(partQuery(db, part, { scope, filters: narrowed, inOrder: true }), present);
      for (const row of rows) {
        const values = valuesOf(row, present);
        const missed = asked.filter(({ name, key }) => !values[name].some((value) => fold(value) === key));
        if (missed.length === 0) total += 1;
        if (missed.length < 2)
          for (const name of missed[0] ? [missed[0].name] : FACET_NAMES)
            for (const value of values[name]) count(counts[name], value);
      }
      await otherWork();
    } while (rows.length === SLICE);
  }
  return { facets: mapFacets((name) => arranged(name, counts[name], chosen[name])), total };
}

async function rowsOf(query: JoinedQuery, { me }: Present) {
  return query
    .select([
      'i.at',
      'i.sid',
      'i.agency_key',
      'i.make',
      'i.origin',
      'i.listing_type',
      'i.interest',
      'i.condition',
      'i.province',
      'i.trade_in',
      'i.finance',
      'i.insurance',
      'f.status',
      'f.touched_at',
      'f.contacted_at',
      'f.claimed_by',
      'i.snoozed_until',
    ])
    .select((eb) =>
      eb
        .selectFrom('seen')
        .select(sql<number>`1`.as('one'))
        .whereRef('seen.agency_key', '=', 'i.agency_key')
        .whereRef('seen.sid', '=', 'i.sid')
        .where('seen.person_id', '=', me)
        .as('seen'),
    )
    .orderBy('i.at')
    .orderBy('i.sid')
    .orderBy('i.agency_key')
    .limit(SLICE)
    .execute();
}
type Row = Awaited<ReturnType<typeof rowsOf>>[number];

const one = (value: string | null) => (value === null ? [] : [value]);
const yes = (holds: boolean) => (holds ? [YES] : []);

const VALUES: Record<FacetName, (row: Row, present: Present) => readonly string[]> = {
  marca: ({ make }) => one(make),
  origen: ({ origin }) => one(origin),
  tipo: ({ listing_type }) => one(listing_type),
  interes: ({ interest }) => one(interest),
  condicion: ({ condition }) => one(condition),
  provincia: ({ province }) => one(province),
  permuta: ({ trade_in }) => yes(trade_in === 1),
  financia: ({ finance }) => yes(finance === 1),
  seguro: ({ insurance }) => yes(insurance === 1),
  mias: ({ claimed_by }, { me }) => yes(claimed_by === me),
  seguimiento: rowStandings,
};
const FACET_NAMES = Object.keys(VALUES) as FacetName[];

function valuesOf(row: Row, present: Present): Record<FacetName, readonly string[]> {
  return mapFacets((name) => VALUES[name](row, present));
}

function rowStandings(row: Row, { now }: Present): Standing[] {
  const { status, touched_at, contacted_at, snoozed_until: until } = row;
  const named = STANDINGS.find((standing) => STATUS[standing] === status) ?? 'nueva';
  const isWorked = named !== 'nueva' || touched_at !== null || contacted_at !== null;
  return [
    named,
    ...(isWorked || row.seen !== null ? [] : (['sin-leer'] as const)),
    ...(until !== null && until > now ? (['pospuesta'] as const) : []),
    ...(until !== null && until <= now ? (['volvio'] as const) : []),
  ];
}

function mapFacets<T>(make: (name: FacetName) => T): Record<FacetName, T> {
  return Object.fromEntries(FACET_NAMES.map((name) => [name, make(name)])) as Record<FacetName, T>;
}

/** Values that differ in case and accents alone are one, as the first is written. */
function count(counts: Map<string, FacetValue>, value: string): void {
  const key = fold(value);
  const known = counts.get(key);
  if (known) known.count += 1;
  else counts.set(key, { value, count: 1 });
}

/** The most frequent first, standings in their own order; what is chosen is there also when nothing has it. */
function arranged(
  name: FacetName,
  counts: Map<string, FacetValue>,
  chosen: string | undefined,
): FacetValue[] {
  if (chosen && !counts.has(fold(chosen))) counts.set(fold(chosen), { value: chosen, count: 0 });
  const values = [...counts.values()];
  const place = ({ value }: FacetValue) => STANDINGS.findIndex((standing) => standing === value);
  return name === 'seguimiento'
    ? values.toSorted((a, b) => place(a) - place(b))
    : values.toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value));
}
