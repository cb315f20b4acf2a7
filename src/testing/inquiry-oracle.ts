import type { FollowUp, FollowUps } from '#contract/desk/follow-up.ts';
import { lookUp } from '#contract/look-up.ts';
import { type Hours, afterOpenMinutes } from '#contract/hours.ts';
import type { Consulta } from '#contract/inquiries.ts';
import { type BuiltInView, type FacetName, type Narrowing, VIEWS } from '#contract/queue-names.ts';
import {
  STANDINGS,
  type Standing,
  isBack,
  isClosed,
  isPutOff,
  isResting,
  isWorked,
} from '#contract/standing.ts';
import type { Tolerant } from '#contract/reading.ts';
import { type SearchGroups, type Term, fold, parseSearch, searchTokens } from '#contract/search.ts';
import { sidOf } from '#contract/sid.ts';
import { addDays, dayAt, startOfDay } from '#contract/window.ts';

// The rules of views, search and facets, over inquiries in memory: what the SQL of the index is tested against.

type Inquiry = Tolerant<typeof Consulta>;

/** Follow-up of inquiries by sid, in whatever case a link has it. */
export interface Beside {
  followUp(sid: string): FollowUp | undefined;
  isSeen(sid: string): boolean;
}

/** What views and facets stand on besides the inquiries. */
export interface About {
  /** Undefined until it is known. */
  beside: Beside | undefined;
  /** The person's id. */
  me: string;
  /** Milliseconds since 1970. */
  now: number;
  /** Of the agency; undefined where they could not be read: nothing is late then. */
  hours: Hours | undefined;
  /** IANA name of the zone that today is in. */
  zone: string;
}

export function besideOf({ followUps, seen }: FollowUps): Beside {
  const bySid = new Map(followUps.map((followUp) => [followUp.sid.toUpperCase(), followUp]));
  const seenSids = new Set(seen.map((sid) => sid.toUpperCase()));
  return {
    followUp: (sid) => bySid.get(sid.toUpperCase()),
    isSeen: (sid) => seenSids.has(sid.toUpperCase()),
  };
}

/** Whether the view of a person's own has it: they took it or were handed it, and it is open. */
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

const YES = 'si';
const yes = (holds: boolean) => (holds ? [YES] : []);
const one = (value: string | null | undefined) => (value?.trim() ? [value.trim()] : []);

const FACETS: Record<FacetName, (entry: Inquiry, about: About) => readonly string[]> = {
  marca: ({ Auto }) => one(Auto.Marca),
  origen: ({ OrigenLead }) => one(OrigenLead),
  tipo: ({ TipoAnuncio }) => one(TipoAnuncio),
  interes: ({ Interesado }) => one(Interesado.Interes),
  condicion: ({ Auto }) => one(Auto.Estado),
  provincia: ({ Interesado }) => one(Interesado.Provincia),
  permuta: ({ Interesado }) => yes(Boolean(Interesado.InfoOperacion?.EntregaVehiculo)),
  financia: ({ Interesado }) => yes(Boolean(Interesado.InfoOperacion?.FinanciacionDeseada)),
  seguro: ({ Interesado }) => yes(Interesado.InfoOperacion?.QuiereCotizacionSeguro === true),
  seguimiento: standingsOf,
  mias: (entry, { beside, me }) => {
    const sid = sidOf(entry);
    return yes(Boolean(sid && beside?.followUp(sid)?.claimedBy?.id === me));
  },
};
const FACET_NAMES = Object.keys(FACETS) as FacetName[];

/** Facets that stand on follow-up, which changes while one works. */
const OF_FOLLOW_UP = new Set<FacetName>(['seguimiento', 'mias']);

function standingsOf(entry: Inquiry, { beside, now }: About): Standing[] {
  const sid = sidOf(entry);
  if (!sid || !beside) return [];
  const followUp = beside.followUp(sid);
  const standings: Standing[] = [lookUp(STATUS, followUp?.status ?? 'new') ?? 'nueva'];
  if (!beside.isSeen(sid) && !isWorked(followUp)) standings.push('sin-leer');
  if (isResting(followUp, now)) standings.push('pospuesta');
  if (isBack(followUp, now)) standings.push('volvio');
  return standings;
}

/** Whether tokens of an inquiry answer what is sought. */
export function matchesSearch(tokens: readonly string[], alternatives: readonly SearchGroups[]): boolean {
  const has = ({ token, prefix }: Term) =>
    prefix ? tokens.some((one) => one.startsWith(token)) : tokens.includes(token);
  return alternatives.some((groups) => groups.every((terms) => terms.some(has)));
}

function searcher(sought: string): (entry: Inquiry) => boolean {
  const alternatives = parseSearch(sought);
  return alternatives.length === 0 ? () => true : (entry) => matchesSearch(searchTokens(entry), alternatives);
}

export interface FacetValue {
  value: string;
  /** Rows that have it and match everything else. */
  count: number;
}

/** What is known of an inquiry without its follow-up, worked out once. */
interface Known {
  sid: string | undefined;
  /** Its Momento, milliseconds since 1970; what cannot be read is the oldest. */
  at: number;
  /** When it should have been answered, by the hours that it was asked by last. */
  due: { hours: Hours; at: number | undefined } | undefined;
}

const known = new WeakMap<Inquiry, Known>();

function knownOf(entry: Inquiry): Known {
  let one = known.get(entry);
  if (!one) {
    const at = Date.parse(entry.Momento);
    one = { sid: sidOf(entry), at: Number.isNaN(at) ? -Infinity : at, due: undefined };
    known.set(entry, one);
  }
  return one;
}

/** Whether the time to answer it has passed, answered or not. */
function isOverdue(one: Known, { hours, now }: About): boolean {
  if (!hours || one.at === -Infinity) return false;
  if (one.due?.hours !== hours) one.due = { hours, at: afterOpenMinutes(one.at, hours.target, hours) };
  return one.due.at !== undefined && one.due.at <= now;
}

const isAnswered = (followUp: FollowUp | undefined) =>
  Boolean(followUp?.firstTouch ?? followUp?.firstContact);

/** Nobody turned to the buyer yet, or it rested and came back; neither won, lost nor put off. */
function isWaiting(followUp: FollowUp | undefined, now: number): boolean {
  return !isClosed(followUp) && !isResting(followUp, now) && (!isAnswered(followUp) || isBack(followUp, now));
}

let today = { zone: '', from: 0, to: -1 };

/** First and last instant of today in a zone, worked out once a day. */
function todayOf(now: number, zone: string): { from: number; to: number } {
  if (today.zone !== zone || now < today.from || now > today.to) {
    const day = dayAt(now, zone);
    today = { zone, from: startOfDay(day, zone), to: startOfDay(addDays(day, 1), zone) - 1 };
  }
  return today;
}

interface ViewRule {
  /** `followUp` is undefined for an inquiry that nobody touched. */
  holds: (one: Known, followUp: FollowUp | undefined, about: About) => boolean;
  /** Smaller comes first; left out: the newest does. */
  order?: (one: Known, followUp: FollowUp | undefined) => number;
  /** It stands on the inquiry alone. */
  ofInquiry?: true;
}

const RULES: Record<BuiltInView, ViewRule> = {
  // Who came first is due first, whatever the hours are.
  esperando: { holds: (_, followUp, { now }) => isWaiting(followUp, now), order: ({ at }) => at },
  tarde: {
    holds: (one, followUp, about) =>
      isWaiting(followUp, about.now) && !isAnswered(followUp) && isOverdue(one, about),
    order: ({ at }) => at,
  },
  mias: { holds: (_, followUp, { me }) => isMine(followUp, me) },
  hoy: {
    holds: ({ at }, _, { now, zone }) => {
      const { from, to } = todayOf(now, zone);
      return from <= at && at <= to;
    },
    ofInquiry: true,
  },
  pospuestas: {
    // What is back comes before what is next to return.
    holds: (_, followUp, { now }) => isPutOff(followUp, now),
    order: (_, followUp) => followUp?.snoozedUntil ?? 0,
  },
};

const followUpIn = (beside: Beside | undefined, { sid }: Known) => (sid ? beside?.followUp(sid) : undefined);

/** How many of the inquiries each view has. @returns undefined for those that stand on follow-up which is not known */
export function countsOf(entries: Iterable<Inquiry>, about: About): Record<BuiltInView, number | undefined> {
  const counts = Object.fromEntries(VIEWS.map((view) => [view, 0])) as Record<BuiltInView, number>;
  for (const entry of entries) {
    const one = knownOf(entry);
    const followUp = followUpIn(about.beside, one);
    for (const view of VIEWS) if (RULES[view].holds(one, followUp, about)) counts[view] += 1;
  }
  return Object.fromEntries(
    VIEWS.map((view) => [view, about.beside || RULES[view].ofInquiry ? counts[view] : undefined]),
  ) as Record<BuiltInView, number | undefined>;
}

/** The order of a view: of equals the newest first, then by sid; those without one stay as they came. */
function inOrder(view: BuiltInView, entries: readonly Inquiry[], { beside }: About): Inquiry[] {
  const { order } = RULES[view];
  const keyed = entries.map((entry) => {
    const one = knownOf(entry);
    return { entry, one, key: order ? order(one, followUpIn(beside, one)) : -one.at };
  });
  keyed.sort(
    (a, b) =>
      compare(a.key, b.key) || compare(b.one.at, a.one.at) || compare(a.one.sid ?? '', b.one.sid ?? ''),
  );
  return keyed.map(({ entry }) => entry);
}

const compare = <Key extends number | string>(a: Key, b: Key) => (a < b ? -1 : a > b ? 1 : 0);

export interface Asked {
  narrowing: Narrowing;
  /** Left out: the order in which they came. */
  view?: BuiltInView | undefined;
}

export interface Arranged {
  /** Those that match, in their order. */
  entries: Inquiry[];
  facets: Record<FacetName, FacetValue[]> | undefined;
}

/**
 * Leaves out what does not match, and puts the rest into the order of the view. Facets are counted where asked for.
 */
export function arrange(
  entries: readonly Inquiry[],
  { narrowing, view }: Asked,
  about: About,
  { facets = false }: { facets?: boolean } = {},
): Arranged {
  const inView = view ? ofView(view, entries, about) : entries;
  const narrowed =
    facets || Object.values(narrowing).some(Boolean)
      ? narrow(inView, narrowing, about)
      : { entries: [...inView], facets: undefined };
  return {
    entries: view ? inOrder(view, narrowed.entries, about) : narrowed.entries,
    facets: facets ? narrowed.facets : undefined,
  };
}

function ofView(view: BuiltInView, entries: readonly Inquiry[], about: About): readonly Inquiry[] {
  const { holds, ofInquiry } = RULES[view];
  // Until follow-up is known nothing is left out for its sake.
  if (!about.beside && !ofInquiry) return entries;
  return entries.filter((entry) => {
    const one = knownOf(entry);
    return holds(one, followUpIn(about.beside, one), about);
  });
}

function narrow(
  entries: readonly Inquiry[],
  narrowing: Narrowing,
  about: About,
): { entries: Inquiry[]; facets: Record<FacetName, FacetValue[]> } {
  const found = narrowing.buscar ? searcher(narrowing.buscar) : () => true;
  const chosen = FACET_NAMES.flatMap((name) => {
    const value = narrowing[name];
    // Until follow-up is known nothing is left out for its sake.
    return value && (about.beside || !OF_FOLLOW_UP.has(name)) ? [{ name, value: fold(value) }] : [];
  });
  const counts = Object.fromEntries(FACET_NAMES.map((name) => [name, new Map<string, number>()])) as Record<
    FacetName,
    Map<string, number>
  >;
  const matching = entries.filter((entry) => {
    if (!found(entry)) return false;
    const missed = chosen.filter(
      ({ name, value }) => !FACETS[name](entry, about).some((other) => fold(other) === value),
    );
    const [only] = missed;
    if (missed.length < 2)
      for (const name of only ? [only.name] : FACET_NAMES)
        for (const value of FACETS[name](entry, about))
          counts[name].set(value, (counts[name].get(value) ?? 0) + 1);
    return missed.length === 0;
  });
  const facets = Object.fromEntries(
    FACET_NAMES.map((name) => [name, valuesOf(name, counts[name], narrowing[name])]),
  ) as Record<FacetName, FacetValue[]>;
  return { entries: matching, facets };
}

/** The most frequent first; what is chosen is there also when nothing has it. */
function valuesOf(name: FacetName, counts: Map<string, number>, chosen: string | undefined): FacetValue[] {
  const values = [...counts].map(([value, count]) => ({ value, count }));
  if (chosen && !values.some(({ value }) => fold(value) === fold(chosen)))
    values.push({ value: chosen, count: 0 });
  const order = (value: string) => STANDINGS.findIndex((standing) => standing === value);
  return name === 'seguimiento'
    ? values.toSorted((a, b) => order(a.value) - order(b.value))
    : values.toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value));
}
