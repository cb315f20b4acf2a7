import * as z from 'zod/mini';
import { guaranteed } from './reading.ts';

/** Brief 2.1; `method` is from field notes 2.1, absent means GET. */
export const Link = z.object({
  href: guaranteed(z.string()),
  templated: z.optional(z.boolean()),
  method: z.optional(z.string()),
});
export type Link = z.infer<typeof Link>;

export const Links = z.record(z.string(), Link);
export type Links = z.infer<typeof Links>;

/** A linked sub-resource: `Consultas: { _links }` (field notes 2.1). */
export const LinksOnly = z.object({ _links: Links });

/** Reference representation of an entry (brief 2.1). */
export const Reference = z.object({ href: guaranteed(z.string()), title: z.string() });
export type Reference = z.infer<typeof Reference>;

/** An unpaged list: catalogs, agencies, topics (field notes 2.1). */
export function listOf<S extends z.core.$ZodType>(entry: S) {
  return z.object({ _links: Links, _entries: guaranteed(z.array(entry)) });
}

/** A paged list of a date window (brief 2.1). `Desde` and `Hasta` are ISO 8601 with offset. */
export function windowOf<S extends z.core.$ZodType>(entry: S) {
  return z.object({
    Desde: z.string(),
    Hasta: z.string(),
    Pagina: z.number(),
    // decided: our service counts the whole list; another deployment may count the page (the brief leaves it open).
    Total: z.number(),
    PerPagina: z.number(),
    _links: Links,
    _entries: guaranteed(z.array(entry)),
  });
}
