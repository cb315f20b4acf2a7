import * as z from 'zod/mini';
import { vehicleName } from '#contract/inquiry-names.ts';
import { fold } from '#contract/search.ts';
import { InquirySchema } from '#gateway/forward/reply-schemas.ts';

interface LeadVehicle {
  id: string;
  stock: string;
  make: string;
  model: string;
  trim: string;
  year: string;
  kilometres: string;
  color: string;
  bodyStyle: string;
  isNew: boolean;
  price: LeadMoney | null;
}

interface LeadMoney {
  amount: string;
  currency: string;
}

/** An inquiry as CRMs get it. Texts are cleaned; empty: the inquiry does not say. */
export interface Lead {
  sid: string;
  /** ISO 8601. */
  at: string;
  agency: { mail: string; name: string };
  origin: string;
  interest: string;
  operator: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  document: string;
  province: string;
  city: string;
  /** May have several lines. */
  comment: string;
  vehicle: LeadVehicle;
  /** Make, model and year. */
  vehicleName: string;
  tradeIn: Pick<LeadVehicle, 'make' | 'model' | 'year'> | null;
  finance: { downPayment: LeadMoney | null; monthly: LeadMoney | null } | null;
  wantsInsurance: boolean;
}

/** The lead of an inquiry; undefined: it cannot be read. */
export function toLead(
  inquiry: unknown,
  context: Pick<Lead, 'sid' | 'at'> & { agency: { mail: string; name: string | null } },
): Lead | undefined {
  const { data } = z.safeParse(InquirySchema, inquiry);
  if (!data) return undefined;
  const { Auto: vehicle, Interesado: person } = data;
  const deal = person.InfoOperacion;
  const interest = cleanLine(person.Interes);
  const finance = deal?.FinanciacionDeseada;
  return {
    sid: cleanLine(context.sid),
    at: context.at,
    agency: { mail: cleanLine(context.agency.mail), name: cleanLine(context.agency.name) },
    origin: cleanLine(data.OrigenLead),
    interest,
    operator: cleanLine(data.OperadorResponsable),
    firstName: cleanLine(person.Nombre),
    lastName: cleanLine(person.Apellido),
    email: cleanLine(person.Email),
    phone: cleanLine(person.Telefono),
    document: cleanLine(person.DocIdentidad),
    province: cleanLine(person.Provincia),
    city: cleanLine(person.Ciudad),
    comment: cleanText(person.Comentario),
    vehicle: {
      id: cleanLine(vehicle.ExternalId),
      stock: cleanLine(vehicle.RefStock),
      make: cleanLine(vehicle.Marca),
      model: cleanLine(vehicle.Modelo),
      trim: cleanLine(vehicle.Version),
      year: cleanLine(vehicle.VersionYear),
      kilometres: cleanLine(vehicle.Kilometraje),
      color: cleanLine(vehicle.Color),
      bodyStyle: cleanLine(vehicle.BodyType),
      isNew: [vehicle.Estado, data.TipoAnuncio].some((value) => NEW_VEHICLE.has(fold(cleanLine(value)))),
      price: toMoney(vehicle.Precio),
    },
    vehicleName: cleanLine(vehicleName(vehicle)),
    tradeIn: deal?.EntregaVehiculo
      ? {
          make: cleanLine(deal.EntregaVehiculo.Marca),
          model: cleanLine(deal.EntregaVehiculo.Modelo),
          year: cleanLine(deal.EntregaVehiculo.VersionYear),
        }
      : null,
    finance:
      finance || fold(interest) === 'financiar'
        ? { downPayment: toMoney(finance?.Adelanto), monthly: toMoney(finance?.Cuota) }
        : null,
    wantsInsurance: deal?.QuiereCotizacionSeguro === true,
  };
}

const NEW_VEHICLE = new Set(['nuevo', '0km']);

const MoneySchema = z.object({ Moneda: z.nullish(z.string()), Importe: z.number() });

function toMoney(value: unknown): LeadMoney | null {
  const { data } = z.safeParse(MoneySchema, value);
  return data ? { amount: String(data.Importe), currency: cleanLine(data.Moneda) } : null;
}

/** Characters that XML 1.0 does not allow, also as references, with those that would be read as line breaks or not at all. */
const FORBIDDEN = /(?![\n\t])[\p{Cc}\u{2028}\u{2029}\u{feff}\u{fffe}\u{ffff}]/gu;

/** Text of a value without what XML or a mail must not have; line feeds and tabs stay. */
export function cleanText(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value).replaceAll(/\r\n?/g, '\n').toWellFormed().replaceAll(FORBIDDEN, ' ').trim();
}

/** Text of a value in one line. */
export const cleanLine = (value: unknown): string => cleanText(value).replaceAll(/\s+/g, ' ');
