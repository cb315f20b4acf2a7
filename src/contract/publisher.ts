import * as z from 'zod/mini';
import { AgenciaProductos } from './agencies.ts';
import { boundedArray } from './bounded-array.ts';
import { Links } from './collection.ts';
import { endpoint } from './endpoint.ts';
import { AgencyPath, InquiryDay } from './inquiries.ts';
import { Mail, Money } from './values.ts';

// decided: everything here. The interface says that publications receive inquiries, not how the service gets them.

export const MAX_PUBLISHED_INQUIRIES = 500;

const publishedText = (maxLength: number) => z.string().check(z.maxLength(maxLength));
/** A member that may be left out. */
const orNull = <S extends z.core.$ZodType>(schema: S) => z._default(z.nullable(schema), null);

const Importe = z.strictObject({
  ...Money.shape,
  Moneda: z.string().check(z.regex(/^[A-Z]{3}$/, 'debe ser un código de moneda (ARS)')),
});

const VersionYear = orNull(z.int().check(z.minimum(1908), z.maximum(2050)));

const AutoPublicado = z.strictObject({
  ExternalId: z._default(
    publishedText(255).check(z.regex(/^\P{Cc}*$/u, 'contiene caracteres de control')),
    '',
  ),
  RefStock: orNull(publishedText(25)),
  Marca: publishedText(100),
  Modelo: publishedText(100),
  Version: orNull(publishedText(200)),
  VersionYear,
  Kilometraje: orNull(z.int().check(z.minimum(0), z.maximum(999_000))),
  Color: orNull(publishedText(50)),
  BodyType: orNull(publishedText(50)),
  Estado: publishedText(50),
  Precio: orNull(Importe),
  Anticipo: orNull(Importe),
  Cuota: orNull(Importe),
});

const InfoOperacionPublicada = z.strictObject({
  EntregaVehiculo: orNull(
    z.strictObject({ Marca: publishedText(100), Modelo: publishedText(100), VersionYear }),
  ),
  FinanciacionDeseada: orNull(z.strictObject({ Adelanto: orNull(Importe), Cuota: orNull(Importe) })),
  QuiereCotizacionSeguro: orNull(z.boolean()),
});

// Contact data is not validated: a buyer's typing error must not lose the inquiry.
const InteresadoPublicado = z.strictObject({
  Interes: publishedText(50),
  Nombre: publishedText(100),
  Apellido: publishedText(100),
  Email: publishedText(254),
  Telefono: orNull(publishedText(50)),
  DocIdentidad: orNull(publishedText(50)),
  Provincia: publishedText(200),
  Ciudad: orNull(publishedText(200)),
  Comentario: publishedText(10_000),
  InfoOperacion: orNull(InfoOperacionPublicada),
});

/** An inquiry as a publisher sends it: a Consulta without links, with the publisher's own id. */
export const ConsultaPublicada = z.strictObject({
  /** Unique per publisher and agency; a repeated one is not received again. */
  Id: z
    .string()
    .check(z.regex(/^[\x21-\x7e]{1,100}$/, 'debe tener de 1 a 100 caracteres ASCII sin espacios')),
  /** Absent: the time of arrival. */
  Momento: z.optional(
    z.iso.datetime({ offset: true, error: 'debe ser un instante ISO 8601 con desplazamiento horario' }).check(
      z.maxLength(40),
      z.refine((momento) => Date.parse(momento) >= 0, 'debe ser posterior a 1970'),
    ),
  ),
  /**
   * The app that published the publication `Auto.ExternalId`. Absent: the calling app. Without an ExternalId the inquiry is
   * not tied to a publication, whatever is said here.
   */
  AppKey: z.optional(publishedText(128)),
  OrigenLead: publishedText(50),
  TipoAnuncio: publishedText(50),
  Auto: AutoPublicado,
  Interesado: InteresadoPublicado,
  /** Absent: the agency's administrator. */
  OperadorResponsable: orNull(Mail),
});
export type ConsultaPublicada = z.infer<typeof ConsultaPublicada>;

/** Received all or none: a single invalid inquiry refuses the request. */
export const ConsultasPublicadas = boundedArray(ConsultaPublicada, { min: 1, max: MAX_PUBLISHED_INQUIRIES });

/**
 * Entries in the order of the request. `Repetida`: received before, by an earlier request or earlier in this
 * one.
 */
export const ConsultasRecibidas = z.object({
  _entries: z.array(z.object({ Id: z.string(), Repetida: z.boolean(), _links: Links })),
});

const EXPOSICIONES = ['Alta', 'Media', 'Baja'] as const;

const Producto = z
  .strictObject({
    Exposicion: z.enum(EXPOSICIONES),
    Contratadas: z.int().check(z.minimum(0)),
    Utilizadas: z.int().check(z.minimum(0)),
  })
  .check(
    z.refine(({ Contratadas, Utilizadas }) => Utilizadas <= Contratadas, {
      error: 'no puede superar Contratadas',
      path: ['Utilizadas'],
    }),
  );

/** The package of publications of an agency; replaces the one it has. */
export const PaquetePublicado = z
  .strictObject({
    Paquete: publishedText(100).check(z.minLength(1)),
    Desde: InquiryDay,
    Hasta: InquiryDay,
    Productos: boundedArray(
      Producto,
      { max: EXPOSICIONES.length },
      z.refine(
        (products) => new Set(products.map(({ Exposicion }) => Exposicion)).size === products.length,
        'repite una Exposicion',
      ),
    ),
  })
  .check(
    z.refine(({ Desde, Hasta }) => Desde <= Hasta, {
      error: 'no puede ser anterior a Desde',
      path: ['Hasta'],
    }),
  );

/** Endpoints of apps that may publish, for any registered agency. The gateway does not forward them. */
export const publisher = {
  publishInquiries: endpoint({
    method: 'POST',
    path: '/publisher/consultas/{adminMail}',
    params: AgencyPath,
    body: ConsultasPublicadas,
    reply: ConsultasRecibidas,
    success: 200,
    errors: [400, 403, 404, 409],
    maxBodyBytes: 2 * 1024 * 1024,
  }),
  publishPackage: endpoint({
    method: 'PUT',
    path: '/publisher/agencias/{adminMail}/productos',
    params: AgencyPath,
    body: PaquetePublicado,
    reply: AgenciaProductos,
    success: 200,
    errors: [400, 403, 404],
  }),
} as const;

export type PublisherName = keyof typeof publisher;
