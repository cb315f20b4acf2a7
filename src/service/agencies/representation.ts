import type { Agencia, AgenciaProductos } from '#contract/agencies.ts';
import type { Reference } from '#contract/collection.ts';
import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { isoInZone } from '#contract/window.ts';
import type { AgencyRow } from '#service/tables.ts';
import type { Operator, Package } from './store.ts';

export const agencyPath = ({ mail }: Pick<AgencyRow, 'mail'>) =>
  addressOf(v3.viewAgency, { adminMail: mail });

/** Reference form; the title is the mail if there is no name (decisions, Agencies). */
export function formatAgencyReference(agency: AgencyRow): Reference {
  const title = agency.name === null ? agency.mail : `${agency.name} (${agency.mail})`;
  return { href: agencyPath(agency), title };
}

export function formatAgency(
  agency: AgencyRow,
  operators: readonly Operator[] = [],
  timeZone: string,
): Agencia {
  const self = agencyPath(agency);
  const adminMail = agency.mail;
  return {
    AdminMail: agency.mail,
    Nombre: agency.name,
    RazonSocial: agency.legal_name,
    IdentificacionFiscal: agency.tax_id,
    Telefono: agency.phone,
    WhatsApp: agency.whatsapp,
    Region: agency.region,
    Ciudad: agency.city,
    Direccion: agency.street,
    Estado: agency.registered_at === null ? 'Invitada' : 'Registrada',
    FechaInvitacion: isoInZone(agency.invited_at, timeZone),
    FechaRegistro: agency.registered_at === null ? null : isoInZone(agency.registered_at, timeZone),
    Operadores: operators.map(({ mail, first_name, last_name }) => ({
      Nombre: first_name,
      Apellido: last_name,
      Email: mail,
      EsAdministradorAgencia: mail.toLowerCase() === agency.mail_key,
    })),
    Productos: { _links: { self: { href: addressOf(v3.viewPackage, { adminMail }) } } },
    Consultas: { _links: { self: { href: addressOf(v3.listInquiries, { adminMail }) } } },
    _links: {
      self: { href: self },
      editar: { href: self, method: 'PUT' },
      desasociar: { href: addressOf(v3.disassociateAgency, { adminMail }), method: 'PATCH' },
    },
  };
}

/** Without a package the members are null and there are no products (decisions, Agencies). */
export function formatPackage(agency: AgencyRow, pack: Package | undefined): AgenciaProductos {
  return {
    Paquete: pack?.name ?? null,
    Desde: pack?.since ?? null,
    Hasta: pack?.until ?? null,
    Productos: (pack?.products ?? []).map(({ Exposicion, Contratadas, Utilizadas }) => ({
      Exposicion,
      Contratadas,
      Utilizadas,
      Disponibles: Contratadas - Utilizadas,
    })),
    _links: {
      self: { href: addressOf(v3.viewPackage, { adminMail: agency.mail }) },
      agencia: { href: agencyPath(agency) },
    },
  };
}
