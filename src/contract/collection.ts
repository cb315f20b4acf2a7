import * as z from 'zod/mini';
import { guaranteed } from './reading.ts';

/** Brief 2.1. `method` is named by the field notes (2.1): absent means GET. */
export const Link = z.object({
  href: guaranteed(z.string()),
  templated: z.optional(z.boolean()),
  method: z.optional(z.string()),
});
export type Link = z.infer<typeof Link>;

export const Links = z.record(z.string(), Link);
export type Links = z.infer<typeof Links>;

/** A sub-resource that is only pointed to: `Consultas: { _links }` (field notes 2.1). */
export const LinksOnly = z.object({ _links: Links });

/** Reference form of an entry (brief 2.1). */
export const Reference = z.object({ href: guaranteed(z.string()), title: z.string() });
export type Reference = z.infer<typeof Reference>;

/** A list that is not paged: catalogs, agencies, topics (field notes 2.1). */
export function listOf<S extends z.core.$ZodType>(entry: S) {
  return z.object({ _links: Links, _entries: guaranteed(z.array(entry)) });
}

/** The paged list inside a date window (brief 2.1). `Desde` and `Hasta` are ISO 8601 with offset. */
export function windowOf<S extends z.core.$ZodType>(entry: S) {
  return z.object({
    Desde: z.string(),
    Hasta: z.string(),
    Pagina: z.number(),
    // decided: our service counts the whole list; the brief leaves open whether another counts the page.
    Total: z.number(),
    PerPagina: z.number(),
    _links: Links,
    _entries: guaranteed(z.array(entry)),
  });
}
