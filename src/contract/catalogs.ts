import * as z from 'zod/mini';
import { Links, LinksOnly, Reference, listOf } from './collection.ts';
import { guaranteed } from './reading.ts';

// An entry carries no id: the id is the last segment of its own link (field notes 2.1).

// decided: the members of Carroceria; Marca, Ciudad and Color are from the field notes (2.4).
export const Carroceria = z.object({ Nombre: guaranteed(z.string()), Codename: z.string(), _links: Links });
export const Carrocerias = listOf(Carroceria);

export const Ciudad = z.object({ Nombre: guaranteed(z.string()), Region: z.string(), _links: Links });
export const Ciudades = listOf(Ciudad);

export const Color = z.object({ Nombre: guaranteed(z.string()), HtmlColor: z.string(), _links: Links });
export const Colores = listOf(Color);

export const Marca = z.object({
  Nombre: guaranteed(z.string()),
  Codenames: z.array(z.string()),
  Modelos: LinksOnly,
  _links: Links,
});
export const Marcas = listOf(Marca);

/** Reference list of cities, colours and makes; body styles have none. */
export const CatalogRef = listOf(Reference);
