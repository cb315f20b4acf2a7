import * as z from 'zod/mini';
import { Links, LinksOnly, Reference, listOf } from './collection.ts';
import { endpoint, v3Endpoints } from './endpoint.ts';
import { guaranteed } from './reading.ts';
import { Flag, Int32, SearchText } from './values.ts';

// An entry carries no id: the id is the last segment of its own link (field notes 2.1).

// decided: the members of Carroceria; Marca, Ciudad and Color are from the field notes (2.4).
export const Carroceria = z.object({ Nombre: guaranteed(z.string()), Codename: z.string(), _links: Links });
export const Carrocerias = listOf(Carroceria);
export type Carroceria = z.infer<typeof Carroceria>;

export const Ciudad = z.object({ Nombre: guaranteed(z.string()), Region: z.string(), _links: Links });
export const Ciudades = listOf(Ciudad);
export type Ciudad = z.infer<typeof Ciudad>;

export const Color = z.object({ Nombre: guaranteed(z.string()), HtmlColor: z.string(), _links: Links });
export const Colores = listOf(Color);
export type Color = z.infer<typeof Color>;

export const Marca = z.object({
  Nombre: guaranteed(z.string()),
  Codenames: z.array(z.string()),
  Modelos: LinksOnly,
  _links: Links,
});
export const Marcas = listOf(Marca);
export type Marca = z.infer<typeof Marca>;

/** Reference list of cities, colours and makes; body styles have none. */
export const CatalogRef = listOf(Reference);

export const CatalogPath = z.object({ id: Int32 });

/** URL that identifies a region; it is not an endpoint (decisions, Agencies). */
export const REGION_ADDRESS = { path: '/v3/regiones/{id}' };

export const BodyStyleMatchQuery = z.object({ bodystyle: SearchText });

/** At least one of the two is required (brief 4.4). */
export const CitiesQuery = z
  .object({ region: z.optional(Int32), q: z.optional(SearchText) })
  .check(
    z.refine(({ region, q }) => region !== undefined || q !== undefined, 'se necesita region, q o ambos'),
  );
export const CityMatchQuery = z.object({ state: SearchText, city: SearchText });

export const ColorsQuery = z.object({ q: z.optional(SearchText), nombre: z.optional(SearchText) });

/** `soloMercadoNuevos` is false by default (brief 8). */
export const MakesQuery = z.object({ q: z.optional(SearchText), soloMercadoNuevos: z.optional(Flag) });
export const MakeMatchQuery = z.object({ make: SearchText });

export const catalogEndpoints = v3Endpoints({
  listBodyStyles: endpoint({
    method: 'GET',
    path: '/v3/carrocerias',
    reply: Carrocerias,
    success: 200,
    errors: [],
    cached: true,
  }),
  matchBodyStyle: endpoint({
    method: 'GET',
    path: '/v3/carrocerias/bestmatch',
    query: BodyStyleMatchQuery,
    reply: Carroceria,
    success: 200,
    errors: [400],
    cached: true,
  }),
  viewBodyStyle: endpoint({
    method: 'GET',
    path: '/v3/carrocerias/{id}',
    params: CatalogPath,
    reply: Carroceria,
    success: 200,
    errors: [404],
    cached: true,
  }),
  listCities: endpoint({
    method: 'GET',
    path: '/v3/ciudades',
    query: CitiesQuery,
    reply: Ciudades,
    ref: CatalogRef,
    success: 200,
    errors: [400],
    cached: true,
  }),
  matchCity: endpoint({
    method: 'GET',
    path: '/v3/ciudades/bestmatch',
    query: CityMatchQuery,
    reply: Ciudad,
    ref: Reference,
    success: 200,
    errors: [400],
    cached: true,
  }),
  viewCity: endpoint({
    method: 'GET',
    path: '/v3/ciudades/{id}',
    params: CatalogPath,
    reply: Ciudad,
    ref: Reference,
    success: 200,
    errors: [404],
    cached: true,
  }),
  listColors: endpoint({
    method: 'GET',
    path: '/v3/colores',
    query: ColorsQuery,
    reply: Colores,
    ref: CatalogRef,
    success: 200,
    errors: [400],
    cached: true,
  }),
  viewColor: endpoint({
    method: 'GET',
    path: '/v3/colores/{id}',
    params: CatalogPath,
    reply: Color,
    ref: Reference,
    success: 200,
    errors: [404],
    cached: true,
  }),
  listMakes: endpoint({
    method: 'GET',
    path: '/v3/marcas',
    query: MakesQuery,
    reply: Marcas,
    ref: CatalogRef,
    success: 200,
    errors: [400],
    cached: true,
  }),
  // Its reply is from field notes 3.1; the brief leaves it open.
  matchMake: endpoint({
    method: 'GET',
    path: '/v3/marcas/bestmatch',
    query: MakeMatchQuery,
    reply: Marca,
    ref: Reference,
    success: 200,
    errors: [400],
    cached: true,
  }),
  // decided: it exists, because the self link of a Marca points to it.
  viewMake: endpoint({
    method: 'GET',
    path: '/v3/marcas/{id}',
    params: CatalogPath,
    reply: Marca,
    ref: Reference,
    success: 200,
    errors: [404],
    cached: true,
  }),
});
