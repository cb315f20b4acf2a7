import * as z from 'zod/mini';

/** What the build tells the gateway: the files, below the root, that a page and each language's texts are made of. */
export const PagesAhead = z.object({
  pages: z.array(z.object({ pattern: z.string(), files: z.array(z.string()) })),
  texts: z.object({ es: z.array(z.string()), en: z.array(z.string()) }),
});
export type PagesAhead = z.infer<typeof PagesAhead>;
