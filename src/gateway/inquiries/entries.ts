import type { Insertable } from 'kysely';
import * as z from 'zod/mini';
import { type Hours, findDueAt } from '#contract/hours.ts';
import { Consulta, Interesado } from '#contract/inquiries.ts';
import { personName } from '#contract/inquiry-names.ts';
import { tolerant } from '#contract/reading.ts';
import { formatModel } from '#contract/overview.ts';
import { fold, nationalNumber, searchTokens } from '#contract/search.ts';
import { sidOf } from '#contract/sid.ts';
import { isPlausibleInstant } from '#contract/window.ts';
import { InquirySchema } from '#gateway/forward/reply-schemas.ts';
import { mailKey, operatorKey } from '#gateway/people/store.ts';
import type { DiscoverySource, InquiryTable } from './tables.ts';
import { agencyToken } from './search-conditions.ts';

// Parses the service's JSON of inquiries into rows of the index.

/** Origin of entries, and the hours for their due time. */
export interface EntrySource {
  agency: string;
  discoverySource: DiscoverySource;
  hours: Hours;
  now: number;
}

export interface IndexEntry {
  sid: string;
  columns: Omit<Insertable<InquiryTable>, 'number' | 'discovery_source' | 'first_seen_at'>;
  /** Tokens for full-text search. */
  tokens: string[];
}

const BuyerSchema = z.object({ Interesado: tolerant(Interesado) });
const LinksSchema = tolerant(z.pick(Consulta, { _links: true }));

/** Entries by upper-case sid; those without one cannot be opened and are left out. */
export function keyEntriesBySid(entries: readonly unknown[]): Map<string, unknown> {
  return new Map(
    entries.flatMap((entry) => {
      const links = z.safeParse(LinksSchema, entry);
      const sid = links.success ? sidOf(links.data) : undefined;
      return sid ? [[sid.toUpperCase(), entry] as const] : [];
    }),
  );
}

/** Name of the buyer in the JSON of an inquiry; null: none. */
export function parseBuyerName(json: string): string | null {
  const parsed = z.safeParse(BuyerSchema, JSON.parse(json));
  return (parsed.success && personName(parsed.data.Interesado)) || null;
}

/** Due time of the answer, ms since 1970; null: the agency is never open, or the moment is not plausible. */
export function computeDueAt(at: number, hours: Hours): number | null {
  return isPlausibleInstant(at) ? (findDueAt(at, hours) ?? null) : null;
}

/** Parses an entry of the service; undefined without a sid or a valid moment. */
export function parseEntry(entry: unknown, { agency, hours, now }: EntrySource): IndexEntry | undefined {
  const parsed = z.safeParse(InquirySchema, entry);
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
    due_at: computeDueAt(at, hours),
    gone_at: null,
    missing_since: null,
    // Values without follow-up; `syncFollowUps` copies it after the insert.
    status: 'new',
    is_waiting: 1,
    claimed_by: null,
    snoozed_until: null,
    operator_key: operatorKey(normalizeText(inquiry.OperadorResponsable)),
    listing_key: toFacetKey(vehicle.ExternalId),
    ...toFacetColumns('make', vehicle.Marca),
    ...toFacetColumns('origin', inquiry.OrigenLead),
    ...toFacetColumns('listing_type', inquiry.TipoAnuncio),
    ...toFacetColumns('interest', person.Interes),
    ...toFacetColumns('condition', vehicle.Estado),
    ...toFacetColumns('province', person.Provincia),
    trade_in: deal?.EntregaVehiculo ? 1 : 0,
    finance: deal?.FinanciacionDeseada ? 1 : 0,
    insurance: deal?.QuiereCotizacionSeguro === true ? 1 : 0,
    ...toModelColumns(vehicle),
    year: normalizeYear(vehicle.VersionYear),
    price: vehicle.Precio?.Importe ?? null,
    currency: normalizeText(vehicle.Precio?.Moneda),
    ...toBuyerColumns({ phone: person.Telefono, mail: person.Email, document: person.DocIdentidad }),
    last_seen_at: now,
    data: JSON.stringify(entry),
  };
  return { sid, columns, tokens: [agencyToken(agency_key), ...searchTokens(inquiry)] };
}

/** Trims, and removes what PostgreSQL rejects; null for empty text and other types. */
export function normalizeText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.replaceAll('\0', '').toWellFormed().trim();
  return text === '' ? null : text;
}

/** Null for what is not a year; larger numbers do not fit into the column. */
function normalizeYear(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 9999 ? value : null;
}

function toFacetKey(value: unknown): string | null {
  const text = normalizeText(value);
  return text === null ? null : fold(text);
}

function toModelColumns({ Marca, Modelo }: { Marca?: unknown; Modelo?: unknown }) {
  const [make, model] = [normalizeText(Marca), normalizeText(Modelo)];
  return { model, model_key: model === null ? null : fold(formatModel(make, model)) };
}

function toFacetColumns<Name extends string>(name: Name, value: unknown) {
  return { [name]: normalizeText(value), [`${name}_key`]: toFacetKey(value) } as Record<
    Name | `${Name}_key`,
    string | null
  >;
}

// decided: shorter numbers lack the area code, so that several buyers may share them.
const MIN_PHONE_LENGTH = 8;
const MIN_DOCUMENT_LENGTH = 6;

/** Keys that identify a buyer; null for values that do not identify anyone. */
export function toBuyerColumns({
  phone,
  mail,
  document,
}: {
  phone?: unknown;
  mail?: unknown;
  document?: unknown;
}) {
  return { phone_key: toPhoneKey(phone), mail_key: toFacetKey(mail), document_key: toDocumentKey(document) };
}

function toPhoneKey(value: unknown): string | null {
  const number = typeof value === 'string' ? nationalNumber(value) : '';
  return number.length < MIN_PHONE_LENGTH || isRepeatedDigit(number) ? null : number;
}

function toDocumentKey(value: unknown): string | null {
  const digits =
    typeof value === 'string' || typeof value === 'number' ? String(value).replaceAll(/\D/g, '') : '';
  return digits.length < MIN_DOCUMENT_LENGTH || isRepeatedDigit(digits) ? null : digits;
}

/** Such as `1111111111`, which people enter in mandatory fields. */
function isRepeatedDigit(digits: string): boolean {
  return new Set(digits).size === 1;
}
