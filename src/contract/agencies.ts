import * as z from 'zod/mini';
import { Links, LinksOnly, Reference, listOf } from './collection.ts';
import { endpoint, v3Endpoints } from './endpoint.ts';
import { AgencyPath } from './inquiries.ts';
import { decided, guaranteed } from './reading.ts';
import { AdminMail, Mail } from './values.ts';

// decided: everything here except AdminMail; the interface names these models, but not their members (brief 2.3).

const Phone = z.string().check(z.minLength(8), z.maxLength(20), z.regex(/^[+\d][\d -]*$/));
const line = (maximum: number, minimum = 0) =>
  z
    .string()
    .check(
      z.minLength(minimum),
      z.maxLength(maximum),
      z.regex(/^\P{Cc}*$/u, 'contiene caracteres de control'),
    );
const Place = line(200);

const editable = {
  Nombre: z.optional(z.nullable(line(100, 2))),
  RazonSocial: z.optional(z.nullable(line(100))),
  IdentificacionFiscal: z.optional(z.nullable(line(20))),
  Telefono: z.optional(z.nullable(Phone)),
  WhatsApp: z.optional(z.nullable(Phone)),
  Region: z.optional(z.nullable(Place)),
  Ciudad: z.optional(z.nullable(Place)),
  Direccion: z.optional(z.nullable(Place)),
};

export type EditableField = keyof typeof editable;
export const EDITABLE_FIELDS = Object.keys(editable) as EditableField[];

/** Body of `inviteAgency`. */
export const AgenciaCreate = z.strictObject({ AdminMail, ...editable });
export type AgenciaCreate = z.infer<typeof AgenciaCreate>;

/** Body of `editAgency`: absent members are unchanged, null clears. */
export const AgenciaEdit = z.strictObject(editable);
export type AgenciaEdit = z.infer<typeof AgenciaEdit>;

export const Operador = z.object({
  Nombre: z.nullable(z.string()),
  Apellido: z.nullable(z.string()),
  Email: z.string(),
  EsAdministradorAgencia: z.boolean(),
});

export const Agencia = z.object({
  AdminMail: guaranteed(z.string()),
  Nombre: z.nullable(z.string()),
  RazonSocial: z.nullable(z.string()),
  IdentificacionFiscal: z.nullable(z.string()),
  Telefono: z.nullable(z.string()),
  WhatsApp: z.nullable(z.string()),
  Region: z.nullable(z.string()),
  Ciudad: z.nullable(z.string()),
  Direccion: z.nullable(z.string()),
  Estado: z.enum(['Invitada', 'Registrada']),
  FechaInvitacion: z.nullable(z.string()),
  FechaRegistro: z.nullable(z.string()),
  Operadores: z.array(Operador),
  Productos: LinksOnly,
  Consultas: LinksOnly,
  _links: Links,
});
export type Agencia = z.infer<typeof Agencia>;

export const Agencias = listOf(Agencia);
export const AgenciasRef = listOf(Reference);

/** The package of publications of an agency; dates are `AAAA-MM-DD`. */
export const AgenciaProductos = z.object({
  Paquete: decided(z.nullable(z.string())),
  Desde: decided(z.nullable(z.string())),
  Hasta: decided(z.nullable(z.string())),
  Productos: z.array(
    z.object({
      Exposicion: z.enum(['Alta', 'Media', 'Baja']),
      Contratadas: z.number(),
      Utilizadas: z.number(),
      Disponibles: z.number(),
    }),
  ),
  _links: Links,
});
export type AgenciaProductos = z.infer<typeof AgenciaProductos>;

export const AgenciesQuery = z.object({ operador: z.optional(Mail) });

export const agencyEndpoints = v3Endpoints({
  listAgencies: endpoint({
    method: 'GET',
    path: '/v3/agencias',
    query: AgenciesQuery,
    reply: Agencias,
    ref: AgenciasRef,
    success: 200,
    errors: [400],
  }),
  viewAgency: endpoint({
    method: 'GET',
    path: '/v3/agencias/{adminMail}',
    params: AgencyPath,
    reply: Agencia,
    ref: Reference,
    success: 200,
    errors: [404],
  }),
  inviteAgency: endpoint({
    method: 'POST',
    path: '/v3/agencias',
    body: AgenciaCreate,
    success: 202,
    errors: [409, 400],
  }),
  editAgency: endpoint({
    method: 'PUT',
    path: '/v3/agencias/{adminMail}',
    params: AgencyPath,
    body: AgenciaEdit,
    reply: Agencia,
    ref: Reference,
    success: 200,
    errors: [400, 403],
  }),
  disassociateAgency: endpoint({
    method: 'PATCH',
    path: '/v3/agencias/{adminMail}/desasociar',
    params: AgencyPath,
    success: 204,
    errors: [403],
  }),
  viewPackage: endpoint({
    method: 'GET',
    path: '/v3/agencias/{adminMail}/productos',
    params: AgencyPath,
    reply: AgenciaProductos,
    success: 200,
    errors: [404, 400],
  }),
});
