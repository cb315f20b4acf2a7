import { sidOf } from '#contract/sid.ts';
import type { Narrowing, NarrowingName } from '#console/inquiries/address.ts';
import type { Inquiry } from '#console/inquiries/inquiries-queries.ts';
import { personName, vehicleName } from '#console/inquiries/inquiry-text.ts';
import { type Beside, hasReturned, isWorked } from './row-states.ts';

// Search and facets over the rows that are loaded. The service has no such filters: nothing here asks it anything.

export type FacetName = Exclude<NarrowingName, 'buscar'>;

/** What facets of follow-up stand on; undefined until it is known. */
export interface About {
  beside: Beside | undefined;
  /** The person's id. */
  me: string;
  now: number;
}

/** What `seguimiento` may be; a row can be several of them. */
export const STANDINGS = [
  'sin-leer',
  'nueva',
  'contactada',
  'cita',
  'ganada',
  'perdida',
  'pospuesta',
  'volvio',
] as const;
export type Standing = (typeof STANDINGS)[number];

const STATUS: Record<string, Standing> = {
  new: 'nueva',
  contacted: 'contactada',
  appointment: 'cita',
  won: 'ganada',
  lost: 'perdida',
};

/** Letters as they are compared: without accents and case. */
export function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

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
  const returned = hasReturned(followUp, now);
  const standings: Standing[] = [STATUS[followUp?.status ?? 'new'] ?? 'nueva'];
  if (!beside.isSeen(sid) && !isWorked(followUp)) standings.push('sin-leer');
  if (followUp?.snoozedUntil) standings.push(returned ? 'volvio' : 'pospuesta');
  return standings;
}

const texts = new WeakMap<Inquiry, { words: string; digits: string }>();

/** What of an inquiry is searched, folded once. */
function textOf(entry: Inquiry): { words: string; digits: string } {
  let text = texts.get(entry);
  if (!text) {
    const { Interesado: person, Auto: vehicle } = entry;
    const said = [
      personName(person),
      vehicleName(vehicle),
      vehicle.Version,
      vehicle.ExternalId,
      person.Email,
      person.Provincia,
      typeof person.Ciudad === 'string' ? person.Ciudad : '',
      person.Comentario,
      entry.OperadorResponsable,
    ];
    const numbers = [person.Telefono, person.DocIdentidad].filter(
      (value) => typeof value === 'string' || typeof value === 'number',
    );
    text = { words: fold(said.filter(Boolean).join('\n')), digits: digitsOf(numbers.join('\n')) };
    texts.set(entry, text);
  }
  return text;
}

/** Inquiries that are folded at a time: a few ms on a slow machine. */
const AT_A_TIME = 50;

/** Folds inquiries before they are searched, a few at a time, so that the first letter need not wait. @returns what ends it */
export function foldAhead(entries: readonly Inquiry[]): () => void {
  let at = 0;
  const some = () => {
    for (const entry of entries.slice(at, at + AT_A_TIME)) textOf(entry);
    at += AT_A_TIME;
    if (at < entries.length) timer = setTimeout(some);
  };
  let timer = setTimeout(some);
  return () => clearTimeout(timer);
}

const digitsOf = (text: string) => text.replaceAll(/[^\d\n]/g, '');

/** Finds every word somewhere in the inquiry; what looks like a number, in its phone or document too. */
function searcher(sought: string): (entry: Inquiry) => boolean {
  const words = fold(sought).split(/\s+/).filter(Boolean);
  const number = /^[\d\s().+-]{3,}$/.test(sought) ? digitsOf(sought) : '';
  return (entry) => {
    const text = textOf(entry);
    return (
      (number.length > 2 && text.digits.includes(number)) || words.every((word) => text.words.includes(word))
    );
  };
}

export interface FacetValue {
  value: string;
  /** Rows that have it and match everything else. */
  count: number;
}

export interface Narrowed {
  /** Those that match, in the order in which they came. */
  entries: Inquiry[];
  facets: Record<FacetName, FacetValue[]>;
}

/**
 * Leaves out what does not match. `open` stays although its follow-up no longer matches: it does not vanish under the
 * hands of who works on it.
 */
export function narrow(
  entries: readonly Inquiry[],
  narrowing: Narrowing,
  about: About,
  open?: string,
): Narrowed {
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
    return missed.every(({ name }) => OF_FOLLOW_UP.has(name) && open !== undefined && sidOf(entry) === open);
  });
  const facets = Object.fromEntries(
    FACET_NAMES.map((name) => [name, valuesOf(name, counts[name], narrowing[name])]),
  ) as Narrowed['facets'];
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
