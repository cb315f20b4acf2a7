import type { FollowUp } from '#contract/desk/follow-up.ts';
import { lookUp } from '#contract/look-up.ts';
import {
  BUILT_IN_VIEW_NAMES,
  type BuiltInView,
  type FacetName,
  type Narrowing,
} from '#contract/inbox-filter-names.ts';
import {
  FOLLOW_UP_FACET,
  type FollowUpFacetValue,
  isClosed,
  isHandled,
  isSnoozeActive,
  isSnoozeExpired,
  isSnoozed,
} from '#contract/follow-up/follow-up-state.ts';
import { type DueSpan, dueSpans } from '#contract/overview.ts';
import { type SearchGroups, type Term, fold, parseSearch, searchTokens, tokenize } from '#contract/search.ts';
import { isSameSid, sidOf } from '#contract/sid.ts';
import { addDays, dayAt, startOfDay } from '#contract/window.ts';
import {
  type DerivedData,
  type OracleInquiry as Inquiry,
  type QueryContext,
  findFollowUp,
  getDerivedData,
  isLongOverdue,
  isOverdue,
  isWaiting,
  rankUrgency,
} from './waiting-oracle.ts';

// Test oracle for the SQL of the index: views, search and facets over inquiries in memory.

/** Returns true if it is claimed by the person, and open. */
function isMine(followUp: FollowUp | undefined, me: string): boolean {
  return followUp?.claimedBy?.id === me && !isClosed(followUp);
}

const STATUS = {
  new: 'nueva',
  answered: 'respondida',
  contacted: 'contactada',
  appointment: 'cita',
  won: 'ganada',
  lost: 'perdida',
} as const;

const toYes = (isTrue: boolean) => (isTrue ? ['si'] : []);
const nonEmpty = (value: string | null | undefined) => (value?.trim() ? [value.trim()] : []);

const FACETS: Record<FacetName, (entry: Inquiry, context: QueryContext) => readonly string[]> = {
  marca: ({ Auto }) => nonEmpty(Auto.Marca),
  origen: ({ OrigenLead }) => nonEmpty(OrigenLead),
  tipo: ({ TipoAnuncio }) => nonEmpty(TipoAnuncio),
  interes: ({ Interesado }) => nonEmpty(Interesado.Interes),
  condicion: ({ Auto }) => nonEmpty(Auto.Estado),
  provincia: ({ Interesado }) => nonEmpty(Interesado.Provincia),
  permuta: ({ Interesado }) => toYes(Boolean(Interesado.InfoOperacion?.EntregaVehiculo)),
  financia: ({ Interesado }) => toYes(Boolean(Interesado.InfoOperacion?.FinanciacionDeseada)),
  seguro: ({ Interesado }) => toYes(Interesado.InfoOperacion?.QuiereCotizacionSeguro === true),
  seguimiento: listFollowUpStates,
  mias: (entry, { followUpIndex, me }) =>
    toYes(findFollowUp(followUpIndex, getDerivedData(entry))?.claimedBy?.id === me),
};
const FACET_NAMES = Object.keys(FACETS) as FacetName[];

/** Facets that depend on the follow-up. */
const FOLLOW_UP_FACETS = new Set<FacetName>(['seguimiento', 'mias']);

function listFollowUpStates(entry: Inquiry, context: QueryContext): FollowUpFacetValue[] {
  const { followUpIndex, now } = context;
  const derived = getDerivedData(entry);
  if (!derived.sid || !followUpIndex) return [];
  const followUp = followUpIndex.followUp(derived.sid);
  const states: FollowUpFacetValue[] = [lookUp(STATUS, followUp?.status ?? 'new') ?? 'nueva'];
  if (!followUpIndex.isSeen(derived.sid) && !isHandled(followUp)) states.push('sin-leer');
  const isLateAt = (at: number) => isOverdue(derived, { ...context, now: at });
  if (isWaiting(followUp, now) && !isHandled(followUp))
    for (const [span, [after, until]] of Object.entries(dueSpans({ now, zone: context.zone })))
      if (isLateAt(until) && !isLateAt(after)) states.push(span as DueSpan);
  if (isSnoozeActive(followUp, now)) states.push('pospuesta');
  if (isSnoozeExpired(followUp, now)) states.push('volvio');
  return states;
}

/** Returns true if the tokens of an inquiry match one of the alternative queries. */
export function matchesSearch(tokens: readonly string[], alternatives: readonly SearchGroups[]): boolean {
  const has = ({ token, prefix }: Term) =>
    prefix ? tokens.some((candidate) => candidate.startsWith(token)) : tokens.includes(token);
  return alternatives.some((groups) => groups.every((terms) => terms.some(has)));
}

function createSearchFilter(searchText: string): (entry: Inquiry) => boolean {
  if (tokenize(searchText).length === 0) return () => true;
  const [sid, alternatives] = [searchText.trim(), parseSearch(searchText)];
  return (entry) => isSameSid(sidOf(entry), sid) || matchesSearch(searchTokens(entry), alternatives);
}

export interface FacetValue {
  value: string;
  /** Inquiries with this value that match all other filters. */
  count: number;
}

/** First and last instant of today in a zone. */
function getToday(now: number, zone: string): { from: number; to: number } {
  const day = dayAt(now, zone);
  return { from: startOfDay(day, zone), to: startOfDay(addDays(day, 1), zone) - 1 };
}

interface ViewRule {
  /** `followUp` is undefined for version 0. */
  matches: (derived: DerivedData, followUp: FollowUp | undefined, context: QueryContext) => boolean;
  /** Sort keys, ascending; default: newest first. */
  order?: (derived: DerivedData, followUp: FollowUp | undefined, context: QueryContext) => readonly number[];
  /** It does not depend on the follow-up. */
  isInquiryOnly?: true;
}

const RULES: Record<BuiltInView, ViewRule> = {
  esperando: {
    matches: (derived, followUp, context) =>
      isWaiting(followUp, context.now) &&
      (!isLongOverdue(derived, followUp, context) || isSnoozeExpired(followUp, context.now)),
    order: (derived, followUp, context) => [rankUrgency(derived, followUp, context), derived.at],
  },
  tarde: {
    matches: (derived, followUp, context) =>
      isWaiting(followUp, context.now) &&
      !isHandled(followUp) &&
      isOverdue(derived, context) &&
      !isLongOverdue(derived, followUp, context),
    // The oldest is due first, whatever the hours.
    order: ({ at }) => [at],
  },
  mias: { matches: (_, followUp, { me }) => isMine(followUp, me) },
  hoy: {
    matches: ({ at }, _, { now, zone }) => {
      const { from, to } = getToday(now, zone);
      return from <= at && at <= to;
    },
    isInquiryOnly: true,
  },
  pospuestas: {
    // Sorted by end of snooze: expired ones first.
    matches: (_, followUp, { now }) => isSnoozed(followUp, now),
    order: (_, followUp) => [followUp?.snoozedUntil ?? 0],
  },
  viejas: {
    matches: (derived, followUp, context) =>
      isWaiting(followUp, context.now) &&
      isLongOverdue(derived, followUp, context) &&
      !isSnoozeExpired(followUp, context.now),
    order: ({ at }) => [at],
  },
};

/** Counts inquiries by view; undefined for views that depend on follow-up that is not loaded. */
export function countByView(
  entries: Iterable<Inquiry>,
  context: QueryContext,
): Record<BuiltInView, number | undefined> {
  const counts = Object.fromEntries(BUILT_IN_VIEW_NAMES.map((view) => [view, 0])) as Record<
    BuiltInView,
    number
  >;
  for (const entry of entries) {
    const derived = getDerivedData(entry);
    const followUp = findFollowUp(context.followUpIndex, derived);
    for (const view of BUILT_IN_VIEW_NAMES)
      if (RULES[view].matches(derived, followUp, context)) counts[view] += 1;
  }
  return Object.fromEntries(
    BUILT_IN_VIEW_NAMES.map((view) => [
      view,
      context.followUpIndex || RULES[view].isInquiryOnly ? counts[view] : undefined,
    ]),
  ) as Record<BuiltInView, number | undefined>;
}

/** Sorts by the view's order, then newest first, then by sid; stable for inquiries without sid. */
export function sortByView<Entry extends { entry: Inquiry; context: QueryContext }>(
  view: BuiltInView | undefined,
  entries: readonly Entry[],
): Entry[] {
  const order = view && RULES[view].order;
  const keyed = entries.map(({ entry, context }, index) => {
    const derived = getDerivedData(entry);
    const keys = order?.(derived, findFollowUp(context.followUpIndex, derived), context) ?? [];
    return { index, derived, keys };
  });
  keyed.sort(
    (a, b) =>
      a.keys.map((key, at) => compare(key, b.keys[at] ?? 0)).find(Boolean) ||
      compare(b.derived.at, a.derived.at) ||
      compare(a.derived.sid ?? '', b.derived.sid ?? ''),
  );
  return keyed.flatMap(({ index }) => entries[index] ?? []);
}

const compare = <Key extends number | string>(a: Key, b: Key) => (a < b ? -1 : a > b ? 1 : 0);

export interface InquiryQuery {
  narrowing: Narrowing;
  /** Undefined: all inquiries in their given order. */
  view?: BuiltInView | undefined;
}

export interface InquiryQueryResult {
  /** Matching inquiries, sorted. */
  entries: Inquiry[];
  facets: Record<FacetName, FacetValue[]> | undefined;
}

/**
 * Filters inquiries and sorts them by the view; with `facets` counts facets.
 */
export function queryInquiries(
  entries: readonly Inquiry[],
  { narrowing, view }: InquiryQuery,
  context: QueryContext,
  { facets = false }: { facets?: boolean } = {},
): InquiryQueryResult {
  const inView = view ? filterByView(view, entries, context) : entries;
  const narrowed =
    facets || Object.values(narrowing).some(Boolean)
      ? filterAndCount(inView, narrowing, context)
      : { entries: [...inView], facets: undefined };
  return {
    entries: view
      ? sortByView(
          view,
          narrowed.entries.map((entry) => ({ entry, context })),
        ).map(({ entry }) => entry)
      : narrowed.entries,
    facets: facets ? narrowed.facets : undefined,
  };
}

function filterByView(
  view: BuiltInView,
  entries: readonly Inquiry[],
  context: QueryContext,
): readonly Inquiry[] {
  const { matches, isInquiryOnly } = RULES[view];
  // Views that depend on follow-up contain everything if it is not loaded.
  if (!context.followUpIndex && !isInquiryOnly) return entries;
  return entries.filter((entry) => {
    const derived = getDerivedData(entry);
    return matches(derived, findFollowUp(context.followUpIndex, derived), context);
  });
}

function filterAndCount(
  entries: readonly Inquiry[],
  narrowing: Narrowing,
  context: QueryContext,
): { entries: Inquiry[]; facets: Record<FacetName, FacetValue[]> } {
  const matchesText = narrowing.buscar ? createSearchFilter(narrowing.buscar) : () => true;
  const chosen = FACET_NAMES.flatMap((name) => {
    const value = narrowing[name];
    // Facets that depend on follow-up are ignored if it is not loaded.
    return value && (context.followUpIndex || !FOLLOW_UP_FACETS.has(name))
      ? [{ name, value: fold(value) }]
      : [];
  });
  const counts = Object.fromEntries(FACET_NAMES.map((name) => [name, new Map<string, number>()])) as Record<
    FacetName,
    Map<string, number>
  >;
  const matching = entries.filter((entry) => {
    if (!matchesText(entry)) return false;
    const failedFacets = chosen.filter(
      ({ name, value }) => !FACETS[name](entry, context).some((other) => fold(other) === value),
    );
    const [only] = failedFacets;
    if (failedFacets.length < 2)
      for (const name of only ? [only.name] : FACET_NAMES)
        for (const value of FACETS[name](entry, context))
          counts[name].set(value, (counts[name].get(value) ?? 0) + 1);
    return failedFacets.length === 0;
  });
  const facets = Object.fromEntries(
    FACET_NAMES.map((name) => [name, listFacetValues(name, counts[name], narrowing[name])]),
  ) as Record<FacetName, FacetValue[]>;
  return { entries: matching, facets };
}

/** Values of a facet, most frequent first, including the chosen one with count 0. */
function listFacetValues(name: FacetName, counts: Map<string, number>, chosen?: string): FacetValue[] {
  const values = [...counts].map(([value, count]) => ({ value, count }));
  if (chosen && !values.some(({ value }) => fold(value) === fold(chosen)))
    values.push({ value: chosen, count: 0 });
  const order = (value: string) => FOLLOW_UP_FACET.findIndex((state) => state === value);
  return name === 'seguimiento'
    ? values.toSorted((a, b) => order(a.value) - order(b.value))
    : values.toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value));
}
