import type { AgenciaEdit } from '#contract/agencies.ts';
import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { resolvePlace } from '#service/catalogs/resolve-place.ts';
import { type EndpointRoute, defineRoute } from '#service/endpoint.ts';
import { conflict, forbidden, validationFailed } from '#service/problems.ts';
import type { Service } from '#service/service.ts';
import type { AgencyRow } from '#service/tables.ts';
import { createAgencyLifecycle } from './lifecycle.ts';
import { agencyPath, formatAgency, formatAgencyReference, formatPackage } from './representation.ts';
import { type AgencyData, EMPTY_AGENCY_DATA } from './store.ts';

const outOfScope = () => forbidden('La agencia no existe para la aplicación, o no tiene permiso sobre ella.');

export function createAgencyRoutes(service: Service): EndpointRoute[] {
  const { agencies, now, wake } = service;
  const { timeZone, publicUrl } = service.config;
  const lifecycle = createAgencyLifecycle(service);
  return [
    defineRoute(v3.listAgencies, {
      async handle({ caller, query, form }) {
        const rows = await agencies.list(caller, query.operador);
        const _links = { self: { href: addressOf(v3.listAgencies, {}, query) } };
        if (form === 'ref') return { body: { _links, _entries: rows.map(formatAgencyReference) } };
        const operators = await agencies.listOperators(caller, rows);
        const _entries = rows.map((agency) => formatAgency(agency, operators.get(agency.mail_key), timeZone));
        return { body: { _links, _entries } };
      },
    }),
    defineRoute(v3.inviteAgency, {
      async handle({ caller, body: { AdminMail, ...edit } }) {
        const data = { ...EMPTY_AGENCY_DATA, ...parseAgencyData(edit, publicUrl) };
        const agency = await lifecycle.invite(caller, { mail: AdminMail, data, now: now() });
        if (!agency)
          throw conflict('La creación provocaría un duplicado.', {
            AdminMail: ['ya está registrado; el administrador debe contactar a atención al cliente'],
          });
        wake('mails');
        return { headers: { location: agencyPath(agency) } };
      },
    }),
    defineRoute(v3.viewAgency, {
      async handle({ caller, agency, form }) {
        if (form === 'ref') return { body: formatAgencyReference(agency) };
        const operators = await agencies.listOperators(caller, [agency]);
        return { body: formatAgency(agency, operators.get(agency.mail_key), timeZone) };
      },
    }),
    defineRoute(v3.editAgency, {
      async handle({ caller, agency, body, form }) {
        const edited = await lifecycle.edit(caller, agency, parseAgencyData(body, publicUrl, agency));
        if (!edited) throw outOfScope();
        if (form === 'ref') return { body: formatAgencyReference(edited) };
        const operators = await agencies.listOperators(caller, [edited]);
        return { body: formatAgency(edited, operators.get(edited.mail_key), timeZone) };
      },
    }),
    defineRoute(v3.disassociateAgency, {
      async handle({ caller, agency }) {
        if (!(await lifecycle.disassociate(caller, agency, now()))) throw outOfScope();
        wake('deliveries');
        return {};
      },
    }),
    defineRoute(v3.viewPackage, {
      async handle({ caller, agency }) {
        return { body: formatPackage(agency, await agencies.findPackage(caller, agency)) };
      },
    }),
  ];
}

/** Columns of the members that are stored as they are sent; a place is resolved. */
const EDITABLE_COLUMNS: Record<Exclude<keyof AgenciaEdit, 'Region' | 'Ciudad'>, keyof AgencyData> = {
  Nombre: 'name',
  RazonSocial: 'legal_name',
  IdentificacionFiscal: 'tax_id',
  Telefono: 'phone',
  WhatsApp: 'whatsapp',
  Direccion: 'street',
};

/**
 * Columns that a body changes, without those of absent members.
 * @throws ProblemError 400 for an unknown place
 */
function parseAgencyData(edit: AgenciaEdit, publicUrl: string, stored?: AgencyRow): Partial<AgencyData> {
  const texts = (Object.keys(EDITABLE_COLUMNS) as (keyof typeof EDITABLE_COLUMNS)[])
    .filter((member) => edit[member] !== undefined)
    .map((member) => [EDITABLE_COLUMNS[member], edit[member]]);
  return { ...Object.fromEntries(texts), ...parsePlace(edit, publicUrl, stored) };
}

/** Resolves region and city together, with the stored value for an absent one: a city must be in its region. */
function parsePlace({ Region, Ciudad }: AgenciaEdit, publicUrl: string, stored?: AgencyRow) {
  if (Region === undefined && Ciudad === undefined) return {};
  const place = resolvePlace(
    {
      Region: Region === undefined ? stored?.region : Region,
      Ciudad: Ciudad === undefined ? stored?.city : Ciudad,
    },
    publicUrl,
  );
  if ('errors' in place) throw validationFailed(place.errors);
  return { region: place.Region, city: place.Ciudad };
}
