import * as z from 'zod/mini';
import { Links, Reference, windowOf } from './collection.ts';
import { endpoint, v3Endpoints } from './endpoint.ts';
import { LAST_PAGE } from './paging.ts';
import { decided, guaranteed } from './reading.ts';
import { AdminMail, Int32, Mail, Money } from './values.ts';
import { isCalendarDay, isPlausibleDay } from './window.ts';

/** The vehicle of an inquiry (brief 2.2). */
export const Auto = z.object({
  ExternalId: z.string(),
  // decided: plate, chassis or other stock id as text; the interface shows it only as null.
  RefStock: decided(z.nullable(z.string())),
  Marca: z.string(),
  Modelo: z.string(),
  Version: z.nullable(z.string()),
  VersionYear: z.nullable(z.number()),
  Kilometraje: z.nullable(z.number()),
  Color: z.nullable(z.string()),
  BodyType: z.nullable(z.string()),
  // decided: open list, in use `Usado`, `Nuevo`.
  Estado: z.string(),
  Precio: z.nullable(Money),
  // decided: money, by analogy with Precio.
  Anticipo: decided(z.nullable(Money)),
  // decided: money, by analogy with Precio.
  Cuota: decided(z.nullable(Money)),
});

export const InfoOperacion = z.object({
  EntregaVehiculo: z.nullable(
    z.object({ Marca: z.string(), Modelo: z.string(), VersionYear: z.nullable(z.number()) }),
  ),
  FinanciacionDeseada: z.nullable(
    z.object({
      // decided: money, by analogy with Cuota.
      Adelanto: decided(z.nullable(Money)),
      Cuota: z.nullable(Money),
    }),
  ),
  // decided: a boolean; the interface shows it only as null.
  QuiereCotizacionSeguro: decided(z.nullable(z.boolean())),
});

/** The interested person (brief 2.2). */
export const Interesado = z.object({
  // decided: open list, in use `Comprar`, `Financiar`, `Permutar`, `PruebaDeManejo`.
  Interes: z.string(),
  Nombre: z.string(),
  Apellido: z.string(),
  Email: z.string(),
  // decided: text; the interface shows the three only as null.
  Telefono: decided(z.nullable(z.string())),
  DocIdentidad: decided(z.nullable(z.string())),
  Provincia: z.string(),
  Ciudad: decided(z.nullable(z.string())),
  Comentario: z.string(),
  InfoOperacion: z.nullable(InfoOperacion),
});

/** Inquiry (brief 2.2). Its id is in its links: see `sidOf`. */
export const Consulta = z.object({
  Momento: guaranteed(z.string()),
  // decided: open list, in use `Formulario`, `WhatsApp`, `Llamada`, `Chat`.
  OrigenLead: z.string(),
  // decided: open list, in use `Usado`, `0km`, `Plan`.
  TipoAnuncio: z.string(),
  Auto: guaranteed(Auto),
  Interesado: guaranteed(Interesado),
  OperadorResponsable: z.nullable(z.string()),
  _links: Links,
});
export type Consulta = z.infer<typeof Consulta>;

export const Consultas = windowOf(Consulta);
export type Consultas = z.infer<typeof Consultas>;
export const ConsultasRef = windowOf(Reference);

/** `sid` (brief 4.5). Any string of valid length is accepted and may not be found. */
export const Sid = z.string().check(z.minLength(20), z.maxLength(30));

export const AgencyPath = z.object({ adminMail: AdminMail });
export const InquiryPath = z.object({ adminMail: AdminMail, sid: Sid });

export const InquiryDay = z.string().check(z.refine(isCalendarDay, 'debe ser una fecha (AAAA-MM-DD)'));
/** A day that becomes a key. Aborts: checks of a period need days. */
export const PlausibleDay = z
  .string()
  .check(z.refine(isPlausibleDay, { error: 'not a plausible day', abort: true }));

/** Query of the list (brief 4.5). `inquiryWindow` validates the 90 days, which depend on the current time. */
export const InquiriesQuery = z.object({
  operador: z.optional(Mail),
  externalid: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  desde: z.optional(InquiryDay),
  hasta: z.optional(InquiryDay),
  pagina: z.optional(
    z.pipe(
      Int32,
      z.int().check(z.minimum(1, 'debe ser 1 o más'), z.maximum(LAST_PAGE, `debe ser ${LAST_PAGE} o menos`)),
    ),
  ),
});
export type InquiriesQuery = z.infer<typeof InquiriesQuery>;

export const inquiryEndpoints = v3Endpoints({
  listInquiries: endpoint({
    method: 'GET',
    path: '/v3/consultas/{adminMail}',
    params: AgencyPath,
    query: InquiriesQuery,
    reply: Consultas,
    ref: ConsultasRef,
    success: 200,
    errors: [404, 400],
  }),
  viewInquiry: endpoint({
    method: 'GET',
    path: '/v3/consultas/{adminMail}/{sid}',
    params: InquiryPath,
    reply: Consulta,
    ref: Reference,
    success: 200,
    errors: [404, 400],
  }),
  resendInquiry: endpoint({
    method: 'POST',
    path: '/v3/consultas/{adminMail}/{sid}/resendwebhook',
    params: InquiryPath,
    // decided: the webhook's payload, which is the whole inquiry.
    reply: Consulta,
    success: 202,
    errors: [403, 404, 400],
  }),
});
