import type { Insertable } from 'kysely';
import * as z from 'zod/mini';
import { type Hours, addOpenMinutes } from '#contract/hours.ts';
import { Consulta } from '#contract/inquiries.ts';
import { tolerant } from '#contract/reading.ts';
import { fold, nationalNumber, searchTokens } from '#contract/search.ts';
import { sidOf } from '#contract/sid.ts';
import { mailKey, operatorKey } from '#gateway/people/store.ts';
import type { InquiryTable } from './store.ts';
import { agencyToken } from './words.ts';

// What the index stores of an inquiry, from the JSON that the service sent.

export type Learned = 'webhook' | 'list' | 'single';

/** Where entries come from, and the hours their due time follows from. */
export interface Source {
  agency: string;
  learned: Learned;
  hours: Hours;
  now: number;
}

export interface IndexEntry {
  sid: string;
  columns: Omit<Insertable<InquiryTable>, 'number' | 'learned' | 'first_seen_at'>;
  /** What it is searched by. */
  tokens: string[];
}

const InquiryRead = tolerant(Consulta);
const LinksRead = tolerant(z.pick(Consulta, { _links: true }));

/** Entries without a sid cannot be opened, and are left out. */
export function entriesBySid(entries: readonly unknown[]): Map<string, unknown> {
  return new Map(
    entries.flatMap((entry) => {
      const links = z.safeParse(LinksRead, entry);
      const sid = links.success ? sidOf(links.data) : undefined;
      return sid ? [[sid.toUpperCase(), entry] as const] : [];
    }),
  );
}

/** When an inquiry should be answered by; null: the agency is never open. */
export function dueAt(at: number, hours: Hours): number | null {
  return addOpenMinutes(at, hours.target, hours) ?? null;
}

/** Parses an entry of the service; undefined where it cannot be opened: it has no sid, or no moment. */
export function parseEntry(entry: unknown, { agency, hours, now }: Source): IndexEntry | undefined {
  const parsed = z.safeParse(InquiryRead, entry);
  if (!parsed.success) return undefined;
  const { data: inquiry } = parsed;
  const { Auto: vehicle, Interesado: person } = inquiry;
  const sid = sidOf(inquiry)?.toUpperCase();
  const at = Date.parse(inquiry.Momento);
  if (!sid || Number.isNaN(at)) return undefined;
  const agency_key = mailKey(agency);
  const { InfoOperacion: deal } = person;
  const columns: IndexEntry['columns'] = {
    agency_key,
    sid,
    at,
    due_at: dueAt(at, hours),
    gone_at: null,
    // As without follow-up, of which few that arrive have any: it is copied once the row is there.
    status: 'new',
    waits: 1,
    claimed_by: null,
    snoozed_until: null,
    operator_key: operatorKey(textOrNull(inquiry.OperadorResponsable)),
    listing_key: keyOf(vehicle.ExternalId),
    ...facet('make', vehicle.Marca),
    ...facet('origin', inquiry.OrigenLead),
    ...facet('listing_type', inquiry.TipoAnuncio),
    ...facet('interest', person.Interes),
    ...facet('condition', vehicle.Estado),
    ...facet('province', person.Provincia),
    trade_in: deal?.EntregaVehiculo ? 1 : 0,
    finance: deal?.FinanciacionDeseada ? 1 : 0,
    insurance: deal?.QuiereCotizacionSeguro === true ? 1 : 0,
    model: textOrNull(vehicle.Modelo),
    year: Number.isInteger(vehicle.VersionYear) ? (vehicle.VersionYear ?? null) : null,
    price: vehicle.Precio?.Importe ?? null,
    currency: textOrNull(vehicle.Precio?.Moneda),
    ...buyerColumns({ phone: person.Telefono, mail: person.Email, document: person.DocIdentidad }),
    last_seen_at: now,
    data: JSON.stringify(entry),
  };
  return { sid, columns, tokens: [agencyToken(agency_key), ...searchTokens(inquiry)] };
}

/** Text that PostgreSQL takes, too. */
export function textOrNull(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.replaceAll('\0', '').toWellFormed().trim();
  return text === '' ? null : text;
}

function keyOf(value: unknown): string | null {
  const text = textOrNull(value);
  return text === null ? null : fold(text);
}

function facet<Name extends string>(name: Name, value: unknown) {
  return { [name]: textOrNull(value), [`${name}_key`]: keyOf(value) } as Record<
    Name | `${Name}_key`,
    string | null
  >;
}

// decided: a shorter number is no phone, or one without its area, which many buyers may have.
const SHORTEST_PHONE = 8;
const SHORTEST_DOCUMENT = 6;

/** What a buyer is known again by; null where it tells nobody apart. */
export function buyerColumns({
  phone,
  mail,
  document,
}: {
  phone?: unknown;
  mail?: unknown;
  document?: unknown;
}) {
  return { phone_key: phoneKey(phone), mail_key: keyOf(mail), document_key: documentKey(document) };
}

function phoneKey(value: unknown): string | null {
  const number = typeof value === 'string' ? nationalNumber(value) : '';
  return number.length < SHORTEST_PHONE || isOneDigit(number) ? null : number;
}

function documentKey(value: unknown): string | null {
  const digits =
    typeof value === 'string' || typeof value === 'number' ? String(value).replaceAll(/\D/g, '') : '';
  return digits.length < SHORTEST_DOCUMENT || isOneDigit(digits) ? null : digits;
}

/** As `1111111111`, which people write where a number is demanded. */
function isOneDigit(digits: string): boolean {
  return new Set(digits).size === 1;
}
