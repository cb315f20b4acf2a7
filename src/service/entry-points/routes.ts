import type { Link, Links } from '#contract/collection.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { type Mounted, answering } from '#service/endpoint.ts';

/** The root (brief 4.6; decisions, Root): where everything begins. */
export function rootEndpoints(): Mounted[] {
  return [answering(v3.entryPoints, { answer: async () => ({ body: { _links: ENTRY_POINTS } }) })];
}

const ENTRY_POINTS: Links = {
  self: entryPoint(v3.entryPoints),
  agencias: entryPoint(v3.listAgencies),
  agencia: entryPoint(v3.viewAgency),
  productos: entryPoint(v3.viewPackage),
  consultas: entryPoint(v3.listInquiries),
  consulta: entryPoint(v3.viewInquiry),
  appnotificaciones: entryPoint(v3.listWebhooks),
  appnotificacion: entryPoint(v3.viewWebhook),
  carrocerias: entryPoint(v3.listBodyStyles),
  carroceriaBestmatch: entryPoint(v3.matchBodyStyle),
  ciudades: entryPoint(v3.listCities),
  ciudadBestmatch: entryPoint(v3.matchCity),
  colores: entryPoint(v3.listColors),
  marcas: entryPoint(v3.listMakes),
  marcaBestmatch: entryPoint(v3.matchMake),
};

/** An RFC 6570 template where there are parameters: those of the path as they are written, then `{?query}`. */
function entryPoint({ path, query }: Pick<Endpoint, 'path' | 'query'>): Link {
  const names = Object.keys(query?.shape ?? {});
  const href = names.length > 0 ? `${path}{?${names.join(',')}}` : path;
  return href.includes('{') ? { href, templated: true } : { href };
}
