import type { AgenciaEdit } from '#contract/agencies.ts';
import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { resolvePlace } from '#service/catalogs/places.ts';
import { type Mounted, answering } from '#service/endpoint.ts';
import { conflict, forbidden, invalid } from '#service/problems.ts';
import type { AgencyRow } from '#service/tables.ts';
import type { AgencyChanges } from './changes.ts';
import { addressOfAgency, full, packageOf, reference } from './representation.ts';
import { type AgencyData, type AgencyStore, NO_DATA } from './store.ts';

export interface AgencyRooms {
  agencies: AgencyStore;
  changes: AgencyChanges;
  timeZone: string;
  publicUrl: string;
  now: () => number;
  /** A mail was queued. */
  mailQueued: () => void;
}

const outOfReach = () => forbidden('La agencia no existe para la aplicación, o no tiene permiso sobre ella.');

export function agencyEndpoints({
  agencies,
  changes,
  timeZone,
  publicUrl,
  now,
  mailQueued,
}: AgencyRooms): Mounted[] {
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
    answering(v3.inviteAgency, {
      async answer({ caller, body: { AdminMail, ...edit } }) {
        const data = { ...NO_DATA, ...dataOf(edit, publicUrl) };
        const agency = await changes.invite(caller, { mail: AdminMail, data, now: now() });
        if (!agency)
          throw conflict('La creación provocaría un duplicado.', {
            AdminMail: ['ya está registrado; el administrador debe contactar a atención al cliente'],
          });
        mailQueued();
        return { headers: { location: addressOfAgency(agency) } };
      },
    }),
    answering(v3.viewAgency, {
      async answer({ caller, agency, form }) {
        if (form === 'ref') return { body: reference(agency) };
        const operators = await agencies.operators(caller, [agency]);
        return { body: full(agency, operators.get(agency.mail_key), timeZone) };
      },
    }),
    answering(v3.editAgency, {
      async answer({ caller, agency, body, form }) {
        const edited = await changes.edit(caller, agency, dataOf(body, publicUrl, agency));
        if (!edited) throw outOfReach();
        if (form === 'ref') return { body: reference(edited) };
        const operators = await agencies.operators(caller, [edited]);
        return { body: full(edited, operators.get(edited.mail_key), timeZone) };
      },
    }),
    answering(v3.disassociateAgency, {
      async answer({ caller, agency }) {
        if (!(await changes.disassociate(caller, agency, now()))) throw outOfReach();
        return {};
      },
    }),
    answering(v3.viewPackage, {
      async answer({ caller, agency }) {
        return { body: packageOf(agency, await agencies.package(caller, agency)) };
      },
    }),
  ];
}

/**
 * What a body changes: members left out are not in it.
 * @throws ProblemError 400 for a place that is not known
 */
function dataOf(edit: AgenciaEdit, publicUrl: string, kept?: AgencyRow): Partial<AgencyData> {
  const data: Partial<Record<keyof AgencyData, string | null | undefined>> = {
    name: edit.Nombre,
    legal_name: edit.RazonSocial,
    tax_id: edit.IdentificacionFiscal,
    phone: edit.Telefono,
    whatsapp: edit.WhatsApp,
    street: edit.Direccion,
    ...placeOf(edit, publicUrl, kept),
  };
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
}

/** Both names or neither: a city only fits its own region. */
function placeOf({ Region, Ciudad }: AgenciaEdit, publicUrl: string, kept?: AgencyRow) {
  if (Region === undefined && Ciudad === undefined) return {};
  const place = resolvePlace(
    {
      Region: Region === undefined ? kept?.region : Region,
      Ciudad: Ciudad === undefined ? kept?.city : Ciudad,
    },
    publicUrl,
  );
  if ('errors' in place) throw invalid(place.errors);
  return { region: place.Region, city: place.Ciudad };
}
