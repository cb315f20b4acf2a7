import type { Link, Links } from '#contract/collection.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { type EndpointRoute, defineRoute } from '#service/endpoint.ts';

/** The root document (brief 4.6; decisions, Root). */
export function createEntryPointRoutes(): EndpointRoute[] {
  return [defineRoute(v3.entryPoints, { handle: async () => ({ body: { _links: ENTRY_POINTS } }) })];
}

const ENTRY_POINTS: Links = {
  self: formatLink(v3.entryPoints),
  agencias: formatLink(v3.listAgencies),
  agencia: formatLink(v3.viewAgency),
  productos: formatLink(v3.viewPackage),
  consultas: formatLink(v3.listInquiries),
  consulta: formatLink(v3.viewInquiry),
  appnotificaciones: formatLink(v3.listWebhooks),
  appnotificacion: formatLink(v3.viewWebhook),
  carrocerias: formatLink(v3.listBodyStyles),
  carroceriaBestmatch: formatLink(v3.matchBodyStyle),
  ciudades: formatLink(v3.listCities),
  ciudadBestmatch: formatLink(v3.matchCity),
  colores: formatLink(v3.listColors),
  marcas: formatLink(v3.listMakes),
  marcaBestmatch: formatLink(v3.matchMake),
};

/** Link to an endpoint; an RFC 6570 template if it has path or query parameters. */
function formatLink({ path, query }: Pick<Endpoint, 'path' | 'query'>): Link {
  const names = Object.keys(query?.shape ?? {});
  const href = names.length > 0 ? `${path}{?${names.join(',')}}` : path;
  return href.includes('{') ? { href, templated: true } : { href };
}
