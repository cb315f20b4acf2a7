import type { Agencia } from '#contract/agencies.ts';
import type { Reference } from '#contract/collection.ts';
import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { isoInZone } from '#contract/window.ts';
import { type Mounted, answering } from '#service/endpoint.ts';
import type { AgencyRow } from '#service/tables.ts';
import type { AgencyStore, Operator } from './store.ts';

export function agencyEndpoints(agencies: AgencyStore, timeZone: string): Mounted[] {
  return [
    answering(v3.listAgencies, {
      async answer({ caller, query, form }) {
        const listed = await agencies.list(caller, query.operador);
        const _links = { self: { href: addressOf(v3.listAgencies, {}, query) } };
        if (form === 'ref') return { body: { _links, _entries: listed.map(reference) } };
        const operators = await agencies.operators(caller, listed);
        const _entries = listed.map((agency) => full(agency, operators.get(agency.mail_key), timeZone));
        return { body: { _links, _entries } };
      },
    }),
    answering(v3.viewAgency, {
      async answer({ caller, agency, form }) {
        if (form === 'ref') return { body: reference(agency) };
        const operators = await agencies.operators(caller, [agency]);
        return { body: full(agency, operators.get(agency.mail_key), timeZone) };
      },
    }),
  ];
}

const addressOfAgency = ({ mail }: AgencyRow) => addressOf(v3.viewAgency, { adminMail: mail });

/** Reference form; without a name the title is the mail alone (decisions, Agencies). */
function reference(agency: AgencyRow): Reference {
  const title = agency.name === null ? agency.mail : `${agency.name} (${agency.mail})`;
  return { href: addressOfAgency(agency), title };
}

function full(agency: AgencyRow, operators: readonly Operator[] = [], timeZone: string): Agencia {
  const self = addressOfAgency(agency);
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
    Productos: { _links: { self: { href: `${self}/productos` } } },
    Consultas: { _links: { self: { href: addressOf(v3.listInquiries, { adminMail: agency.mail }) } } },
    _links: {
      self: { href: self },
      editar: { href: self, method: 'PUT' },
      desasociar: { href: `${self}/desasociar`, method: 'PATCH' },
    },
  };
}
